"""API of the announcements of an event."""

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import person_of
from common.api.bodies import body_of
from common.api.operations import operation
from common.api.pagination import page_of
from matches.events.announcements import serializers as shapes
from matches.events.announcements import services
from matches.events.queries import get_event


class Announcements(APIView):
    """Announcements of an event: list and publish."""

    @operation("events", "events_announcements", page=shapes.AnnouncementSentSerializer)
    def get(self, request: Request, key: str) -> Response:
        """All announcements, newest first."""
        rows = get_event(key).announcements.select_related("by__user")
        return page_of(request, rows, shapes.AnnouncementSentSerializer)

    @operation(
        "events",
        "events_announce",
        request=shapes.AnnouncementTextSerializer,
        created=shapes.AnnouncementTextSerializer,
    )
    def post(self, request: Request, key: str) -> Response:
        """Say something to everybody in the event: on every page of it, and by push to who asked for it."""
        text = body_of(shapes.AnnouncementTextSerializer, request)["text"]
        event = services.announce(by=person_of(request), key=key, text=text)
        return Response({"text": event.announcement}, status=status.HTTP_201_CREATED)
