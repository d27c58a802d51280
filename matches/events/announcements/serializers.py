"""Serializers of the announcements of an event."""

from typing import Any

from rest_framework import serializers

from matches.core.tournament.rules import MAX_ANNOUNCEMENT_LENGTH


class AnnouncementTextSerializer(serializers.Serializer[Any]):
    """An announcement; empty takes the present one off the pages."""

    text = serializers.CharField(max_length=MAX_ANNOUNCEMENT_LENGTH, allow_blank=True)


class AnnouncementSentSerializer(serializers.Serializer[Any]):
    """An announcement that was made."""

    text = serializers.CharField()
    by = serializers.CharField(source="by.display_name", default="")
    at = serializers.DateTimeField()
