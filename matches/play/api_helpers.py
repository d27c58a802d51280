"""Helpers of the API of matches: the answer with a match."""

from rest_framework import status
from rest_framework.response import Response

from matches.models import Match
from matches.play import queries
from matches.play.serializers import MatchSerializer


def match_answer(match: Match, *, code: int = status.HTTP_200_OK) -> Response:
    """A match as it is now."""
    return Response(MatchSerializer(queries.match_view(match.key)).data, status=code)


MAX_MATCHES_SHOWN = 50
