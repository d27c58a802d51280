"""API of a group over time: seasons, head-to-head, strengths, files, and past seasons to import."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import person_of
from common.api.bodies import valid_body
from common.api.fields import CountField, SentenceField
from common.api.files import FILE_MEDIA_TYPES, FileSerializer, files_response
from common.api.model_serializers import SettingsSerializer
from common.api.operations import FileNegotiation, operation
from common.api.pagination import page_of
from common.api.shapes import shape
from matches.core.seasons import (
    Encounter,
    encounters_between,
    head_to_head,
    ratings_by_match,
    season_totals,
    wins_by_deck,
)
from matches.core.seasons.csv_import import LineState
from matches.core.seasons.csv_import.columns import MAX_CSV_CHARACTERS
from matches.core.seasons.csv_import.preview import UnknownName
from matches.core.seasons.head_to_head import HeadToHeadRecord
from matches.core.seasons.strengths import Rating
from matches.exports import file_response, media_type_of
from matches.groups import services
from matches.groups.encounters import Span, encounters_of, player_by_name, season_by_key, span_from
from matches.groups.queries import order_of
from matches.models import NAME_LENGTH, SEASON_FIELDS, Season
from matches.play.permissions import require_group_owner
from matches.play.queries import group_by_key
from matches.seasons import import_services
from matches.seasons.exports import FILES, season_file, standings_rows, strength_rows
from matches.seasons.import_services import SubmittedFile
from matches.seasons.strength_queries import card_strength_lines, people_strength_lines

SPAN_PARAMETER = [
    OpenApiParameter("season", OpenApiTypes.STR, description="The key of a season."),
    OpenApiParameter("from", OpenApiTypes.DATE, description="The first day, if you do not name a season."),
    OpenApiParameter("to", OpenApiTypes.DATE, description="The last day."),
]


class SeasonSerializer(SettingsSerializer):
    """A named span of days."""

    key = serializers.CharField(read_only=True)

    class Meta:
        model = Season
        fields = SEASON_FIELDS


RatingSerializer = shape("RatingSerializer", Rating)


class SeasonRowSerializer(serializers.Serializer[Any]):
    """A row of the table and why it stands there."""

    place = serializers.IntegerField()
    shared = serializers.BooleanField()
    player = serializers.CharField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    crystals_for = serializers.IntegerField()
    crystals_against = serializers.IntegerField()
    difference = serializers.IntegerField()
    rating = serializers.FloatField()
    uncertainty = serializers.FloatField()
    reason = serializers.CharField()
    value = serializers.FloatField(
        allow_null=True, help_text="The value that decides the rank; null if that is crystals."
    )
    guest = serializers.BooleanField(help_text="Whether the player is a guest. Guests are listed after all members.")


class CourseSerializer(serializers.Serializer[Any]):
    """Crystals of a player over time: a value for each of `days`, null before their first match."""

    player = serializers.CharField()
    crystals = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    ratings = RatingSerializer(many=True, help_text="The rating after each match.")


DuelSerializer = shape("DuelSerializer", HeadToHeadRecord, more="met")


class SeasonTableSerializer(serializers.Serializer[Any]):
    """Everything a season comes to."""

    season = SeasonSerializer(allow_null=True)
    matches = serializers.IntegerField()
    standings = SeasonRowSerializer(many=True)
    days = serializers.ListField(child=serializers.DateField(allow_null=True))
    courses = CourseSerializer(many=True)
    duels = DuelSerializer(many=True)


EncounterSerializer = shape(
    "EncounterSerializer",
    Encounter,
    __doc__="A finished match; `match` is its key where it was played on the site.",
    without="bouts decks key",
    match=serializers.CharField(source="key"),
)


class PlayedWithSerializer(serializers.Serializer[Any]):
    """A people or deck, in how many matches it was played, and how many of those were won."""

    name = serializers.CharField(source="label")
    matches = serializers.IntegerField()
    won = serializers.IntegerField()


class HeadToHeadSerializer(serializers.Serializer[Any]):
    """Two players, their matches oldest first, and what they played."""

    duel = DuelSerializer()
    played_a = PlayedWithSerializer(many=True)
    played_b = PlayedWithSerializer(many=True)
    matches = EncounterSerializer(many=True)


class GroupPlayerSerializer(serializers.Serializer[Any]):
    """One player of a group."""

    row = SeasonRowSerializer()
    ratings = RatingSerializer(many=True, help_text="The rating after each match.")
    duels = DuelSerializer(many=True, help_text="Head-to-heads, with this player as `a`.")
    played = PlayedWithSerializer(many=True)


class StrengthSerializer(serializers.Serializer[Any]):
    """A people or a card. `percent` is null under ten games; the Wilson interval at 95 % always stands beside it."""

    what = serializers.CharField(help_text="The people’s name, or the card’s code.")
    name = serializers.CharField()
    games = serializers.IntegerField()
    games_won = serializers.IntegerField()
    percent = serializers.IntegerField(allow_null=True)
    low_percent = serializers.IntegerField()
    high_percent = serializers.IntegerField()
    crystals_a_game = serializers.FloatField(allow_null=True)
    matches = serializers.IntegerField()
    matches_won = serializers.IntegerField()
    mirrors = serializers.IntegerField(help_text="Games with it on both sides, which are not counted.")
    players = serializers.IntegerField()
    says = serializers.CharField(help_text="How reliable that is, in one sentence.")


class StrengthsSerializer(serializers.Serializer[Any]):
    """Peoples and cards of a season."""

    matches = serializers.IntegerField()
    games = serializers.IntegerField()
    peoples = StrengthSerializer(many=True)
    cards = StrengthSerializer(many=True)


def _span_and_encounters(request: Request, key: str) -> tuple[Span, list[Encounter]]:
    group = group_by_key(key)
    span = span_from(group, request.query_params)
    return span, encounters_of(group, span)


def _season_rows(key: str, span: Span, played: Sequence[Encounter]) -> list[dict[str, object]]:
    return standings_rows(played, list(group_by_key(key).members.all()), order_of(span.season))


class GroupSeasons(APIView):
    """Seasons of a group: list and create."""

    @operation("seasons", "seasons_list", page=SeasonSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the seasons of a group, newest first."""
        return page_of(request, group_by_key(key).seasons.all(), SeasonSerializer)

    @operation("seasons", "seasons_create", request=SeasonSerializer, created=SeasonSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Create a season and return it. Owner and organisers only."""
        season = services.save_season(by=person_of(request), key=key, **valid_body(SeasonSerializer, request))
        return Response(SeasonSerializer(season).data, status=status.HTTP_201_CREATED)


class SeasonDetail(APIView):
    """Season of a group: read, change and delete."""

    @operation("seasons", "seasons_read", response=SeasonSerializer)
    def get(self, request: Request, key: str, season_key: str) -> Response:
        """Return the name and dates of a season."""
        return Response(SeasonSerializer(season_by_key(group_by_key(key), season_key)).data)

    @operation("seasons", "seasons_save", request=SeasonSerializer, response=SeasonSerializer)
    def put(self, request: Request, key: str, season_key: str) -> Response:
        """Replace a season's name and dates, and return it. Every field is required."""
        answers = valid_body(SeasonSerializer, request, whole=True)
        season = services.save_season(by=person_of(request), key=key, season_key=season_key, **answers)
        return Response(SeasonSerializer(season).data)

    @operation("seasons", "seasons_change", request=SeasonSerializer, response=SeasonSerializer)
    def patch(self, request: Request, key: str, season_key: str) -> Response:
        """Change a season's name or dates, and return it. Fields you leave out stay the same."""
        before = SeasonSerializer(season_by_key(group_by_key(key), season_key)).data
        data = {name: before[name] for name in SEASON_FIELDS}
        form = SeasonSerializer(data={**data, **valid_body(SeasonSerializer, request, partial=True)})
        form.is_valid(raise_exception=True)
        by = person_of(request)
        season = services.save_season(by=by, key=key, season_key=season_key, **form.validated_data)
        return Response(SeasonSerializer(season).data)

    @operation("seasons", "seasons_delete")
    def delete(self, request: Request, key: str, season_key: str) -> None:
        """Delete a season. Its matches stay."""
        services.delete_season(by=person_of(request), key=key, season_key=season_key)


class SeasonTable(APIView):
    """Standings of a season."""

    @operation("seasons", "seasons_table", parameters=SPAN_PARAMETER, response=SeasonTableSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the standings with reasons, how crystals and ratings changed, and every pair."""
        span, played = _span_and_encounters(request, key)
        counted = season_totals(played)
        courses = [
            {"player": name, "crystals": counted.crystals_over_time.totals[name], "ratings": counted.ratings[name]}
            for name in (standing.name for standing in counted.standings)
        ]
        data = {
            "season": span.season,
            "matches": len(played),
            "standings": _season_rows(key, span, played),
            "days": counted.crystals_over_time.days,
            "courses": courses,
            "duels": counted.head_to_heads,
        }
        return Response(SeasonTableSerializer(data).data)


class HeadToHead(APIView):
    """Head-to-head record of two players."""

    @operation(
        "seasons",
        "seasons_duel",
        parameters=[*SPAN_PARAMETER, *(OpenApiParameter(side, OpenApiTypes.STR, required=True) for side in ("a", "b"))],
        response=HeadToHeadSerializer,
    )
    def get(self, request: Request, key: str) -> Response:
        """Return a head-to-head of two players: matches, games, crystals, and what they played."""
        _span, played = _span_and_encounters(request, key)
        a, b = (player_by_name(played, request.query_params.get(side, "")) for side in ("a", "b"))
        encounters = encounters_between(a, b, played)
        data = {
            "duel": head_to_head(a, b, encounters),
            "played_a": wins_by_deck(a, encounters),
            "played_b": wins_by_deck(b, encounters),
            "matches": encounters,
        }
        return Response(HeadToHeadSerializer(data).data)


class GroupPlayer(APIView):
    """Player of a group: results and rating."""

    @operation(
        "seasons",
        "seasons_player",
        parameters=[*SPAN_PARAMETER, OpenApiParameter("name", OpenApiTypes.STR, required=True)],
        response=GroupPlayerSerializer,
    )
    def get(self, request: Request, key: str) -> Response:
        """Return a player's row, rating history, opponents, and what they played."""
        span, played = _span_and_encounters(request, key)
        name = player_by_name(played, request.query_params.get("name", ""))
        opponents = sorted({encounter.seen_from(name).b for encounter in played if encounter.has_player(name)})
        data = {
            "row": next(row for row in _season_rows(key, span, played) if row["player"] == name),
            "ratings": ratings_by_match(played)[name],
            "duels": [head_to_head(name, other, played) for other in opponents],
            "played": wins_by_deck(name, played),
        }
        return Response(GroupPlayerSerializer(data).data)


class SeasonStrengths(APIView):
    """Strength of peoples and cards in a season."""

    @operation("seasons", "seasons_strengths", parameters=SPAN_PARAMETER, response=StrengthsSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return games, wins and crystals of each people and card. Each has an interval, and a sentence on how reliable
        it is.
        """
        _span, played = _span_and_encounters(request, key)
        data = {
            "matches": len(played),
            "games": sum(len(encounter.bouts) for encounter in played),
            "peoples": strength_rows(people_strength_lines(played)),
            "cards": strength_rows(card_strength_lines(played)),
        }
        return Response(StrengthsSerializer(data).data)


class NewImportSerializer(serializers.Serializer[Any]):
    """A past season as CSV."""

    text = serializers.CharField(max_length=MAX_CSV_CHARACTERS, trim_whitespace=False, help_text="The file.")
    name = serializers.CharField(max_length=120, required=False, default="", allow_blank=True)
    names = serializers.DictField(child=serializers.CharField(allow_blank=True, max_length=NAME_LENGTH), default=dict)
    once = serializers.BooleanField(default=False, help_text="Import a match once if several lines are the same.")
    dry_run = serializers.BooleanField(default=False, help_text="Check the file without importing anything.")


class ImportSerializer(serializers.Serializer[Any]):
    """A file that was read."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    count = serializers.IntegerField()
    known = serializers.IntegerField()
    created = serializers.DateTimeField(source="at")
    by = serializers.CharField(source="by.display_name", default="", read_only=True)
    taken_back = serializers.DateTimeField(allow_null=True)


class FaultSerializer(serializers.Serializer[Any]):
    """Fault of a cell."""

    column = serializers.CharField()
    message = SentenceField(source="*")
    suggestions = serializers.ListField(child=serializers.CharField())


class JudgedSerializer(serializers.Serializer[Any]):
    """A line of the file, and whether it is taken."""

    line = serializers.IntegerField(source="number")
    status = serializers.ChoiceField(source="state", choices=[state.value for state in LineState])
    twin = serializers.IntegerField(help_text="An identical earlier line; 0 for none.")
    faults = FaultSerializer(many=True)


NameSerializer = shape("NameSerializer", UnknownName, without="lines")


class PreviewSerializer(serializers.Serializer[Any]):
    """Preview of an import."""

    ready = serializers.BooleanField()
    new = CountField()
    known = CountField()
    wrong = CountField()
    names = NameSerializer(many=True)
    ignored_columns = serializers.ListField(
        child=serializers.CharField(), help_text="Headings of columns that aren’t read."
    )
    lines = JudgedSerializer(many=True)


class ImportOutcomeSerializer(serializers.Serializer[Any]):
    """The judgement, and the import where it was kept."""

    preview = PreviewSerializer()
    kept = ImportSerializer(allow_null=True)


class Imports(APIView):
    """Imports of a group: list, and import a file."""

    @operation("seasons", "group_imports_list", page=ImportSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the imports of a group, newest first, including those taken back. Owner only."""
        group = group_by_key(key)
        require_group_owner(person_of(request), group)
        return page_of(request, group.imports.select_related("by__user"), ImportSerializer)

    @operation(
        "seasons",
        "group_imports_create",
        request=NewImportSerializer,
        responses={200: ImportOutcomeSerializer, 201: ImportOutcomeSerializer},
    )
    def post(self, request: Request, key: str) -> Response:
        """Check a file and, unless `dry_run` is set, import what is new. The outcome is returned. If any line is
        wrong, nothing is imported; 409 if nothing in the file is new.
        """
        answers = valid_body(NewImportSerializer, request)
        by = person_of(request)
        file = SubmittedFile(answers["text"], answers["name"], answers["names"], once=answers["once"])
        preview = import_services.preview_import(by=by, key=key, file=file)
        row = None if answers["dry_run"] else import_services.import_season(by=by, key=key, file=file)
        code = status.HTTP_200_OK if row is None else status.HTTP_201_CREATED
        return Response(ImportOutcomeSerializer({"preview": preview, "kept": row}).data, status=code)


class ImportDetail(APIView):
    """Import of a group: take it back."""

    @operation("seasons", "group_imports_delete", response=ImportSerializer)
    def delete(self, request: Request, key: str, pk: int) -> Response:
        """Undo an import. Its results are removed, but it stays in the list."""
        season_import = import_services.undo_import(by=person_of(request), key=key, pk=pk)
        return Response(ImportSerializer(season_import).data)


class SeasonFiles(APIView):
    """Files of a season: list the formats."""

    @operation("seasons", "season_files_list", page=FileSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return every file of a season by name. The files take the same dates as the season."""
        key = group_by_key(key).key
        return files_response(request, FILES, "matches_api:group_season_file", key, media_type_of)


class SeasonFile(APIView):
    """Season as a file in one format."""

    content_negotiation_class = FileNegotiation

    @operation(
        "seasons",
        "season_files_read",
        parameters=[*SPAN_PARAMETER, OpenApiParameter("name", OpenApiTypes.STR, OpenApiParameter.PATH, enum=FILES)],
        responses=FILE_MEDIA_TYPES,
    )
    def get(self, request: Request, key: str, name: str) -> HttpResponse:
        """Return a file of the season: the standings as PDF, CSV or Markdown, results, strengths, everything as JSON,
        or a calendar.
        """
        group = group_by_key(key)
        return file_response(season_file(group, span_from(group, request.query_params), name), key, name)
