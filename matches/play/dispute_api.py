"""The companion, second opinions, decks and penalties for programs: the same services as the pages."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import person_of
from common.i18n import translated
from matches.companion import queries as companion_queries
from matches.companion import services as companion_services
from matches.companion.services import Sent
from matches.core.scoring.power import Card, Change, Effect, Element, Place, Step, power, shown
from matches.play import deck_queries, deck_services, disputes, queries, services
from matches.play import dispute_serializers as shapes
from matches.play.api import answers_of, match_answer
from matches.play.serializers import MatchSerializer, report_from, sheet_from


class Sheet(APIView):
    """What was agreed."""

    @extend_schema(
        operation_id="matches_agree", tags=["matches"], request=shapes.SheetChangeSerializer, responses=MatchSerializer
    )
    def put(self, request: Request, key: str) -> Response:
        """Agree on something else, before the first game (MATCH-12)."""
        answers = answers_of(shapes.SheetChangeSerializer, request)
        version = answers.pop("version")
        sheet = sheet_from(answers)
        return match_answer(services.change_sheet(by=person_of(request), key=key, version=version, sheet=sheet))


class Confirm(APIView):
    """The second opinion on a game: yes."""

    @extend_schema(
        operation_id="games_confirm", tags=["matches"], request=shapes.VersionSerializer, responses=MatchSerializer
    )
    def post(self, request: Request, key: str, number: int) -> Response:
        """Agree with what is recorded; for the reporter of a disputed game, with what the opponent says instead."""
        version = answers_of(shapes.VersionSerializer, request)["version"]
        by = person_of(request)
        return match_answer(disputes.confirm_game(by=by, key=key, number=number, version=version))


class Dispute(APIView):
    """The second opinion on a game: no."""

    @extend_schema(
        operation_id="games_dispute", tags=["matches"], request=shapes.DisputeSerializer, responses=MatchSerializer
    )
    def post(self, request: Request, key: str, number: int) -> Response:
        """Dispute what is recorded; it gives nothing until it is settled."""
        answers = answers_of(shapes.DisputeSerializer, request)
        said = report_from(answers) if "winner" in answers else None
        match = disputes.dispute_game(
            by=person_of(request),
            key=key,
            number=number,
            version=answers["version"],
            report=said,
            note=answers["note"],
        )
        return match_answer(match)


class Settle(APIView):
    """The last word on a game."""

    @extend_schema(
        operation_id="games_settle", tags=["matches"], request=shapes.SettleSerializer, responses=MatchSerializer
    )
    def post(self, request: Request, key: str, number: int) -> Response:
        """Decide what counts; for the organiser of the group, or whoever made the match."""
        answers = answers_of(shapes.SettleSerializer, request)
        match = disputes.settle_game(
            by=person_of(request),
            key=key,
            number=number,
            version=answers["version"],
            report=report_from(answers),
            note=answers["note"],
        )
        return match_answer(match)


class UndoGame(APIView):
    """Taking a game back."""

    @extend_schema(
        operation_id="games_undo", tags=["matches"], request=shapes.VersionSerializer, responses=MatchSerializer
    )
    def post(self, request: Request, key: str) -> Response:
        """Take the last game back; that it was there is kept."""
        version = answers_of(shapes.VersionSerializer, request)["version"]
        return match_answer(services.undo_last_game(by=person_of(request), key=key, version=version))


class Penalties(APIView):
    """Mistakes that cost crystals."""

    @extend_schema(
        operation_id="penalties_create",
        tags=["matches"],
        request=shapes.PenaltySerializer,
        responses={201: MatchSerializer},
    )
    def post(self, request: Request, key: str) -> Response:
        """Give the opponent of `side` the crystals that were agreed for a mistake (MATCH-10)."""
        answers = answers_of(shapes.PenaltySerializer, request)
        match = disputes.penalise(by=person_of(request), key=key, **answers)
        return match_answer(match, code=status.HTTP_201_CREATED)


class History(APIView):
    """What happened to the games."""

    @extend_schema(operation_id="matches_history", tags=["matches"], responses=shapes.HistorySerializer(many=True))
    def get(self, request: Request, key: str) -> Response:
        """Every correction, confirmation, dispute and settlement, newest first."""
        rows = queries.get_match(key).corrections.select_related("by__user")
        return Response(shapes.HistorySerializer(rows, many=True).data)


class Decks(APIView):
    """The decks brought to a match."""

    @extend_schema(operation_id="match_decks_list", tags=["matches"], responses=shapes.BroughtDeckSerializer(many=True))
    def get(self, request: Request, key: str) -> Response:
        """The decks, as you may see them, with what was exchanged between games."""
        found = deck_queries.brought(queries.match_view(key), person_of(request))
        return Response(shapes.BroughtDeckSerializer(found, many=True).data)

    @extend_schema(
        operation_id="match_decks_bring",
        tags=["matches"],
        request=shapes.BringSerializer,
        responses={201: shapes.BroughtDeckSerializer(many=True)},
    )
    def post(self, request: Request, key: str) -> Response:
        """Bring one of your decks to the next game and those after it."""
        answers, by = answers_of(shapes.BringSerializer, request), person_of(request)
        deck_services.bring_deck(
            by=by, key=key, version=answers["version"], side=answers["side"], deck_key=answers["deck"]
        )
        found = deck_queries.brought(queries.match_view(key), by)
        return Response(shapes.BroughtDeckSerializer(found, many=True).data, status=status.HTTP_201_CREATED)


class Table(APIView):
    """The companion of a match."""

    @extend_schema(operation_id="table_read", tags=["matches"], responses={200: shapes.CompanionSerializer, 204: None})
    def get(self, request: Request, key: str) -> Response:
        """The table with its notes; `?since=N` is answered with 204 when nothing is newer."""
        since = request.query_params.get("since")
        if since is not None and str(companion_queries.noted_version(key)) == since:
            return Response(status=status.HTTP_204_NO_CONTENT)
        return Response(companion_queries.snapshot(companion_queries.table_view(key, person_of(request))))


class Notes(APIView):
    """What a phone has noted."""

    @extend_schema(
        operation_id="table_note",
        tags=["matches"],
        request=shapes.NotesSerializer,
        responses=shapes.NotedSerializer,
    )
    def post(self, request: Request, key: str) -> Response:
        """Append notes in their order; sent twice they are kept once, and one that cannot be is refused by itself."""
        answers, person = answers_of(shapes.NotesSerializer, request), person_of(request)
        sent = [Sent(**one) for one in answers["notes"]]
        answer = companion_services.note(by=person, key=key, sent=sent, now=answers["now"])
        table = companion_queries.snapshot(companion_queries.table_view(key, person))
        return Response({"kept": answer.kept, "refused": companion_services.refusals(answer), "table": table})


class PowerSum(APIView):
    """The power calculator."""

    @extend_schema(
        operation_id="power_calculate",
        tags=["matches"],
        request=shapes.PowerQuestionSerializer,
        responses=shapes.PowerAnswerSerializer,
    )
    def post(self, request: Request) -> Response:
        """Add up a side of a fight by Special Rule 7 (GAME-10 to GAME-18), with every step."""
        answers = answers_of(shapes.PowerQuestionSerializer, request)
        cards = [_card(one) for one in answers["cards"]]
        result = power(Element(answers["element"]), cards, effects=_effects(answers["effects"]))
        against = answers["against"]
        return Response(
            {
                "total": shown(result.total),
                "shield": result.shield,
                "suffices": None if against is None else result.suffices(Fraction(against)),
                "cards": [
                    {"name": one.name, "value": shown(one.value), "steps": _steps(one.steps)} for one in result.cards
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
        shields=frozenset(Element(one) for one in said["shields"]),
        bluff=said["bluff"],
        ignored=said["ignored"],
        protected=said["protected"],
        effects=_effects(said["effects"]),
    )


def _effects(said: Sequence[dict[str, Any]]) -> tuple[Effect, ...]:
    return tuple(Effect(Change(one["change"]), Fraction(one["amount"]), one["name"], one["opposing"]) for one in said)


def _steps(steps: Sequence[Step]) -> list[dict[str, str]]:
    return [{"said": translated(step), "value": shown(step.value), "rule": step.rule} for step in steps]
