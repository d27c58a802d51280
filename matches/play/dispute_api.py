"""API around a game: disputes, penalties, history, brought decks, with its shapes."""

from dataclasses import replace
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import person_of
from common.api.bodies import body_of, requested_version, version_in_if_match
from common.api.operations import operation
from common.api.pagination import page_of
from decks.core.text import MAX_DECK_NAME
from decks.deck.serializers import ReportSerializer as VerdictSerializer
from matches.models import NOTE_LENGTH
from matches.models import matches as models_matches
from matches.play import decks_brought, disputes, queries, services
from matches.play.core_values import sheet_of_match, sheet_values_from_data
from matches.play.serializers import (
    MatchSerializer,
    ReportField,
    ReportSerializer,
    SheetSerializer,
    match_answer,
    report_from_data,
)


class VersionSerializer(serializers.Serializer[Any]):
    """Version of the match that the caller saw."""

    version = serializers.IntegerField(min_value=0)


class SheetChangeSerializer(SheetSerializer):
    """New terms of the match, before the first game."""

    version = serializers.IntegerField(min_value=0, required=False)


class DisputeSerializer(VersionSerializer):
    """Why a game is disputed; with `winner`, `dragons` and `ended` also what happened instead."""

    note = serializers.CharField(max_length=NOTE_LENGTH, allow_blank=True, default="")
    winner = serializers.CharField(max_length=20, allow_blank=True, required=False)
    dragons = serializers.IntegerField(min_value=-999, max_value=999, default=0)
    crystal_cards = serializers.IntegerField(min_value=-999, max_value=999, default=0)
    ended = serializers.CharField(max_length=20, default="out_of_cards")


class SettleSerializer(ReportSerializer):
    """Decision of the organiser about a game."""

    note = serializers.CharField(max_length=NOTE_LENGTH, allow_blank=True, default="")


class PenaltySerializer(VersionSerializer):
    """A mistake that costs crystals."""

    side = serializers.CharField(max_length=1, help_text="`a` or `b`.")
    note = serializers.CharField(max_length=NOTE_LENGTH, allow_blank=True, default="")


class GivenPenaltySerializer(serializers.ModelSerializer[models_matches.MatchPenalty]):
    """A mistake that gave the opponent of `side` crystals."""

    side = serializers.CharField()
    by = serializers.CharField(source="by.display_name", default=None)

    class Meta:
        model = models_matches.MatchPenalty
        fields = ("id", "side", "after", "note", "by", "at", "taken_back")


class HistorySerializer(serializers.Serializer[Any]):
    """Corrections of a game after it was reported."""

    number = serializers.IntegerField()
    kind = serializers.CharField(help_text=", ".join(models_matches.GameCorrection.Kind.values))
    by = serializers.CharField(source="by.display_name", allow_null=True, default=None)
    at = serializers.DateTimeField()
    note = serializers.CharField()
    before = ReportField(allow_null=True)
    after = ReportField(allow_null=True)


class BringSerializer(VersionSerializer):
    """The deck a player brings to the next game."""

    side = serializers.CharField(max_length=1, help_text="`a` or `b`.")
    deck = serializers.CharField(max_length=16, help_text="The key of one of your decks.")


class BroughtDeckSerializer(serializers.Serializer[Any]):
    """A deck that was brought; `text`, `report` and the exchange are null while you may not look."""

    side = serializers.CharField()
    player = serializers.CharField()
    game = serializers.IntegerField(source="number", help_text="The first game it is played in.")
    open = serializers.BooleanField()
    name = serializers.SerializerMethodField()
    text = serializers.SerializerMethodField()
    report = serializers.SerializerMethodField()
    out = serializers.ListField(child=serializers.CharField(max_length=MAX_DECK_NAME))
    new = serializers.ListField(child=serializers.CharField(max_length=MAX_DECK_NAME))

    def get_name(self, obj: Any) -> str | None:
        """Its name."""
        return obj.row.name if obj.open else None

    def get_text(self, obj: Any) -> str | None:
        """The frozen list."""
        return obj.row.text if obj.open else None

    @extend_schema_field(VerdictSerializer(allow_null=True))
    def get_report(self, obj: Any) -> dict[str, Any] | None:
        """The verdict by what the match agreed on."""
        return obj.row.report if obj.open else None


