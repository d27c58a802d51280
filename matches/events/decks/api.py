"""The deck of a player for programs."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import person_of
from common.api.operations import operation
from matches.events.decks.queries import deck_of
from matches.events.decks.serializers import HandedInSerializer
from matches.events.queries import event_view


class EntrantDeck(APIView):
    """Deck of a player in an event: read it."""

    @operation("events", "events_player_deck", response=HandedInSerializer)
    def get(self, request: Request, key: str, number: int) -> Response:
        """The deck somebody has handed in; 403 as long as the event does not show decks to you."""
        return Response(HandedInSerializer(deck_of(event_view(key), number, person_of(request))).data)
