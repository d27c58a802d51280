"""API of finished drafts: logs, pools, proofs, statistics; and the packets that wait for somebody."""

from dataclasses import asdict

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import get_or_create_person, person_of
from cards.catalogue.queries import catalogue
from cards.core.facts import CardFacts
from common.api.operations import operation
from common.api.pagination import page_of
from common.errors import Invalid
from common.text import gettext_noop, whole_number
from decks.assist.api import CompletedSerializer, CompleteSerializer, completed
from drafts.archive.proofs import proof_of
from drafts.archive.queries import Log, log_of, picks_at_my_tables, picks_of_mine
from drafts.archive.serializers import (
    DraftedPoolSerializer,
    DraftLogSerializer,
    DraftProofSerializer,
    NextTableSerializer,
    PickStatisticsSerializer,
    WaitingPacketSerializer,
)
from drafts.core.archive.log import as_text, pool_as_csv
from drafts.reminders.services import notices_for
from drafts.table import hosting as host_services
from drafts.table.api_common import TOKEN, draft_answer, seat_operation
from drafts.table.identity import who_of
from drafts.table.presenters import in_order

_SEAT = OpenApiParameter("seat", OpenApiTypes.INT, description="Another's log, where the rule of the table opens it.")
_OF = OpenApiParameter("of", OpenApiTypes.STR, enum=["mine", "tables"], default="mine", description="Whose picks.")


def _log(request: Request, key: str) -> Log:
    text = request.query_params.get("seat", "")
    seat = whole_number(text, digits=2)
    if text and seat is None:
        raise Invalid(gettext_noop("A seat must be a number from 0."), place="seat")
    return log_of(key, who_of(request, key), seat)


class LogDetail(APIView):
    """Log of a draft: every packet and pick as data."""

    @operation(
        "drafts",
        "drafts_log",
        summary="The log of a seat, packet by packet",
        parameters=[TOKEN, _SEAT],
        response=DraftLogSerializer,
    )
    def get(self, request: Request, key: str) -> Response:
        """One's own when the draft is over (409 before); another's by the rule of the table, discards never named."""
        draft_log = _log(request, key)
        body = asdict(draft_log) | {"open_seats": [number for number, _name in draft_log.others]}
        return Response(DraftLogSerializer(body).data)


class LogText(APIView):
    """Log of a draft as plain text."""

    @operation(
        "drafts",
        "drafts_log_text",
        summary="The same as text",
        parameters=[TOKEN, _SEAT],
        responses={(200, "text/plain"): OpenApiTypes.STR},
    )
    def get(self, request: Request, key: str) -> HttpResponse:
        """A heading a round, a line a pick."""
        draft_log = _log(request, key)
        text = as_text(f"{draft_log.name}: {draft_log.player}", draft_log.entries, catalogue().by_code)
        return HttpResponse(text, content_type="text/plain; charset=utf-8")


class PoolDetail(APIView):
    """Drafted pool of the caller's seat."""

    @seat_operation("drafts_pool", "My pool", responses=DraftedPoolSerializer)
    def get(self, request: Request, key: str) -> Response:
        """When the draft is over; nobody gets another's."""
        draft_log = _own_log(request, key)
        cards = [
            {"code": entry.code, "name": entry.label, "people": entry.people.value, "type": entry.type.value}
            for entry in _pool(draft_log)
        ]
        return Response(DraftedPoolSerializer({"draft": key, "pool": draft_log.pool_key, "cards": cards}).data)


class PoolCsv(APIView):
    """Drafted pool of the caller's seat as CSV."""

    @seat_operation("drafts_pool_csv", "My pool as CSV", responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, key: str) -> HttpResponse:
        """Code, name, people, type, fire, earth, moons."""
        return HttpResponse(pool_as_csv(_pool(_own_log(request, key))), content_type="text/csv; charset=utf-8")


class PoolDeck(APIView):
    """Deck of the drafted pool of the caller's seat, with or without an account."""

    @seat_operation(
        "drafts_complete", "Make a deck of my pool", request=CompleteSerializer, responses=CompletedSerializer
    )
    def post(self, request: Request, key: str) -> Response:
        """As `decks_complete`, of what my seat has drafted; needs no account. Nothing is kept."""
        return completed(request, tuple(card.code for card in _pool(_own_log(request, key))))


def _own_log(request: Request, key: str) -> Log:
    return log_of(key, who_of(request, key), None)


def _pool(log: Log) -> list[CardFacts]:
    return in_order((entry.taken for entry in log.entries), catalogue())


class Proof(APIView):
    """Proof of the shuffle: commitment, salts and deal, to check the draft with."""

    @seat_operation("drafts_proof", "Proofs for every card my seat saw", responses=DraftProofSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Once the draft is over; check it with `verify_draft` or on the page. 409 before."""
        return Response(proof_of(key, who_of(request, key)))


class OpenLog(APIView):
    """Open the log of a draft to those who drafted; host only."""

    @seat_operation("drafts_open_log", "Say that the match or event is over")
    def post(self, request: Request, key: str) -> Response:
        """Only the host, where that was agreed: from now on those who drafted may read all picks."""
        return draft_answer(host_services.open_log(key, who=who_of(request, key)))


class Again(APIView):
    """Open a new draft with the same set-up."""

    @seat_operation("drafts_again", "Draft again with the same people", responses={201: NextTableSerializer})
    def post(self, request: Request, key: str) -> Response:
        """A table with the same set-up that I host; the seats of the others are kept for them."""
        new = host_services.again(key, who=who_of(request, key), person=get_or_create_person(request, making="draft"))
        return Response({"key": new}, status=status.HTTP_201_CREATED)


class StatisticsDetail(APIView):
    """Pick statistics: how early each card is taken."""

    @operation(
        "drafts",
        "drafts_statistics",
        summary="When cards were taken in my drafts, or at my tables",
        parameters=[_OF],
        response=PickStatisticsSerializer,
    )
    def get(self, request: Request) -> Response:
        """Over all finished drafts; `tables` counts everybody's picks where they are open to those who drafted."""
        find = picks_at_my_tables if request.query_params.get("of", "").lower() == "tables" else picks_of_mine
        return Response(PickStatisticsSerializer(find(person_of(request))).data)


class Notices(APIView):
    """Drafts in which the caller is awaited, the most urgent first."""

    is_of_the_caller = True

    @operation(
        "drafts",
        "waiting_packets_list",
        summary="The packets of drafts over days that wait for me",
        page=WaitingPacketSerializer,
        filters=False,
    )
    def get(self, request: Request) -> Response:
        """The most urgent first, at most 20; no card is named."""
        return page_of(request, notices_for(person_of(request)), WaitingPacketSerializer)
