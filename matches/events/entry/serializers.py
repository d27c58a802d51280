"""Serializers of the places of an event: how many there are, who asks or waits for one, checking in."""

from typing import Any

from rest_framework import serializers

from matches.core.tournament.tables import MAX_TABLE
from matches.models import NAME_LENGTH, EntryRequest


class ArrangementSerializer(serializers.Serializer[Any]):
    """Arrangements for one player: presence, fixed table, party."""

    checked_in = serializers.BooleanField(required=False, help_text="Whether the player is there.")
    fixed_table = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MAX_TABLE,
        help_text="The table the player always sits at. For the desk.",
    )
    party = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=NAME_LENGTH,
        help_text="Players with the same word do not meet in round 1. For the desk.",
    )


class PlaceRequestSerializer(serializers.Serializer[EntryRequest]):
    """Somebody who asks or waits for a place."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    state = serializers.SerializerMethodField(help_text="asks, waits or refused")
    since = serializers.DateTimeField(source="created")

    def get_state(self, row: EntryRequest) -> str:
        """`asks` for the organiser's word, `waits` for a place, or `refused`."""
        if row.refused is not None:
            return "refused"
        return "asks" if row.approved is None else "waits"


class DecisionSerializer(serializers.Serializer[Any]):
    """The word of the organiser."""

    admit = serializers.BooleanField()
