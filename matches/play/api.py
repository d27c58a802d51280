"""API of matches, games, disputes, penalties and decks: the same services as the pages."""

from dataclasses import replace
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import get_or_create_person, person_of
from common.api.bodies import valid_body, version_in_if_match, version_to_change
from common.api.list_filters import NEW, OLD, ListFilters
from common.api.operations import operation
from common.api.pagination import page_of
from common.errors import Missing
from common.links import absolute_url
from common.text import gettext_noop
from decks.core.text import MAX_DECK_NAME
from decks.deck.serializers import ReportSerializer as VerdictSerializer
from matches.models import NOTE_LENGTH, GameCorrection, Match, MatchPenalty, Side
from matches.play import decks_brought, disputes, queries, services
from matches.play.core_values import settings_from_data, settings_of_match, settings_values_from_data
from matches.play.serializers import (
    GameSerializer,
    JoinLinkSerializer,
    MatchSerializer,
    NewMatchSerializer,
    RecordedGameSerializer,
    ReportField,
    ReportSerializer,
    SheetSerializer,
    SideSerializer,
    match_response,
    report_from_data,
)
from matches.play.services import NewMatchPlayer

_FILTERS = ListFilters(
    text=("name_a", "name_b", "group__name"),
    names=("name_a", "name_b"),
    exact={"status": ("status", Match.Status.values), "group": ("group__key", ())},
    orders={"new": NEW, "old": OLD, "changed": ("-changed", "-pk")},
)


class Matches(APIView):
    """Matches: list the caller's and create one."""

    is_of_the_caller = True

    @operation("matches", "matches_list", parameters=_FILTERS.parameters(), page=MatchSerializer)
    def get(self, request: Request) -> Response:
        """Return the matches you play in or created, newest first."""
        rows = _FILTERS.apply(request, queries.all_matches_of(person_of(request)))
        return page_of(request, rows, MatchSerializer, queries.scored_match_of)

    @operation("matches", "matches_create", request=NewMatchSerializer, created=MatchSerializer)
    def post(self, request: Request) -> Response:
        """Create a match between two names or two members of a group, and return it. Add its games one at a time."""
        answers = valid_body(NewMatchSerializer, request, answer=MatchSerializer)
        sheet = settings_from_data(answers.get("sheet") or SheetSerializer(data={}).run_validation({}))
        if answers.get("group"):
            by_member, members = person_of(request), answers.get("members") or answers["players"]
            match = services.create_group_match(by=by_member, group_key=answers["group"], members=members, sheet=sheet)
        else:
            by = get_or_create_person(request, making="match")
            sides = zip(answers["players"], Side.values, strict=True)
            player_a, player_b = (NewMatchPlayer(name, by if side == answers["me"] else None) for name, side in sides)
            match = services.create_match(by=by, players=(player_a, player_b), sheet=sheet)
        return match_response(match, code=status.HTTP_201_CREATED)


