"""API of what anyone can read beside an event: the public calendar, and the files of an event."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from common.api.files import FILE_MEDIA_TYPES, FileSerializer, files_response
from common.api.operations import FileNegotiation, operation
from common.api.pagination import page_of
from matches.events.calendar.queries import listed_events
from matches.events.files import EVENT_FILE_NAMES, available_file_names, event_file
from matches.events.queries import event_by_key, load_event
from matches.exports import file_response, media_type_of
from matches.models import Event


class CalendarEventSerializer(serializers.Serializer[Event]):
    """An event of the public calendar."""

    key = serializers.CharField()
    url = serializers.CharField(source="get_absolute_url")
    name = serializers.CharField()
    format = serializers.CharField(source="api_format")
    elimination = serializers.CharField(allow_blank=True)
    day = serializers.DateField(source="first_day")
    begins = serializers.DateTimeField(allow_null=True, help_text="Null if only the day is known.")
    time_zone = serializers.CharField()
    venue = serializers.CharField(allow_blank=True)
    about = serializers.CharField(allow_blank=True)
    price = serializers.CharField(allow_blank=True)
    registration_open = serializers.BooleanField()
    players = serializers.IntegerField(source="size", help_text="The number of players, without dropouts.")
    owner = serializers.CharField(source="owner.display_name")


_PAST_PARAMETER = OpenApiParameter("past", OpenApiTypes.BOOL, description="`true` for past events, latest first.")


class EventCalendar(APIView):
    """Calendar of public events: search."""

    @operation("events", "calendar_events_list", parameters=[_PAST_PARAMETER], page=CalendarEventSerializer)
    def get(self, request: Request) -> Response:
        """Return the events in the public calendar, sorted by day. Needs no account."""
        past = request.query_params.get("past", "").lower() in ("1", "true")
        return page_of(request, listed_events(past=past), CalendarEventSerializer)


class EventFiles(APIView):
    """Files of an event: list the formats."""

    @operation("events", "event_files_list", page=FileSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the names of all files of the event."""
        event = event_by_key(key)
        return files_response(request, available_file_names(event), "matches_api:event_file", event.key, media_type_of)


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
        return file_response(event_file(request, load_event(key), name), key, name)
