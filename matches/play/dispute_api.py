"""API around a game: a changed sheet, confirmed or disputed games, penalties, history, brought decks."""

from dataclasses import replace

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import person_of
from common.api.bodies import body_of, version_asked
from common.api.operations import operation
from common.api.pagination import page_of
from matches.play import deck_queries, deck_services, disputes, queries, services
from matches.play import dispute_serializers as shapes
from matches.play.api_helpers import match_answer
from matches.play.core_values import sheet_of
from matches.play.serializers import MatchSerializer, report_from, sheet_changes


class Sheet(APIView):
    """Agreed sheet of a match: change it before the first game."""

    @operation("matches", "matches_agree", request=shapes.SheetChangeSerializer, response=MatchSerializer)
    def put(self, request: Request, key: str) -> Response:
        """Agree on something else, every field named, before the first game (MATCH-12)."""
        return self._changed(request, key, whole=True)

    @operation("matches", "matches_agree_change", request=shapes.SheetChangeSerializer, response=MatchSerializer)
    def patch(self, request: Request, key: str) -> Response:
        """Agree on something else, only what is named, before the first game (MATCH-12)."""
        return self._changed(request, key)

    def _changed(self, request: Request, key: str, *, whole: bool = False) -> Response:
        match = queries.get_match(key)
        said = body_of(shapes.SheetChangeSerializer, request, whole=whole, partial=not whole)
        version = version_asked(request, said, match.version)
        sheet = replace(sheet_of(match), **sheet_changes(said))
        return match_answer(services.change_sheet(by=person_of(request), key=key, version=version, sheet=sheet))


class Confirm(APIView):
    """Confirm a game that the opponent recorded."""

    @operation("matches", "games_confirm", request=shapes.VersionSerializer, response=MatchSerializer)
    def post(self, request: Request, key: str, number: int) -> Response:
        """Agree with what is recorded; for the reporter of a disputed game, with what the opponent says instead."""
        version = body_of(shapes.VersionSerializer, request)["version"]
        by = person_of(request)
        return match_answer(disputes.confirm_game(by=by, key=key, number=number, version=version))


class Dispute(APIView):
    """Dispute a game that the opponent recorded."""

    @operation("matches", "games_dispute", request=shapes.DisputeSerializer, response=MatchSerializer)
    def post(self, request: Request, key: str, number: int) -> Response:
        """Dispute what is recorded; it gives nothing until it is settled."""
        answers = body_of(shapes.DisputeSerializer, request)
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
    """Settle a disputed game; organiser only."""

    @operation("matches", "games_settle", request=shapes.SettleSerializer, response=MatchSerializer)
    def post(self, request: Request, key: str, number: int) -> Response:
        """Decide what counts; for the organiser of its group or event."""
        answers = body_of(shapes.SettleSerializer, request)
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
    """Take back the last game of a match."""

    @operation("matches", "games_undo", request=shapes.VersionSerializer, response=MatchSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Take the last game back; that it was there is kept."""
        version = body_of(shapes.VersionSerializer, request)["version"]
        return match_answer(services.undo_last_game(by=person_of(request), key=key, version=version))


class Penalties(APIView):
    """Penalties of a match in crystals: add one."""

    @operation("matches", "penalties_create", request=shapes.PenaltySerializer, created=MatchSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Give the opponent of `side` the crystals that were agreed for a mistake (MATCH-10)."""
        answers = body_of(shapes.PenaltySerializer, request)
        match = disputes.penalise(by=person_of(request), key=key, **answers)
        return match_answer(match, code=status.HTTP_201_CREATED)


class History(APIView):
    """History of the games of a match: corrections, confirmations, disputes."""

    @operation("matches", "matches_history", page=shapes.HistorySerializer)
    def get(self, request: Request, key: str) -> Response:
        """Every correction, confirmation, dispute and settlement, newest first."""
        rows = queries.get_match(key).corrections.select_related("by__user")
        return page_of(request, rows, shapes.HistorySerializer)


class Decks(APIView):
    """Decks brought to a match: list and bring one."""

    @operation("matches", "match_decks_list", page=shapes.BroughtDeckSerializer)
    def get(self, request: Request, key: str) -> Response:
        """The decks, as you may see them, with what was exchanged between games."""
        decks = deck_queries.brought(queries.match_view(key), person_of(request))
        return page_of(request, decks, shapes.BroughtDeckSerializer)

    @operation(
        "matches", "match_decks_bring", request=shapes.BringSerializer, created=shapes.BroughtDeckSerializer(many=True)
    )
    def post(self, request: Request, key: str) -> Response:
        """Bring one of your decks to the next game and those after it."""
        answers, by = body_of(shapes.BringSerializer, request), person_of(request)
        deck_services.bring_deck(
            by=by, key=key, version=answers["version"], side=answers["side"], deck_key=answers["deck"]
        )
        decks = deck_queries.brought(queries.match_view(key), by)
        return Response(shapes.BroughtDeckSerializer(decks, many=True).data, status=status.HTTP_201_CREATED)
