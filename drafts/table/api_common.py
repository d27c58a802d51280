"""Helpers of the API of drafts: set-ups from request bodies, and responses that most operations share."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from accounts.models import Person, token_digest
from common.api.operations import operation
from drafts.core.engine.clock import Clock
from drafts.core.engine.setup import HouseDeal, Setup, parse_last_deal, parse_passing_mode, parse_peoples, parse_sharing
from drafts.core.engine.sharing import Sharing
from drafts.lists.queries import readable_card_list
from drafts.table.identity import TOKEN_HEADER, visitor_of
from drafts.table.loaded import Visitor
from drafts.table.queries import VisibleDraft, visible_draft_for
from drafts.table.rows import load_draft
from drafts.table.serializers import DraftSerializer, TakenSeatSerializer
from drafts.table.services import TakenSeat

TOKEN_PARAMETER = OpenApiParameter(
    TOKEN_HEADER,
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The secret of a seat, received when it was taken.",
)

ViewHandler = TypeVar("ViewHandler", bound=Callable[..., HttpResponse])


def seat_operation(
    name: str, summary: str, *, request: type[Serializer[Any]] | None = None, responses: Any = DraftSerializer
) -> Callable[[ViewHandler], ViewHandler]:
    """Describe an operation on a draft; by default it returns the draft as the caller may see it."""
    return operation(
        "drafts", name, summary=summary, parameters=[TOKEN_PARAMETER], request=request, responses=responses
    )


def action_view(operation_id: str, summary: str, about: str, service: Callable[..., VisibleDraft]) -> type[APIView]:
    """Make a view that needs no request body: it calls the service and returns the draft."""

    class Action(APIView):
        @seat_operation(operation_id, summary)
        def post(self, request: Request, key: str, **place: int) -> Response:
            return draft_response(service(key, visitor=visitor_of(request, key), **place))

        post.__doc__ = about

    return Action


def setup_from_data(data: dict[str, Any], person: Person | None) -> Setup:
    """Return the set-up of a request body; raises `Invalid` with the broken rule, `Missing` for an unknown list."""
    own, house = data["house"], None
    if own:
        cards = readable_card_list(own["card_list"], person).codes if own["card_list"] else own["cards"]
        house = HouseDeal(own["packet"], own["rounds"], own["last_deal"], tuple(cards))
    step8, flow = parse_last_deal(data["step8"]), parse_passing_mode(data["flow"])
    sharing, over_days = parse_sharing(data["sharing"]), Clock(data["pick_seconds"]).is_long
    if sharing is Sharing.WINCHESTER and data["face_down"]:
        sharing = Sharing.WINSTON
    return Setup(data["players"], parse_peoples(data["peoples"]), step8, flow, house, sharing, over_days)


# Made once, because making a serializer with so many fields takes longer than using it.
_DRAFT_SERIALIZER = DraftSerializer()


def draft_response(visible_draft: VisibleDraft) -> Response:
    return Response(_DRAFT_SERIALIZER.to_representation(visible_draft))


def taken_seat_response(seated: TakenSeat, who: Visitor) -> Response:
    """Return a response with a seat, its token, and the seat’s view of the draft."""
    visitor = Visitor(who.person_id, (token_digest(seated.token), *who.digests))
    visible_draft = visible_draft_for(load_draft(seated.key), visitor)
    body = {"seat": seated.number, "seat_token": seated.token, "draft": visible_draft}
    return Response(TakenSeatSerializer(body).data, status=status.HTTP_201_CREATED)
