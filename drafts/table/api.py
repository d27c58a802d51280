"""API of a draft table: create, join, start, pause, seats, host actions, notes, picks and planned picks."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import get_or_create_person, person_of
from common.api.bodies import valid_body
from common.api.list_filters import NEW, OLD, ListFilters
from common.api.operations import operation
from common.api.pagination import page_of
from drafts.models import TERM_FIELDS, Draft
from drafts.table import clocks, picks, services
from drafts.table import hosting as host_services
from drafts.table.api_common import (
    TOKEN_PARAMETER,
    action_view,
    draft_response,
    seat_operation,
    setup_from_data,
    taken_seat_response,
)
from drafts.table.identity import visitor_of
from drafts.table.picks import own_wishlist, save_wishlist, wishlist_of_visitor
from drafts.table.queries import drafts_of_person, partner_cards_for, visible_draft_for
from drafts.table.serializers import (
    DraftLineSerializer,
    DraftNotesSerializer,
    DraftSetupSerializer,
    MoveSeatSerializer,
    NewDraftSerializer,
    PartnerCardsSerializer,
    PickSerializer,
    PlannedPickSerializer,
    PlanSerializer,
    ReadySerializer,
    SetupSerializer,
    TakenSeatSerializer,
    TakeSeatSerializer,
    TermsSerializer,
    WishlistSerializer,
)
from drafts.table.services import own_note, save_note

StartDraft = action_view(
    "drafts_start",
    "Start the draft",
    "Start the draft and return it. Host only; bots take the empty seats.",
    services.start_draft,
)
AbortDraft = action_view(
    "drafts_abort", "Cancel the draft", "Cancel the draft and return it. Host only.", services.abort_draft
)
LeaveSeat = action_view(
    "drafts_leave",
    "Leave a seat",
    "Empty your own seat, or any seat as host, and return the draft. After the start a bot plays it.",
    host_services.leave_seat,
)
TakeSeatBack = action_view(
    "drafts_take_back",
    "Take your seat back from a bot",
    "Play your own seat again and return the draft. You keep the cards the bot picked.",
    services.take_seat_back,
)
PauseDraft = action_view(
    "drafts_pause",
    "Pause the draft",
    "Pause the draft and return it. No one can pick until the host resumes it. Host only.",
    clocks.pause_draft,
)
ResumeDraft = action_view(
    "drafts_resume",
    "Resume the draft",
    "Resume the draft and return it. Every player has as much time left as before.",
    clocks.resume_draft,
)
ShuffleSeats = action_view(
    "drafts_shuffle_seats",
    "Shuffle the seats",
    "Shuffle the seats before the start and return the draft. Host only. With random seating they are shuffled again.",
    host_services.shuffle_seats,
)
RemovePlayer = action_view(
    "drafts_send_away",
    "Remove a player for good",
    "Empty the seat and return the draft. Host only. After the start a bot plays it until someone takes over.",
    host_services.remove_player,
)
HandOverHost = action_view(
    "drafts_hand_over",
    "Make another player host",
    "Make another player host and return the draft. Host only; a bot cannot be host.",
    host_services.hand_over_host,
)
BecomeHost = action_view(
    "drafts_step_in",
    "Take over as host",
    "Become host in place of one who has gone, and return the draft. For any player once `host_away` is true.",
    host_services.become_host,
)


class SetupCheck(APIView):
    """Set-up check: the figures of a set-up, without creating a draft."""

    keeps_nothing = True

    @operation(
        "drafts",
        "drafts_preflight",
        summary="Get the numbers for a setup",
        request=SetupSerializer,
        response=DraftSetupSerializer,
    )
    def post(self, request: Request) -> Response:
        """Return pool size, rounds, last deal, and cards kept and discarded; 400 with the rule for an impossible
        setup.
        """
        return Response(
            DraftSetupSerializer(setup_from_data(valid_body(SetupSerializer, request), person_of(request))).data
        )


_FILTERS = ListFilters(
    text=("name",),
    names=("seats__nickname",),
    exact={"status": ("status", Draft.Status.values)},
    orders={"new": NEW, "old": OLD, "name": ("name", "pk")},
)


class DraftList(APIView):
    """Drafts: list the caller’s, create one."""

    is_of_the_caller = True

    @operation(
        "drafts", "drafts_list", summary="List your drafts", parameters=_FILTERS.parameters(), page=DraftLineSerializer
    )
    def get(self, request: Request) -> Response:
        """Return the drafts you host or play in, newest first."""
        return page_of(request, _FILTERS.apply(request, drafts_of_person(person_of(request))), DraftLineSerializer)

    @operation(
        "drafts", "drafts_create", summary="Create a draft", request=NewDraftSerializer, created=TakenSeatSerializer
    )
    def post(self, request: Request) -> Response:
        """Create a draft with you as its host, and return your seat with its token."""
        data = valid_body(NewDraftSerializer, request)
        seated = services.create_draft(
            setup=setup_from_data(data, person_of(request)),
            list_key=data["house"]["card_list"] if data["house"] else "",
            host=get_or_create_person(request, data["nickname"], making="draft"),
            name=data["name"],
            **{name: data[name] for name in TERM_FIELDS},
        )
        return taken_seat_response(seated, visitor_of(request, seated.key))


class DraftDetail(APIView):
    """Draft: read it as the caller's seat sees it."""

    @seat_operation("drafts_read", "Get a draft")
    def get(self, request: Request, key: str) -> Response:
        """Return the draft as your seat sees it. The public part is for everyone; a packet or pool only for its own
        seat.
        """
        visitor = visitor_of(request, key)
        return draft_response(visible_draft_for(clocks.visit_draft(key, visitor), visitor))