class MatchSheetDetail(APIView):
    """Agreed sheet of a match: read, and change it before the first game."""

    @operation("matches", "match_sheets_read", response=SheetChangeSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the match settings with the version of the match, in the form that PUT takes."""
        match = queries.match_by_key(key)
        return Response({**SheetSerializer(sheet_of_match(match)).data, "version": match.version})

    @operation("matches", "match_sheets_save", request=SheetChangeSerializer, response=MatchSerializer)
    def put(self, request: Request, key: str) -> Response:
        """Replace the match settings before the first game (MATCH-12), and return the match. Send every field."""
        return self._changed(request, key, whole=True)

    @operation("matches", "match_sheets_change", request=SheetChangeSerializer, response=MatchSerializer)
    def patch(self, request: Request, key: str) -> Response:
        """Change the match settings you name before the first game (MATCH-12), and return the match."""
        return self._changed(request, key)

    def _changed(self, request: Request, key: str, *, whole: bool = False) -> Response:
        match = queries.match_by_key(key)
        data = body_of(SheetChangeSerializer, request, whole=whole, partial=not whole)
        version = requested_version(request, data, match.version)
        sheet = replace(sheet_of_match(match), **sheet_values_from_data(data))
        return match_answer(services.change_match_sheet(by=person_of(request), key=key, version=version, sheet=sheet))


class ConfirmGame(APIView):
    """Confirm a game that the opponent recorded."""

    @operation("matches", "games_confirm", request=VersionSerializer, response=MatchSerializer)
    def post(self, request: Request, key: str, number: int) -> Response:
        """Confirm the recorded result and return the match. After a dispute, the reporter uses this to accept the
        opponent's version.
        """
        version = body_of(VersionSerializer, request)["version"]
        by = person_of(request)
        return match_answer(disputes.confirm_game(by=by, key=key, number=number, version=version))


class DisputeGame(APIView):
    """Dispute a game that the opponent recorded."""

    @operation("matches", "games_dispute", request=DisputeSerializer, response=MatchSerializer)
    def post(self, request: Request, key: str, number: int) -> Response:
        """Dispute the recorded result and return the match. The game does not count until it is settled."""
        answers = body_of(DisputeSerializer, request)
        report = report_from_data(answers) if "winner" in answers else None
        match = disputes.dispute_game(
            by=person_of(request),
            key=key,
            number=number,
            version=answers["version"],
            report=report,
            note=answers["note"],
        )
        return match_answer(match)


class SettleGame(APIView):
    """Settle a disputed game; organiser only."""

    @operation("matches", "games_settle", request=SettleSerializer, response=MatchSerializer)
    def post(self, request: Request, key: str, number: int) -> Response:
        """Settle a disputed game and return the match. Only for the owner of the group, or the organisers of the
        event.
        """
        answers = body_of(SettleSerializer, request)
        match = disputes.settle_game(
            by=person_of(request),
            key=key,
            number=number,
            version=answers["version"],
            report=report_from_data(answers),
            note=answers["note"],
        )
        return match_answer(match)


class UndoGame(APIView):
    """Take back the last game of a match."""

    @operation("matches", "games_undo", request=VersionSerializer, response=MatchSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Undo the last game and return the match. The game stays in the history."""
        version = body_of(VersionSerializer, request)["version"]
        return match_answer(services.undo_last_game(by=person_of(request), key=key, version=version))


class MatchPenalties(APIView):
    """Penalties of a match in crystals: list, and add one."""

    @operation("matches", "penalties_list", page=GivenPenaltySerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the penalties of a match in order, including those taken back."""
        return page_of(request, queries.match_by_key(key).penalties.select_related("by__user"), GivenPenaltySerializer)

    @operation("matches", "penalties_create", request=PenaltySerializer, created=MatchSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Give the opponent of `side` the agreed crystals for a mistake (MATCH-10), and return the match."""
        answers = body_of(PenaltySerializer, request)
        match = disputes.give_penalty(by=person_of(request), key=key, **answers)
        return match_answer(match, code=status.HTTP_201_CREATED)


class PenaltyDetail(APIView):
    """Penalty of a match: take it back."""

    @operation("matches", "penalties_delete", response=MatchSerializer)
    def delete(self, request: Request, key: str, pk: int) -> Response:
        """Undo a penalty. It stays in the history."""
        present = queries.match_by_key(key).version
        version = version_in_if_match(request, present)
        version = present if version is None else version
        return match_answer(disputes.take_penalty_back(by=person_of(request), key=key, version=version, pk=pk))


class MatchHistory(APIView):
    """History of the games of a match: corrections, confirmations, disputes."""

    @operation("matches", "match_history_list", page=HistorySerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return every edit, confirmation, dispute and settlement, newest first."""
        rows = queries.match_by_key(key).corrections.select_related("by__user")
        return page_of(request, rows, HistorySerializer)


class MatchDecks(APIView):
    """Decks brought to a match: list and bring one."""

    @operation("matches", "match_decks_list", page=BroughtDeckSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the decks as you can see them, with the changes between games."""
        decks = decks_brought.visible_decks_brought(queries.match_view(key), person_of(request))
        return page_of(request, decks, BroughtDeckSerializer)

    @operation("matches", "match_decks_create", request=BringSerializer, created=BroughtDeckSerializer(many=True))
    def post(self, request: Request, key: str) -> Response:
        """Choose one of your decks for the next game and those after it, and return the chosen decks."""
        answers, by = body_of(BringSerializer, request), person_of(request)
        decks_brought.bring_deck(
            by=by, key=key, version=answers["version"], side=answers["side"], deck_key=answers["deck"]
        )
        decks = decks_brought.visible_decks_brought(queries.match_view(key), by)
        return Response(BroughtDeckSerializer(decks, many=True).data, status=status.HTTP_201_CREATED)
