"""API of a draft table: opening, joining, beginning, pauses, seating, host actions, notes, picks in advance."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import get_or_create_person, person_of
from common.api.bodies import body_of
from common.api.operations import operation
from common.api.pagination import page_of
from drafts.models import TERMS
from drafts.table import hosting as host_services
from drafts.table import services
from drafts.table.api_common import deed, draft_answer, seat_operation, seated_answer, setup_asked
from drafts.table.identity import who_of
from drafts.table.notes import note_at, save_note
from drafts.table.queries import drafts_of
from drafts.table.serializers import (
    DraftLineSerializer,
    DraftNotesSerializer,
    DraftSetupSerializer,
    MoveSeatSerializer,
    NewDraftSerializer,
    PickSerializer,
    PlannedPickSerializer,
    PlanSerializer,
    ReadySerializer,
    SetupSerializer,
    TakenSeatSerializer,
    TakeSeatSerializer,
    TermsSerializer,
)

Start = deed("drafts_start", "Begin the draft", "Only the host; bots take the empty seats.", services.start)
Abort = deed("drafts_abort", "Call the draft off", "Only the host.", services.abort)
Leave = deed(
    "drafts_leave",
    "Give up a seat",
    "One's own, or as the host another's: empty again before the start, played by a bot afterwards.",
    host_services.leave,
)
TakeBack = deed(
    "drafts_take_back", "Play my seat again after a bot has", "The cards the bot kept are mine.", services.take_back
)
Pause = deed(
    "drafts_pause", "Pause the draft", "Only the host; nothing can be picked until they let it go on.", services.pause
)
Resume = deed("drafts_resume", "Let the draft go on", "Every deadline is as far away as it was.", services.resume)
DrawLots = deed(
    "drafts_shuffle_seats",
    "Shuffle the seats",
    "Only the host, before the draft begins. With `seating` random lots are drawn at the beginning anyway.",
    host_services.draw_lots,
)
SendAway = deed(
    "drafts_send_away",
    "Send somebody away for good",
    "Only the host. The seat is empty, or once the draft has begun a bot's that anybody else may take over.",
    host_services.send_away,
)
HandOver = deed(
    "drafts_hand_over", "Make somebody else the host", "Only the host; not to a bot.", host_services.hand_over
)
StepIn = deed(
    "drafts_step_in",
    "Become the host in the place of one who has gone",
    "Anybody at the table, once `host_away` is true: a bot plays for the host, or five silent minutes passed.",
    host_services.step_in,
)


class Preflight(APIView):
    """Set-up check: pool, rounds and figures of a set-up, without opening a table."""

    keeps_nothing = True

    @operation(
        "drafts",
        "drafts_preflight",
        summary="The figures of a set-up",
        request=SetupSerializer,
        response=DraftSetupSerializer,
    )
    def post(self, request: Request) -> Response:
        """Pool, rounds, last deal, cards kept and discarded; 400 with the rule for a set-up that cannot be."""
        return Response(DraftSetupSerializer(setup_asked(body_of(SetupSerializer, request))).data)


class Drafts(APIView):
    """Drafts: list the caller's and open a table."""

    is_of_the_caller = True

    @operation("drafts", "drafts_list", summary="The drafts I host or sit at", page=DraftLineSerializer)
    def get(self, request: Request) -> Response:
        """The latest first."""
        return page_of(request, drafts_of(person_of(request)), DraftLineSerializer)

    @operation(
        "drafts", "drafts_create", summary="Open a table", request=NewDraftSerializer, created=TakenSeatSerializer
    )
    def post(self, request: Request) -> Response:
        """Open a table and sit down at it as its host."""
        data = body_of(NewDraftSerializer, request)
        seated = services.create_draft(
            setup=setup_asked(data),
            host=get_or_create_person(request, data["nickname"], making="draft"),
            name=data["name"],
            **{name: data[name] for name in TERMS},
        )
        return seated_answer(seated, who_of(request, seated.key))


class DraftDetail(APIView):
    """Draft: read it as the caller's seat sees it."""

    @seat_operation("drafts_read", "A draft as my seat sees it")
    def get(self, request: Request, key: str) -> Response:
        """Public facts for everyone; packet and pool only for the seat whose they are."""
        return draft_answer(services.visit(key, who_of(request, key)))