class MatchDetail(APIView):
    """Match: read, and delete one not played."""

    @operation("matches", "matches_read", response=MatchSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the match with its games and crystals. Anyone who knows the key can read it."""
        return Response(MatchSerializer(queries.load_scored_match(key)).data)

    @operation("matches", "matches_delete")
    def delete(self, request: Request, key: str) -> None:
        """Delete a match you created, if nothing was ever recorded in it. 409 for a match of an event."""
        version = version_in_if_match(request, queries.match_by_key(key).version)
        services.delete_match(by=person_of(request), key=key, version=version)


class MatchJoinLink(APIView):
    """Link by which the other player takes the free seat: read."""

    @operation("matches", "match_join_links_read", response=JoinLinkSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the link that lets the other player join; empty if no seat is free. Only for those who can record
        results in the match.
        """
        match = services.match_to_join(by=person_of(request), key=key)
        url = absolute_url(request, reverse("matches:join", args=[key, match.join_key])) if match else None
        return Response(JoinLinkSerializer({"key": match.join_key if match else None, "url": url}).data)


class JoinMatch(APIView):
    """Free seat of a match: take it by the link of the other player."""

    @operation("matches", "matches_join", request=SideSerializer, response=MatchSerializer)
    def post(self, request: Request, key: str, join_key: str) -> Response:
        """Join a match as one of its two players, and return it. The link is `/matches/KEY/join/JOIN_KEY/`."""
        side = valid_body(SideSerializer, request)["side"]
        return match_response(
            services.take_match_seat(by=get_or_create_person(request), key=key, join_key=join_key, side=side)
        )


class MatchGames(APIView):
    """Games of a match: record the next one."""

    @operation("matches", "games_create", request=ReportSerializer, created=MatchSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Record the next game and return the match. 409 if another player was faster: read the match again."""
        answers = valid_body(ReportSerializer, request, answer=GameSerializer)
        match = disputes.report_game(
            by=person_of(request),
            key=key,
            version=answers["version"],
            number=answers.get("number"),
            report=report_from_data(answers),
        )
        return match_response(match, code=status.HTTP_201_CREATED)


class GameDetail(APIView):
    """Game of a match: read and correct it."""

    @operation("matches", "games_read", response=RecordedGameSerializer)
    def get(self, request: Request, key: str, number: int) -> Response:
        """Return a game with the version of the match, in the form that PUT takes."""
        scored = queries.load_scored_match(key)
        game = next((game for game in MatchSerializer(scored).data["games"] if game["number"] == number), None)
        if game is None:
            raise Missing(gettext_noop("This match has no game %(number)s."), {"number": number})
        return Response({**game, "version": scored.match.version})

    @operation("matches", "games_save", request=ReportSerializer, response=MatchSerializer)
    def put(self, request: Request, key: str, number: int) -> Response:
        """Edit a game and return the match. The earlier report stays in the history."""
        answers = valid_body(ReportSerializer, request, answer=GameSerializer)
        match = services.correct_game(
            by=person_of(request), key=key, number=number, version=answers["version"], report=report_from_data(answers)
        )
        return match_response(match)


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


class GivenPenaltySerializer(serializers.ModelSerializer[MatchPenalty]):
    """A mistake that gave the opponent of `side` crystals."""

    side = serializers.CharField()
    by = serializers.CharField(source="by.display_name", default=None)

    class Meta:
        model = MatchPenalty
        fields = ("id", "side", "after", "note", "by", "at", "taken_back")


class HistorySerializer(serializers.Serializer[Any]):
    """Corrections of a game after it was reported."""

    number = serializers.IntegerField()
    kind = serializers.CharField(help_text=", ".join(GameCorrection.Kind.values))
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
    """A brought deck; `text`, `report` and the exchange are null for readers who may not see it."""

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
        """Return its name."""
        return obj.row.name if obj.open else None

    def get_text(self, obj: Any) -> str | None:
        """Return the frozen list."""
        return obj.row.text if obj.open else None

    @extend_schema_field(VerdictSerializer(allow_null=True))
    def get_report(self, obj: Any) -> dict[str, Any] | None:
        """Return the verdict by the match’s settings."""
        return obj.row.report if obj.open else None


class MatchSheetDetail(APIView):
    """Agreed sheet of a match: read, and change it before the first game."""

    @operation("matches", "match_sheets_read", response=SheetChangeSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the match settings with the version of the match, in the form that PUT takes."""
        match = queries.match_by_key(key)
        return Response({**SheetSerializer(settings_of_match(match)).data, "version": match.version})

    @operation("matches", "match_sheets_save", request=SheetChangeSerializer, response=MatchSerializer)
    def put(self, request: Request, key: str) -> Response:
        """Replace the match settings before the first game (MATCH-12), and return the match. Send every field."""
        return self._save_change(request, key, whole=True)

    @operation("matches", "match_sheets_change", request=SheetChangeSerializer, response=MatchSerializer)
    def patch(self, request: Request, key: str) -> Response:
        """Change the match settings you name before the first game (MATCH-12), and return the match."""
        return self._save_change(request, key)

    def _save_change(self, request: Request, key: str, *, whole: bool = False) -> Response:
        match = queries.match_by_key(key)
        data = valid_body(SheetChangeSerializer, request, whole=whole, partial=not whole)
        version = version_to_change(request, data, match.version)
        sheet = replace(settings_of_match(match), **settings_values_from_data(data))
        return match_response(
            services.change_match_settings(by=person_of(request), key=key, version=version, sheet=sheet)
        )


class ConfirmGame(APIView):
    """Confirm a game that the opponent recorded."""

    @operation("matches", "games_confirm", request=VersionSerializer, response=MatchSerializer)
    def post(self, request: Request, key: str, number: int) -> Response:
        """Confirm the recorded result and return the match. After a dispute, the reporter uses this to accept the
        opponent's version.
        """
        version = valid_body(VersionSerializer, request)["version"]
        by = person_of(request)
        return match_response(disputes.confirm_game(by=by, key=key, number=number, version=version))


class DisputeGame(APIView):
    """Dispute a game that the opponent recorded."""

    @operation("matches", "games_dispute", request=DisputeSerializer, response=MatchSerializer)
    def post(self, request: Request, key: str, number: int) -> Response:
        """Dispute the recorded result and return the match. The game does not count until it is settled."""
        answers = valid_body(DisputeSerializer, request)
        report = report_from_data(answers) if "winner" in answers else None
        match = disputes.dispute_game(
            by=person_of(request),
            key=key,
            number=number,
            version=answers["version"],
            report=report,
            note=answers["note"],
        )
        return match_response(match)


class SettleGame(APIView):
    """Settle a disputed game; organiser only."""

    @operation("matches", "games_settle", request=SettleSerializer, response=MatchSerializer)
    def post(self, request: Request, key: str, number: int) -> Response:
        """Settle a disputed game and return the match. Only for the owner of the group, or the organisers of the
        event.
        """
        answers = valid_body(SettleSerializer, request)
        match = disputes.settle_game(
            by=person_of(request),
            key=key,
            number=number,
            version=answers["version"],
            report=report_from_data(answers),
            note=answers["note"],
        )
        return match_response(match)


class UndoGame(APIView):
    """Take back the last game of a match."""

    @operation("matches", "games_undo", request=VersionSerializer, response=MatchSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Undo the last game and return the match. The game stays in the history."""
        version = valid_body(VersionSerializer, request)["version"]
        return match_response(services.undo_last_game(by=person_of(request), key=key, version=version))


class MatchPenalties(APIView):
    """Penalties of a match in crystals: list, and add one."""

    @operation("matches", "penalties_list", page=GivenPenaltySerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the penalties of a match in order, including those taken back."""
        return page_of(request, queries.match_by_key(key).penalties.select_related("by__user"), GivenPenaltySerializer)

    @operation("matches", "penalties_create", request=PenaltySerializer, created=MatchSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Give the opponent of `side` the agreed crystals for a mistake (MATCH-10), and return the match."""
        answers = valid_body(PenaltySerializer, request)
        match = disputes.give_penalty(by=person_of(request), key=key, **answers)
        return match_response(match, code=status.HTTP_201_CREATED)


class PenaltyDetail(APIView):
    """Penalty of a match: take it back."""

    @operation("matches", "penalties_delete", response=MatchSerializer)
    def delete(self, request: Request, key: str, pk: int) -> Response:
        """Undo a penalty. It stays in the history."""
        present = queries.match_by_key(key).version
        version = version_in_if_match(request, present)
        version = present if version is None else version
        return match_response(disputes.take_penalty_back(by=person_of(request), key=key, version=version, pk=pk))


class MatchHistory(APIView):
    """History of the games of a match: corrections, confirmations, disputes."""

    @operation("matches", "match_history_list", page=HistorySerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return every edit, confirmation, dispute and settlement, newest first."""
        corrections = queries.match_by_key(key).corrections.select_related("by__user")
        return page_of(request, corrections, HistorySerializer)


class MatchDecks(APIView):
    """Decks brought to a match: list and bring one."""

    @operation("matches", "match_decks_list", page=BroughtDeckSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the decks as you can see them, with the changes between games."""
        decks = decks_brought.visible_chosen_decks(queries.load_scored_match(key), person_of(request))
        return page_of(request, decks, BroughtDeckSerializer)

    @operation("matches", "match_decks_create", request=BringSerializer, created=BroughtDeckSerializer(many=True))
    def post(self, request: Request, key: str) -> Response:
        """Choose one of your decks for the next game and those after it, and return the chosen decks."""
        answers, by = valid_body(BringSerializer, request), person_of(request)
        decks_brought.choose_deck(
            by=by, key=key, version=answers["version"], side=answers["side"], deck_key=answers["deck"]
        )
        decks = decks_brought.visible_chosen_decks(queries.load_scored_match(key), by)
        return Response(BroughtDeckSerializer(decks, many=True).data, status=status.HTTP_201_CREATED)
