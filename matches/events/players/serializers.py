"""Serializers of players: names, changes, merges."""

from typing import Any

from rest_framework import serializers

from common.api.shapes import fields
from decks.core.text import MAX_DECK_BYTES
from matches.core.tournament.rules import MAX_EVENT_PLAYERS, MAX_ROUNDS
from matches.core.tournament.stages import MAX_TABLE_NR
from matches.models import NAME_LENGTH, REASON_LENGTH, Withdrawal


class ArrangementSerializer(serializers.Serializer[Any]):
    """Arrangements for one player: presence, fixed table, party."""

    checked_in = serializers.BooleanField(required=False, help_text="Whether the player has checked in.")
    fixed_table = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=MAX_TABLE_NR)
    party = serializers.CharField(required=False, allow_blank=True, max_length=NAME_LENGTH)


class NamesSerializer(serializers.Serializer[Any]):
    """People to enter: yourself by `name`, or others by `names` as the organiser."""

    name = serializers.CharField(max_length=NAME_LENGTH, required=False)
    names = serializers.ListField(
        child=serializers.CharField(max_length=NAME_LENGTH), max_length=500, required=False, allow_empty=False
    )

    ask = serializers.BooleanField(default=False, help_text="With `name`: ask to join although registration is closed.")
    is_me = serializers.BooleanField(default=False, help_text="With `name`: ask to take over the entry with that name.")

    new = serializers.BooleanField(default=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Require exactly one of the two."""
        if ("name" in attrs) == ("names" in attrs):
            raise serializers.ValidationError({"names": ["Either name or names."]})
        return attrs


class ChangePlayerSerializer(ArrangementSerializer):
    """Change of a player."""

    playing = serializers.BooleanField(required=False, help_text="`false` to drop out, `true` to come back.")
    withdrawal = serializers.ChoiceField(choices=Withdrawal.choices, required=False)
    substitute = serializers.CharField(required=False, max_length=NAME_LENGTH)
    deck = serializers.CharField(required=False, help_text="The key of a deck to submit.")
    deck_text = serializers.CharField(required=False, max_length=MAX_DECK_BYTES)
    without_deck = serializers.CharField(required=False, allow_blank=True, max_length=REASON_LENGTH)
    name = serializers.CharField(required=False, max_length=NAME_LENGTH, help_text="A new name. Organisers only.")
    seed = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=MAX_EVENT_PLAYERS)
    requested_byes = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MAX_ROUNDS), max_length=MAX_ROUNDS, required=False
    )


class TakePlayersBackSerializer(serializers.Serializer[Any]):
    """The players entered by one list, by number."""

    first = serializers.IntegerField(min_value=1, help_text="The lowest number.")
    last = serializers.IntegerField(min_value=1, help_text="The highest number.")


MergeSerializer = fields("MergeSerializer", "The player that stays.", into=serializers.IntegerField(min_value=1))
