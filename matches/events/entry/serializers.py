"""Serializers of the places of an event: how many there are, who asks or waits for one, checking in."""

from typing import Any

from rest_framework import serializers

from matches.core.tournament.rules import ELIMINATIONS, MAX_PLAYERS, default_of
from matches.core.tournament.tables import MAX_TABLE
from matches.models import NAME_LENGTH, EntryRequest


class PlacesSerializer(serializers.Serializer[Any]):
    """Places of an event as they are sent: their number, approval, check-in, first table and cut."""

    max_players = serializers.IntegerField(
        min_value=2,
        max_value=MAX_PLAYERS,
        allow_null=True,
        default=None,
        help_text="Who comes later waits for a place.",
    )
    elimination = serializers.ChoiceField(
        choices=list(ELIMINATIONS),
        default="",
        help_text="`single` for a knock-out, `double` where only who loses twice is out; then `format` is `swiss`.",
    )
    approval = serializers.BooleanField(default=False, help_text="The organiser lets everybody in by hand.")
    check_in = serializers.BooleanField(default=False, help_text="Only who has checked in is paired.")
    first_table = serializers.IntegerField(min_value=1, max_value=MAX_TABLE, default=default_of("first_table"))


class PlacesShownSerializer(serializers.Serializer[Any]):
    """The same of an event that there is, and the newest announcement."""

    max_players = serializers.IntegerField(source="event.max_players", allow_null=True)
    elimination = serializers.CharField(source="event.elimination")
    approval = serializers.BooleanField(source="event.approval")
    check_in = serializers.BooleanField(source="event.check_in")
    first_table = serializers.IntegerField(source="event.first_table")
    announcement = serializers.CharField(source="event.announcement", read_only=True)
    announced = serializers.DateTimeField(source="event.announced", allow_null=True, read_only=True)


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
