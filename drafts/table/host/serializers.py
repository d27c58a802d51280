"""Serializers of what people do at a table besides picking: readiness, places, agreements and notes."""

from typing import Any

from rest_framework import serializers

from drafts.models import MAX_NOTES, Draft
from drafts.table.serializers import CompanyField


class ReadyRequest(serializers.Serializer[Any]):
    """Ready to begin, or not yet."""

    ready = serializers.BooleanField(default=True)


class MoveRequest(serializers.Serializer[Any]):
    """Another place."""

    to = serializers.IntegerField(min_value=0, max_value=99, help_text="The number of the place, from 0.")


class AgreeRequest(serializers.Serializer[Any]):
    """Changes the host may make before the draft begins; what is left out stays."""

    company = CompanyField(required=False, help_text="How strong bots are.")
    log_rule = serializers.ChoiceField(
        choices=Draft.LogRule.choices, required=False, help_text="When everybody's picks are shown."
    )
    seating = serializers.ChoiceField(choices=Draft.Seating.choices, required=False)


class NotesBody(serializers.Serializer[Any]):
    """Notes of one seat to itself; nobody else ever reads them."""

    text = serializers.CharField(max_length=MAX_NOTES, allow_blank=True, trim_whitespace=False)
