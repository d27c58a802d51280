"""API of pools shared by link, and its serializers."""

from functools import partial
from typing import Any

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cards.catalogue.queries import catalogue
from common.api.bodies import valid_body
from common.api.operations import operation
from common.api.shapes import fields
from drafts.archive.serializers import LoggedPickSerializer, PoolCardSerializer
from drafts.models import SharedSeat
from drafts.sharing import services
from drafts.sharing.queries import own_pool_share, shared_pool_by_key
from drafts.table.api_common import seat_operation
from drafts.table.identity import visitor_of

ShowPoolSerializer = fields(
    "ShowPoolSerializer", "What to share of the caller’s seat.", picks=serializers.BooleanField(default=False)
)


class PoolShareSerializer(serializers.Serializer[SharedSeat]):
    """A shared pool: its page, and its key, which is all that others need to read it."""

    key = serializers.CharField()
    url = serializers.CharField(source="get_absolute_url")
    picks = serializers.BooleanField(source="shows_picks", help_text="Whether packets and picks are shared, too.")


class SharedPoolSerializer(serializers.Serializer[Any]):
    """A shared pool as anyone with its key may see it."""

    key = serializers.CharField(source="row.key")
    url = serializers.CharField(source="row.get_absolute_url")
    name = serializers.CharField(source="seat.draft.name", allow_blank=True)
    player = serializers.CharField(source="seat.nickname")
    is_mine = serializers.BooleanField(source="mine")
    cards = PoolCardSerializer(many=True)
    picks = LoggedPickSerializer(many=True, source="entries")


class OwnPoolShareDetail(APIView):
    """Link to the caller’s pool of a finished draft: read, share, stop sharing."""

    @seat_operation("pool_shares_read", "Get the link to your pool", responses=PoolShareSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the link; 404 if your pool is not shared."""
        return Response(PoolShareSerializer(own_pool_share(key, visitor_of(request, key))).data)

    @seat_operation(
        "pool_shares_save", "Share your pool by link", request=ShowPoolSerializer, responses=PoolShareSerializer
    )
    def put(self, request: Request, key: str) -> Response:
        """Share your pool, with or without its packets, and return the link, which stays the same. 403 if packets
        cannot be shown.
        """
        data = valid_body(ShowPoolSerializer, request, answer=PoolShareSerializer)
        shared = services.share_pool(key, visitor_of(request, key), picks=data["picks"])
        return Response(PoolShareSerializer(shared).data)

    @seat_operation("pool_shares_delete", "Stop sharing your pool", responses={204: None})
    def delete(self, request: Request, key: str) -> Response:
        """Turn off the link. Sharing the pool again creates a new one."""
        services.stop_sharing_pool(key, visitor_of(request, key))
        return Response(status=status.HTTP_204_NO_CONTENT)


class SharedPoolDetail(APIView):
    """Shared pool: read by link."""

    @operation("drafts", "shared_pools_read", summary="Get a shared pool", response=SharedPoolSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the cards, for anyone with the key, and the packets if the player shares those as well."""
        shared = shared_pool_by_key(key, partial(visitor_of, request))
        known = catalogue().by_code
        cards = [known[code] for code in shared.codes if code in known]
        body = {"row": shared.row, "seat": shared.seat, "mine": shared.mine, "entries": shared.entries, "cards": cards}
        return Response(SharedPoolSerializer(body).data)
