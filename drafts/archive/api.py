"""API of finished drafts: logs, pools, proofs and statistics; and of packets waiting for the caller."""

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
from common.api.operations import FileNegotiation, operation
from common.api.pagination import page_of
from common.errors import Invalid
from common.text import gettext_noop, parse_whole_number
from decks.assist.api import CompletedSerializer, CompleteSerializer, completion_response
from drafts.archive import same_pool
from drafts.archive.queries import (
    SeatLog,
    seat_log_for,
    shuffle_proof_for,
    statistics_of_own_drafts,
    statistics_of_own_picks,
)
from drafts.archive.serializers import (
    DraftedPoolSerializer,
    DraftLogSerializer,
    DraftProofSerializer,
    NextTableSerializer,
    PickStatisticsSerializer,
    WaitingPacketSerializer,
)
from drafts.core.archive.log import pool_as_csv
from drafts.reminders.services import waiting_notices_for
from drafts.table import hosting as host_services
from drafts.table.api_common import TOKEN_PARAMETER, action_view, seat_operation
from drafts.table.identity import visitor_of
from drafts.table.presenters import sorted_cards

_SEAT_PARAMETER = OpenApiParameter(
    "seat", OpenApiTypes.INT, description="Another seat’s log, if the draft’s log rule allows it."
)
_WHOSE_PICKS_PARAMETER = OpenApiParameter(
    "of", OpenApiTypes.STR, enum=["mine", "tables"], default="mine", description="Whose picks to count."
)


def _requested_seat_log(request: Request, key: str) -> SeatLog:
    text = request.query_params.get("seat", "")
    seat = parse_whole_number(text, digits=2)
    if text and seat is None:
        raise Invalid(gettext_noop("A seat must be a number from 0."), field="seat")
    return seat_log_for(key, visitor_of(request, key), seat)


class SeatLogDetail(APIView):
    """Log of a draft: every packet and pick as data."""

    @operation(
        "drafts",
        "drafts_log",
        summary="Get a draft log",
        parameters=[TOKEN_PARAMETER, _SEAT_PARAMETER],
        response=DraftLogSerializer,
    )
    def get(self, request: Request, key: str) -> Response:
        """Return the log of a seat, packet by packet. 409 for your own until the draft is finished; others follow the
        draft's log rule. Discards are never named.
        """
        draft_log = _requested_seat_log(request, key)
        body = asdict(draft_log) | {"open_seats": [number for number, _name in draft_log.others]}
        return Response(DraftLogSerializer(body).data)


class SeatLogTextDownload(APIView):
    """Log of a draft as plain text."""

    content_negotiation_class = FileNegotiation

    @operation(
        "drafts",
        "drafts_log_text",
        summary="Get a draft log as text",
        parameters=[TOKEN_PARAMETER, _SEAT_PARAMETER],
        responses={(200, "text/plain"): OpenApiTypes.STR},
    )
    def get(self, request: Request, key: str) -> HttpResponse:
        """Return the same log as text, with a heading for each round and a line for each pick."""
        text = _requested_seat_log(request, key).as_text(catalogue().by_code)
        return HttpResponse(text, content_type="text/plain; charset=utf-8")


class DraftedPoolDetail(APIView):
    """Drafted pool of the caller's seat."""

    @seat_operation("drafts_pool", "Get your pool", responses=DraftedPoolSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the cards you drafted. 409 until the draft is finished. No one else can read it."""
        draft_log = _own_seat_log(request, key)
        body = {"draft": key, "pool": draft_log.pool_key, "cards": _own_pool(draft_log)}
        return Response(DraftedPoolSerializer(body).data)


class PoolCsvDownload(APIView):
    """Drafted pool of the caller's seat as CSV."""

    content_negotiation_class = FileNegotiation

    @seat_operation("drafts_pool_csv", "Get your pool as CSV", responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, key: str) -> HttpResponse:
        """Return code, name, people, type, fire, earth and moons of each card."""
        return HttpResponse(pool_as_csv(_own_pool(_own_seat_log(request, key))), content_type="text/csv; charset=utf-8")


class SuggestPoolDeck(APIView):
    """Deck of the drafted pool of the caller's seat, with or without an account."""

    @seat_operation(
        "drafts_complete", "Suggest a deck from your pool", request=CompleteSerializer, responses=CompletedSerializer
    )
    def post(self, request: Request, key: str) -> Response:
        """Return a suggested deck, like `decks_complete`, made from what your seat drafted. Needs no account; nothing
        is saved.
        """
        return completion_response(request, tuple(card.code for card in _own_pool(_own_seat_log(request, key))))


def _own_seat_log(request: Request, key: str) -> SeatLog:
    return seat_log_for(key, visitor_of(request, key), None)


def _own_pool(log: SeatLog) -> list[CardFacts]:
    return sorted_cards(log.pool, catalogue())


class ShuffleProofDetail(APIView):
    """Proof of the shuffle: commitment, salts and deal, to check the draft with."""

    @seat_operation("drafts_proof", "Get the proofs for every card your seat saw", responses=DraftProofSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the proofs once the draft is finished; 409 until then. Check them with `verify_draft` or on the
        page.
        """
        return Response(shuffle_proof_for(key, visitor_of(request, key)))


OpenDraftLog = action_view(
    "drafts_open_log",
    "Open the log",
    """Mark the match or event as over and return the draft. Everyone who drafted can now read all picks. Host
    only, if this was agreed.
    """,
    host_services.open_draft_log,
)
HandInDeck = action_view(
    "drafts_hand_in",
    "Hand in your deck",
    "Hand in the deck of 30 from the same pool you changed last, and return the draft. 409 once decks are compared.",
    same_pool.submit_deck,
)
OpenComparison = action_view(
    "drafts_compare",
    "Compare the decks of the same pool",
    "Compare the decks handed in, without the missing ones, and return the draft. Host only; after a week any player.",
    same_pool.open_comparison,
)


class RepeatDraft(APIView):
    """Open a new draft with the same set-up."""

    @seat_operation("drafts_again", "Draft again with the same players", responses={201: NextTableSerializer})
    def post(self, request: Request, key: str) -> Response:
        """Create a draft with the same setup and you as host, and return it. The other seats are reserved for the
        same players.
        """
        new = host_services.repeat_draft(
            key, visitor=visitor_of(request, key), person=get_or_create_person(request, making="draft")
        )
        return Response({"key": new}, status=status.HTTP_201_CREATED)


class PickStatisticsDetail(APIView):
    """Pick statistics: how early each card is taken."""

    is_of_the_caller = True

    @operation(
        "drafts",
        "drafts_statistics",
        summary="Get pick statistics",
        parameters=[_WHOSE_PICKS_PARAMETER],
        response=PickStatisticsSerializer,
    )
    def get(self, request: Request) -> Response:
        """Return when cards were picked in your finished drafts. With `tables`, everyone's picks count where all
        drafters can read them.
        """
        whose = request.query_params.get("of", "").lower()
        find = statistics_of_own_drafts if whose == "tables" else statistics_of_own_picks
        return Response(PickStatisticsSerializer(find(person_of(request))).data)


class WaitingPacketList(APIView):
    """Drafts in which the caller is awaited, the most urgent first."""

    is_of_the_caller = True

    @operation(
        "drafts",
        "waiting_packets_list",
        summary="List packets waiting for you",
        page=WaitingPacketSerializer,
        filters=False,
    )
    def get(self, request: Request) -> Response:
        """Return the packets waiting for you in long drafts, most urgent first, up to 20. No cards are named."""
        return page_of(request, waiting_notices_for(person_of(request)), WaitingPacketSerializer)
