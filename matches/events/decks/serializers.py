"""Serializer of a deck that was handed in for an event."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.events.decks.faults import stored_sentence


class HandedInSerializer(serializers.Serializer[Any]):
    """A deck as it was handed in."""

    number = serializers.IntegerField()
    name = serializers.CharField(source="deck_name")
    text = serializers.CharField(source="deck")
    verdict = serializers.CharField(source="deck_verdict")
    faults = serializers.SerializerMethodField()
    at = serializers.DateTimeField(source="deck_at")

    @extend_schema_field(serializers.ListField(child=serializers.DictField()))
    def get_faults(self, player: Any) -> list[dict[str, str]]:
        """The numbers of the broken rules, and what is wrong."""
        return [{"code": fault["code"], "message": stored_sentence(fault)} for fault in player.deck_faults]
