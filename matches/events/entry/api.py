"""API of the requests for a place in an event, and of its announcements."""

from typing import Any

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import person_of
from common.api.bodies import body_of
from common.api.operations import operation
from common.api.pagination import page_of
from matches.core.tournament import Deed
from matches.core.tournament.rules import MAX_ANNOUNCEMENT_LENGTH
from matches.events.announcements import services as announcement_services
from matches.events.entry import services
from matches.events.entry.serializers import DecisionSerializer, PlaceRequestSerializer
from matches.events.entry.services import requests_of
from matches.events.queries import get_event
from matches.events.transactions import require


class EntryRequests(APIView):
    """Requests for a place in an event: list, and withdraw one's own."""

    @operation("events", "place_requests_list", page=PlaceRequestSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Everybody who asks or waits, in their order; for the desk."""
        event = get_event(key)
        require(event, person_of(request), Deed.ADMIT)
        return page_of(request, requests_of(event), PlaceRequestSerializer)

    @operation("events", "place_requests_withdraw")
    def delete(self, request: Request, key: str) -> Response:
        """Wait no longer for a place of your own."""
        services.withdraw(by=person_of(request), key=key)
        return Response(status=status.HTTP_204_NO_CONTENT)


class EntryRequestDetail(APIView):
    """Request for a place in an event: let in or refuse."""

    @operation("events", "place_requests_decide", request=DecisionSerializer)
    def post(self, request: Request, key: str, pk: int) -> Response:
        """Let somebody in, or refuse; let in while all places are taken they wait for one. For the desk."""
        admit = body_of(DecisionSerializer, request)["admit"]
        services.decide(by=person_of(request), key=key, request=pk, admit=admit)
        return Response(status=status.HTTP_204_NO_CONTENT)


class AnnouncementTextSerializer(serializers.Serializer[Any]):
    """An announcement; empty takes the present one off the pages."""

    text = serializers.CharField(max_length=MAX_ANNOUNCEMENT_LENGTH, allow_blank=True)


class AnnouncementSentSerializer(serializers.Serializer[Any]):
    """An announcement that was made."""

    text = serializers.CharField()
    by = serializers.CharField(source="by.display_name", default="")
    at = serializers.DateTimeField()


class Announcements(APIView):
    """Announcements of an event: list and publish."""

    @operation("events", "announcements_list", page=AnnouncementSentSerializer)
    def get(self, request: Request, key: str) -> Response:
        """All announcements, newest first."""
        rows = get_event(key).announcements.select_related("by__user")
        return page_of(request, rows, AnnouncementSentSerializer)

    @operation(
        "events",
        "announcements_create",
        request=AnnouncementTextSerializer,
        created=AnnouncementTextSerializer,
    )
    def post(self, request: Request, key: str) -> Response:
        """Say something to everybody in the event: on every page of it, and by push to who asked for it."""
        text = body_of(AnnouncementTextSerializer, request)["text"]
        event = announcement_services.announce(by=person_of(request), key=key, text=text)
        return Response({"text": event.announcement}, status=status.HTTP_201_CREATED)
