"""API of the companion and the power calculator."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import person_of
from accounts.reader import check_reader
from common.api.bodies import body_of
from common.api.operations import operation
from common.i18n import translated
from matches.companion import queries as companion_queries
from matches.companion import serializers as shapes
from matches.companion import services as companion_services
from matches.companion.presenters import refusals
from matches.companion.services import Sent
from matches.core.scoring.power import Card, Change, Effect, Element, Place, Step, power, shown


class Table(APIView):
    """Companion of a match: read its state."""

    @operation(
        "matches",
        "table_read",
        parameters=[OpenApiParameter("since", int, description="The version you have; 204 when nothing is newer.")],
        responses={200: shapes.CompanionSerializer, 204: None},
    )
    def get(self, request: Request, key: str) -> Response:
        """The table with its notes; `?since=N` is answered with 204 when nothing is newer."""
        since = request.query_params.get("since")
        if since is not None and str(companion_queries.noted_version(key)) == since:
            return Response(status=status.HTTP_204_NO_CONTENT)
        return Response(companion_queries.snapshot(companion_queries.table_view(key, person_of(request))))


class Notes(APIView):
    """Notes of a phone: send them to the companion of a match."""

    @operation("matches", "table_note", request=shapes.NotesSerializer, response=shapes.NotedSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Append notes in their order; sent twice they are kept once, and one that cannot be is refused by itself."""
        check_reader(request)
        answers, person = body_of(shapes.NotesSerializer, request), person_of(request)
        sent = [Sent(**note) for note in answers["notes"]]
        answer = companion_services.note(by=person, key=key, sent=sent, now=answers["now"])
        table = companion_queries.snapshot(companion_queries.table_view(key, person))
        return Response({"kept": answer.kept, "refused": refusals(answer), "table": table})


class PowerSum(APIView):
    """Power calculator: add up the power of cards in play."""

    @operation(
        "matches", "power_calculate", request=shapes.PowerQuestionSerializer, response=shapes.PowerAnswerSerializer
    )
    def post(self, request: Request) -> Response:
        """Add up a side of a fight by Special Rule 7 (GAME-10 to GAME-18), with every step."""
        answers = body_of(shapes.PowerQuestionSerializer, request)
        cards = [_card(card) for card in answers["cards"]]
        result = power(Element(answers["element"]), cards, effects=_effects(answers["effects"]))
        against = answers["against"]
        return Response(
            {
                "total": shown(result.total),
                "shield": result.shield,
                "suffices": None if against is None else result.suffices(Fraction(against)),
                "cards": [
                    {"name": card.name, "value": shown(card.value), "steps": _steps(card.steps)}
                    for card in result.cards
                ],
                "steps": _steps(result.steps),
            }
        )


def _card(said: dict[str, Any]) -> Card:
    return Card(
        name=said["name"],
        fire=Fraction(said["fire"]),
        earth=Fraction(said["earth"]),
        place=Place(said["place"]),
        shields=frozenset(Element(element) for element in said["shields"]),
        bluff=said["bluff"],
        ignored=said["ignored"],
        protected=said["protected"],
        effects=_effects(said["effects"]),
    )


def _effects(said: Sequence[dict[str, Any]]) -> tuple[Effect, ...]:
    return tuple(
        Effect(Change(effect["change"]), Fraction(effect["amount"]), effect["name"], effect["opposing"])
        for effect in said
    )


def _steps(steps: Sequence[Step]) -> list[dict[str, str]]:
    return [{"said": translated(step), "value": shown(step.value), "rule": step.rule} for step in steps]
