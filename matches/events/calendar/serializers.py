"""Serializers of an event's announcement: as it is sent, and as visitors see it."""

from typing import Any

from rest_framework import serializers

from matches.core.tournament.rules import MAX_ABOUT_LENGTH, MAX_PRICE_LENGTH


class AnnouncementSerializer(serializers.Serializer[Any]):
    """Begin, text and price of an event, and whether the public calendar has it."""

    start_time = serializers.TimeField(allow_null=True, default=None, help_text="Time of day in `time_zone`.")
    time_zone = serializers.CharField(max_length=40, default="UTC", help_text="Such as `Europe/Berlin`.")
    about = serializers.CharField(
        max_length=MAX_ABOUT_LENGTH, allow_blank=True, default="", help_text="What visitors should know, plain text."
    )
    price = serializers.CharField(max_length=MAX_PRICE_LENGTH, allow_blank=True, default="", help_text="In words.")
    listed = serializers.BooleanField(default=False, help_text="Whether it stands in the public calendar.")


class AnnouncedSerializer(serializers.Serializer[Any]):
    """The same of an event that there is."""

    start_time = serializers.TimeField(source="event.start_time", allow_null=True)
    time_zone = serializers.CharField(source="event.time_zone")
    about = serializers.CharField(source="event.about")
    price = serializers.CharField(source="event.price")
    listed = serializers.BooleanField(source="event.listed")