class JoinDraft(APIView):
    """Take a seat at a draft."""

    @seat_operation("drafts_join", "Join a draft", request=TakeSeatSerializer, responses={201: TakenSeatSerializer})
    def post(self, request: Request, key: str) -> Response:
        """Take a seat and return its token. Needs no account: the token is the only proof of the seat. If you already
        have a seat, you get a new token.
        """
        visitor, data = visitor_of(request, key), valid_body(TakeSeatSerializer, request)
        seated = services.join_draft(key, visitor=visitor, person=person_of(request), nickname=data["nickname"])
        return taken_seat_response(seated, visitor)


class PickCard(APIView):
    """Pick a card."""

    @seat_operation("drafts_pick", "Pick a card", request=PickSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Pick a card from your packet and return the draft. Repeating the same pick changes nothing; a different
        card from a packet you have passed is a conflict.
        """
        data = valid_body(PickSerializer, request)
        visible_draft = picks.pick_card(
            key,
            visitor=visitor_of(request, key),
            round_number=data["round"],
            number=data["number"],
            card=data["card"],
            instead=data["instead"],
        )
        return draft_response(visible_draft)


class SetReady(APIView):
    """Readiness of the caller’s seat before the draft."""

    @seat_operation("drafts_ready", "Set whether you are ready", request=ReadySerializer)
    def post(self, request: Request, key: str) -> Response:
        """Set whether you are ready, before the draft starts, and return the draft. If a seat is reserved for you,
        this takes it.
        """
        ready = valid_body(ReadySerializer, request)["ready"]
        return draft_response(host_services.set_seat_ready(key, visitor=visitor_of(request, key), ready=ready))


class MoveSeat(APIView):
    """Move a seat to another place."""

    @seat_operation("drafts_move", "Move a player to another place", request=MoveSeatSerializer)
    def post(self, request: Request, key: str, number: int) -> Response:
        """Move a player and return the draft. The host can move anyone and swap two players; others can only move
        themselves, to an empty place.
        """
        to = valid_body(MoveSeatSerializer, request)["to"]
        return draft_response(host_services.move_seat(key, visitor=visitor_of(request, key), number=number, to=to))


class ChangeTerms(APIView):
    """Change the settings that can change before the draft."""

    @seat_operation("drafts_agree", "Change the agreed settings", request=TermsSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Change bots, seating, or when picks are shown, and return the draft. Host only. 409 once the draft has
        started, because the settings are final then.
        """
        terms = valid_body(TermsSerializer, request)
        return draft_response(host_services.change_terms(key, visitor=visitor_of(request, key), **terms))


class RenewSeatLink(APIView):
    """Make a new token for the caller’s seat."""

    @seat_operation("drafts_renew_token", "Get a new seat token", responses={201: TakenSeatSerializer})
    def post(self, request: Request, key: str) -> Response:
        """Return a new token for your seat. The old one stops working. `/drafts/KEY/seat/TOKEN/` opens the seat in a
        browser.
        """
        visitor = visitor_of(request, key)
        return taken_seat_response(services.create_seat_link(key, visitor=visitor), visitor)


class SeatNotesDetail(APIView):
    """Private notes of the caller’s seat: read and save."""

    @seat_operation("draft_notes_read", "Get your notes", responses=DraftNotesSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the notes at your seat. No one else can read them, not even the host or staff."""
        return Response({"text": own_note(key, visitor_of(request, key))})

    @seat_operation("draft_notes_save", "Save your notes", request=DraftNotesSerializer, responses=DraftNotesSerializer)
    def put(self, request: Request, key: str) -> Response:
        """Replace the notes at your seat, and return them."""
        text = valid_body(DraftNotesSerializer, request)["text"]
        save_note(key, visitor=visitor_of(request, key), text=text)
        return Response({"text": text})

    @seat_operation("draft_notes_post", "Save your notes", request=DraftNotesSerializer, responses=DraftNotesSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Replace the notes at your seat, and return them. The earlier name of PUT."""
        return self.put(request, key)


class PartnerCards(APIView):
    """Cards of the caller’s partners in a draft with teams."""

    @operation(
        "drafts",
        "draft_partners_list",
        summary="Get your partners’ cards",
        parameters=[TOKEN_PARAMETER],
        page=PartnerCardsSerializer,
        filters=False,
    )
    def get(self, request: Request, key: str) -> Response:
        """Return the cards that each partner has taken. 409 until the draft is finished, unless `open_partners` is
        set.
        """
        return page_of(request, partner_cards_for(key, visitor_of(request, key)), PartnerCardsSerializer)


class PlannedPickDetail(APIView):
    """Planned pick for when time runs out: read and change."""

    @seat_operation("draft_plans_read", "Get your planned pick", responses=PlannedPickSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the pick your seat has planned. Only the seat can see it."""
        return Response({"card": picks.own_planned_card(key, visitor=visitor_of(request, key))})

    @seat_operation("drafts_plan", "Plan a pick", request=PlanSerializer, responses=PlannedPickSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Plan the pick that counts if time for this packet runs out, and return it. Send an empty card to clear it."""
        data, visitor = valid_body(PlanSerializer, request), visitor_of(request, key)
        place = {"round_number": data["round"], "number": data["number"]}
        visible_draft = picks.plan_pick(key, visitor=visitor, card=data["card"], **place)
        return Response({"card": picks.planned_card(visible_draft)})


class WishlistDetail(APIView):
    """Wishes of the caller’s seat where all cards lie open: read and replace."""

    @seat_operation("draft_wishlists_read", "Get your wishes", responses=WishlistSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the cards your seat wants that are still there, the best first. Only the seat can see them."""
        return Response({"cards": wishlist_of_visitor(key, visitor_of(request, key))})

    @seat_operation(
        "draft_wishlists_save", "Replace your wishes", request=WishlistSerializer, responses=WishlistSerializer
    )
    def put(self, request: Request, key: str) -> Response:
        """Replace your wishes, and return those left. On each of your turns, also this one, you get the first that is
        still there at once. 409 unless all cards lie open.
        """
        cards = valid_body(WishlistSerializer, request)["cards"]
        return Response({"cards": own_wishlist(save_wishlist(key, visitor=visitor_of(request, key), cards=cards))})
