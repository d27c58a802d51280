"""API of replays."""

from django.http import JsonResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.identity import person_of
from common.api.operations import operation
from online.replay.queries import game_file


class OnlineGameFile(APIView):
    """Finished game as a file."""

    @operation(
        "online-games",
        "online_games_file",
        summary="Get a finished game as a file",
        response={(200, "application/json"): OpenApiTypes.OBJECT},
    )
    def get(self, request: Request, key: str) -> JsonResponse:
        """Return the game as a file of the engine: both decks as they were shuffled, and every action. 403 unless you
        may know the cards of both players.
        """
        return JsonResponse(game_file(key, person_of(request)))
