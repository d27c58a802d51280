"""API of the requests for a place in an event."""

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import person_of
from common.api.bodies import body_of
from common.api.operations import operation
from common.api.pagination import page_of
from matches.core.tournament import Permission
from matches.events.entry import services
from matches.events.entry.capacity import entry_requests_of
from matches.events.entry.serializers import DecisionSerializer, PlaceRequestSerializer
from matches.events.queries import event_by_key
from matches.events.transactions import require


class EntryRequests(APIView):
    """Requests for a place in an event: list, and withdraw one's own."""

    @operation("events", "place_requests_list", page=PlaceRequestSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return everyone waiting for approval or a spot, in order. Organisers only."""
        event = event_by_key(key)
        require(event, person_of(request), Permission.ADMIT)
        return page_of(request, entry_requests_of(event), PlaceRequestSerializer)

    @operation("events", "place_requests_withdraw")
    def delete(self, request: Request, key: str) -> Response:
        """Leave the waiting list."""
        services.withdraw_entry_request(by=person_of(request), key=key)
        return Response(status=status.HTTP_204_NO_CONTENT)


class EntryRequestDetail(APIView):
    """Request for a place in an event: let in or refuse."""

    @operation("events", "place_requests_decide", request=DecisionSerializer)
    def post(self, request: Request, key: str, pk: int) -> Response:
        """Accept or refuse a request. If the event is full, an accepted player joins the waiting list. Organisers
        only.
        """
        admit = body_of(DecisionSerializer, request)["admit"]
        services.decide_entry_request(by=person_of(request), key=key, request=pk, admit=admit)
        return Response(status=status.HTTP_204_NO_CONTENT)
