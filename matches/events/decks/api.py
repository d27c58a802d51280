"""API of the deck a player has handed in."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import person_of
from common.api.operations import operation
from matches.events.decks.queries import player_with_visible_deck
from matches.events.decks.verdicts import stored_fault_in_words
from matches.events.queries import event_view


class HandedInSerializer(serializers.Serializer[Any]):
    """A deck as submitted."""

    number = serializers.IntegerField()
    name = serializers.CharField(source="deck_name")
    text = serializers.CharField(source="deck")
    verdict = serializers.CharField(source="deck_verdict")
    faults = serializers.SerializerMethodField()
    at = serializers.DateTimeField(source="deck_at")

    @extend_schema_field(serializers.ListField(child=serializers.DictField()))
    def get_faults(self, player: Any) -> list[dict[str, str]]:
        """Return the numbers of the broken rules, and the errors."""
        return [{"code": fault["code"], "message": stored_fault_in_words(fault)} for fault in player.deck_faults]


class PlayerDeck(APIView):
    """Deck of a player in an event: read it."""

    @operation("events", "event_players_deck", response=HandedInSerializer)
    def get(self, request: Request, key: str, number: int) -> Response:
        """Return the deck a player submitted. 403 until the event shows decks to you."""
        return Response(HandedInSerializer(player_with_visible_deck(event_view(key), number, person_of(request))).data)
