"""What the API views of matches share: validate a request, answer with a match."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from matches.models import Match
from matches.play import queries
from matches.play.serializers import (
    MatchSerializer,
)


def answers_of(kind: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """What was sent, validated; raises for the fields that cannot be."""
    form = kind(data=request.data)
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)


def match_answer(match: Match, *, code: int = status.HTTP_200_OK) -> Response:
    """A match as it is now."""
    return Response(MatchSerializer(queries.match_view(match.key)).data, status=code)


MATCHES_SHOWN = 50
