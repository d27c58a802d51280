"""API of drafts: everything the pages do, so that a bot over HTTP can host, sit and pick."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import get_or_create_person, person_of
from common.api.bodies import body_of
from common.api.operations import operation
from common.api.pagination import page_of
from drafts.table import services
from drafts.table.api_common import draft_answer, seat_operation, seated_answer, setup_asked
from drafts.table.host import services as host_services
from drafts.table.identity import who_of
from drafts.table.queries import drafts_of
from drafts.table.serializers import (
    CreateRequest,
    DraftLine,
    JoinRequest,
    PickRequest,
    SeatedAnswer,
    SetupAnswer,
    SetupRequest,
)


class Preflight(APIView):
    """Set-up check: pool, rounds and figures of a set-up, without opening a table."""

    keeps_nothing = True

    @operation(
        "drafts", "drafts_preflight", summary="The figures of a set-up", request=SetupRequest, response=SetupAnswer
    )
    def post(self, request: Request) -> Response:
        """Pool, rounds, last deal, cards kept and discarded; 400 with the rule for a set-up that cannot be."""
        return Response(SetupAnswer(setup_asked(body_of(SetupRequest, request))).data)


class Drafts(APIView):
    """Drafts: list the caller's and open a table."""

    is_of_the_caller = True

    @operation("drafts", "drafts_list", summary="The drafts I host or sit at", page=DraftLine)
    def get(self, request: Request) -> Response:
        """The latest first."""
        return page_of(request, drafts_of(person_of(request)), DraftLine)

    @operation("drafts", "drafts_create", summary="Open a table", request=CreateRequest, created=SeatedAnswer)
    def post(self, request: Request) -> Response:
        """Open a table and sit down at it as its host."""
        data = body_of(CreateRequest, request)
        seated = services.create_draft(
            setup=setup_asked(data),
            host=get_or_create_person(request, data["nickname"], making="draft"),
            name=data["name"],
            pick_seconds=data["pick_seconds"],
            shrinking=data["shrinking"],
            review_seconds=data["review_seconds"],
            quiet_hours=data["quiet_hours"],
            grace_seconds=data["grace_seconds"],
            seating=data["seating"],
            company=data["company"],
            log_rule=data["log_rule"],
        )
        return seated_answer(seated, who_of(request, seated.key))


class DraftDetail(APIView):
    """Draft: read it as the caller's seat sees it."""

    @seat_operation("drafts_retrieve", "A draft as my seat sees it")
    def get(self, request: Request, key: str) -> Response:
        """Public facts for everyone; packet and pool only for the seat whose they are."""
        return draft_answer(services.visit(key, who_of(request, key)))


class Join(APIView):
    """Take a seat at a draft."""

    @seat_operation("drafts_join", "Take a seat", request=JoinRequest, responses={201: SeatedAnswer})
    def post(self, request: Request, key: str) -> Response:
        """Works without an account: then the seat token alone is the seat. Who sits there gets a new token."""
        who, data = who_of(request, key), body_of(JoinRequest, request)
        seated = services.join(key, who=who, person=person_of(request), nickname=data["nickname"])
        return seated_answer(seated, who)


class Start(APIView):
    """Start a draft; host only."""

    @seat_operation("drafts_start", "Begin the draft")
    def post(self, request: Request, key: str) -> Response:
        """Only the host; bots take the empty seats."""
        return draft_answer(services.start(key, who=who_of(request, key)))


class Picks(APIView):
    """Pick a card."""

    @seat_operation("drafts_pick", "Keep a card", request=PickRequest)
    def post(self, request: Request, key: str) -> Response:
        """Saying the same pick again changes nothing; another card of an answered packet is a conflict."""
        data = body_of(PickRequest, request)
        seen = services.pick(
            key,
            who=who_of(request, key),
            number_of_round=data["round"],
            number=data["number"],
            card=data["card"],
            instead=data["instead"],
        )
        return draft_answer(seen)


class Abort(APIView):
    """Abort a draft; host only."""

    @seat_operation("drafts_abort", "Call the draft off")
    def post(self, request: Request, key: str) -> Response:
        """Only the host."""
        return draft_answer(services.abort(key, who=who_of(request, key)))


class Leave(APIView):
    """Give up a seat."""

    @seat_operation("drafts_leave", "Give up a seat")
    def post(self, request: Request, key: str, number: int) -> Response:
        """One's own, or as the host another's: empty again before the start, played by a bot afterwards."""
        return draft_answer(host_services.leave(key, who=who_of(request, key), number=number))


class TakeBack(APIView):
    """Take a seat back from its bot."""

    @seat_operation("drafts_take_back", "Play my seat again after a bot has")
    def post(self, request: Request, key: str) -> Response:
        """The cards the bot kept are mine."""
        return draft_answer(services.take_back(key, who=who_of(request, key)))