class Join(APIView):
    """Take a seat at a draft."""

    @seat_operation("drafts_join", "Take a seat", request=TakeSeatSerializer, responses={201: TakenSeatSerializer})
    def post(self, request: Request, key: str) -> Response:
        """Works without an account: then the seat token alone is the seat. Who sits there gets a new token."""
        who, data = who_of(request, key), body_of(TakeSeatSerializer, request)
        seated = services.join(key, who=who, person=person_of(request), nickname=data["nickname"])
        return seated_answer(seated, who)


class Picks(APIView):
    """Pick a card."""

    @seat_operation("drafts_pick", "Keep a card", request=PickSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Saying the same pick again changes nothing; another card of an answered packet is a conflict."""
        data = body_of(PickSerializer, request)
        seen = services.pick(
            key,
            who=who_of(request, key),
            number_of_round=data["round"],
            number=data["number"],
            card=data["card"],
            instead=data["instead"],
        )
        return draft_answer(seen)


class Ready(APIView):
    """Report one's own seat ready, or not, before the draft."""

    @seat_operation("drafts_ready", "Say that I am ready, or not yet", request=ReadySerializer)
    def post(self, request: Request, key: str) -> Response:
        """Only before the draft begins. A seat that was kept for somebody is taken by it."""
        ready = body_of(ReadySerializer, request)["ready"]
        return draft_answer(host_services.set_ready(key, who=who_of(request, key), ready=ready))


class Move(APIView):
    """Move a seat to another place."""

    @seat_operation("drafts_move", "Put a seat at another place", request=MoveSeatSerializer)
    def post(self, request: Request, key: str, number: int) -> Response:
        """The host moves anyone and makes two change places; everyone else moves themself, to an empty place."""
        to = body_of(MoveSeatSerializer, request)["to"]
        return draft_answer(host_services.move(key, who=who_of(request, key), number=number, to=to))


class Agree(APIView):
    """Change what can still be agreed before the draft."""

    @seat_operation("drafts_agree", "Change bots, seating or when picks are shown", request=TermsSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Only the host, before the draft begins; 409 afterwards, for what was agreed is frozen."""
        return draft_answer(host_services.agree(key, who=who_of(request, key), **body_of(TermsSerializer, request)))


class NewLink(APIView):
    """Make a new secret link to one's own seat."""

    @seat_operation("drafts_renew_token", "A new token for my seat", responses={201: TakenSeatSerializer})
    def post(self, request: Request, key: str) -> Response:
        """The one before is worth nothing from now on. `/drafts/KEY/seat/TOKEN/` opens the seat in a browser."""
        who = who_of(request, key)
        return seated_answer(services.new_link(key, who=who), who)


class Notes(APIView):
    """Private notes of one's own seat: read and save."""

    @seat_operation("draft_notes_read", "What I have noted at my seat", responses=DraftNotesSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Read by nobody else, the host and the staff included."""
        return Response({"text": note_at(key, who_of(request, key))})

    @seat_operation(
        "draft_notes_save", "Keep notes at my seat", request=DraftNotesSerializer, responses=DraftNotesSerializer
    )
    def put(self, request: Request, key: str) -> Response:
        """In the place of what was there."""
        text = body_of(DraftNotesSerializer, request)["text"]
        save_note(key, who=who_of(request, key), text=text)
        return Response({"text": text})

    @seat_operation(
        "draft_notes_post", "Keep notes at my seat", request=DraftNotesSerializer, responses=DraftNotesSerializer
    )
    def post(self, request: Request, key: str) -> Response:
        """What PUT does, by its earlier name."""
        return self.put(request, key)


class PlanAhead(APIView):
    """Pick in advance, used when time runs out: read and choose."""

    @seat_operation("draft_plans_read", "What my seat has chosen in advance", responses=PlannedPickSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Only the seat itself sees it."""
        return Response({"card": services.planned_by(key, who=who_of(request, key))})

    @seat_operation("drafts_plan", "Choose in advance", request=PlanSerializer, responses=PlannedPickSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Counts when the time for this packet runs out; an empty card takes it back."""
        data, who = body_of(PlanSerializer, request), who_of(request, key)
        place = {"number_of_round": data["round"], "number": data["number"]}
        seen = services.plan_pick(key, who=who, card=data["card"], **place)
        return Response({"card": services.planned(seen)})
