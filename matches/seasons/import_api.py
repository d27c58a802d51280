"""API of past seasons, and of the files of a season."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import person_of
from common.api.bodies import body_of
from common.api.fields import CountField, SentenceField
from common.api.operations import FileNegotiation, operation
from common.api.pagination import page_of
from common.api.shapes import shape
from matches.core.seasons.csv_import import LineState
from matches.core.seasons.csv_import.columns import MAX_CSV_CHARACTERS
from matches.core.seasons.csv_import.preview import UnknownName
from matches.events.files.api import FILE_MEDIA_TYPES, FileSerializer, files_response
from matches.events.files.registry import file_response
from matches.groups.encounters import span_from
from matches.models import NAME_LENGTH
from matches.play.permissions import require_group_owner
from matches.play.queries import group_by_key
from matches.seasons import import_services
from matches.seasons.exports import FILES, MEDIA_TYPES, season_file
from matches.seasons.import_services import File
from matches.seasons.span_params import SPAN_PARAMETER


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
        answers = body_of(NewImportSerializer, request)
        by, file = person_of(request), File(answers["text"], answers["name"], answers["names"], once=answers["once"])
        preview = import_services.preview_import(by=by, key=key, file=file)
        row = None if answers["dry_run"] else import_services.import_season(by=by, key=key, file=file)
        code = status.HTTP_200_OK if row is None else status.HTTP_201_CREATED
        return Response(ImportOutcomeSerializer({"preview": preview, "kept": row}).data, status=code)


class ImportDetail(APIView):
    """Import of a group: take it back."""

    @operation("seasons", "group_imports_delete", response=ImportSerializer)
    def delete(self, request: Request, key: str, pk: int) -> Response:
        """Undo an import. Its results are removed, but it stays in the list."""
        row = import_services.undo_import(by=person_of(request), key=key, pk=pk)
        return Response(ImportSerializer(row).data)


class SeasonFiles(APIView):
    """Files of a season: list the formats."""

    @operation("seasons", "season_files_list", page=FileSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return every file of a season by name. The files take the same dates as the season."""
        key = group_by_key(key).key
        return files_response(request, MEDIA_TYPES, "matches_api:group_season_file", key)


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
        made = season_file(group, span_from(group, request.query_params), name)
        return file_response(made.content, made.kind, key, name)
