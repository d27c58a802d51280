"""The files of an event for programs: the list, and each of them."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from common.api.operations import FileNegotiation, operation
from common.api.pagination import page_of
from matches.events.files.registry import EVENT_FILE_NAMES, event_file, names_of_files
from matches.events.queries import event_by_key, event_view
from matches.exports import file_response, media_type_of


class FileSerializer(serializers.Serializer[Any]):
    """A file that can be read."""

    name = serializers.CharField(help_text="The file name, which is the last part of its URL.")
    media_type = serializers.CharField(help_text="The media type.")
    url = serializers.CharField(help_text="The file’s URL.")


# Clients with one type for all responses take the first: bytes.
_BINARY_TYPES = ("application/octet-stream", "application/pdf", "text/csv", "text/markdown", "text/calendar")
FILE_MEDIA_TYPES = {
    **{(200, kind): OpenApiTypes.BINARY for kind in _BINARY_TYPES},
    (200, "application/json"): OpenApiTypes.OBJECT,
}


def files_response(request: Request, names: Iterable[str], page: str, key: str) -> Response:
    """Return the files of a thing by name, each with its media type and address."""
    urls = {name: reverse(page, args=[key, name]) for name in names}
    rows = [{"name": name, "media_type": media_type_of(name), "url": url} for name, url in urls.items()]
    return page_of(request, rows, FileSerializer)


class EventFiles(APIView):
    """Files of an event: list the formats."""

    @operation("events", "event_files_list", page=FileSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the names of all files of the event."""
        event = event_by_key(key)
        return files_response(request, names_of_files(event), "matches_api:event_file", event.key)


class EventFile(APIView):
    """Event as a file in one format."""

    content_negotiation_class = FileNegotiation

    @operation(
        "events",
        "event_files_read",
        parameters=[OpenApiParameter("name", OpenApiTypes.STR, OpenApiParameter.PATH, enum=EVENT_FILE_NAMES)],
        responses=FILE_MEDIA_TYPES,
    )
    def get(self, request: Request, key: str, name: str) -> HttpResponse:
        """Return a file of the event: standings, bracket, poster, pairings and slips of the last round as PDF,
        standings or results as CSV, everything as JSON, or a calendar.
        """
        return file_response(event_file(request, event_view(key), name), key, name)
