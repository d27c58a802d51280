"""API of watching: a draft as its onlookers see it, and the host’s settings."""

from functools import partial
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from common.api.bodies import valid_body
from common.api.operations import operation
from common.api.shapes import shape
from drafts.archive.serializers import LoggedPickSerializer
from drafts.core.archive.log import WatchedSeat
from drafts.models import Draft
from drafts.table.api_common import seat_operation
from drafts.table.identity import visitor_of
from drafts.table.permissions import load_draft_for_host
from drafts.watching import services
from drafts.watching.queries import WatchedDraft, watched_draft

WatchedSeatSerializer = shape("WatchedSeatSerializer", WatchedSeat, picks=LoggedPickSerializer(many=True))
WatchedDraftSerializer = shape(
    "WatchedDraftSerializer",
    WatchedDraft,
    __doc__="A draft as its onlookers see it.",
    without="topic sharing round last_deal",
    status=serializers.CharField(),
    watching=serializers.ChoiceField(choices=Draft.Watching.choices),
    seats=WatchedSeatSerializer(many=True),
)


class WatchingSerializer(serializers.Serializer[Draft]):
    """What onlookers see, and their link."""

    watching = serializers.ChoiceField(choices=Draft.Watching.choices)
    new_link = serializers.BooleanField(default=False, write_only=True)
    url = serializers.CharField(
        source="watch_url", read_only=True, help_text="The page of onlookers; empty without one."
    )


class WatchingDetail(APIView):
    """What onlookers of a draft see: read and change. Host only."""

    @seat_operation("draft_watching_read", "Get what onlookers see", responses=WatchingSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return when onlookers see the picks, their link. Host only."""
        return Response(WatchingSerializer(load_draft_for_host(key, visitor_of(request, key)).draft).data)

    @seat_operation(
        "draft_watching_save", "Set what onlookers see", request=WatchingSerializer, responses=WatchingSerializer
    )
    def put(self, request: Request, key: str) -> Response:
        """Set when onlookers see the picks, and return their link. Host only. 409 after the start for more than
        before. With `new_link` the old link stops working.
        """
        data: dict[str, Any] = valid_body(WatchingSerializer, request)
        draft = services.set_watching(
            key, visitor=visitor_of(request, key), watching=data["watching"], new_link=data["new_link"]
        )
        return Response(WatchingSerializer(draft).data)


class WatchedDraftDetail(APIView):
    """Watched draft: read by link."""

    @operation("drafts", "watched_drafts_read", summary="Watch a draft", response=WatchedDraftSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return everyone’s picks as far as the host lets onlookers see them. 403 for the players of the draft."""
        return Response(WatchedDraftSerializer(watched_draft(key, partial(visitor_of, request))).data)
