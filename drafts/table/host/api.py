"""API of a draft table besides picking: pauses, readiness, seating, host actions, notes."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from common.api.bodies import body_of
from drafts.table import services
from drafts.table.api_common import draft_answer, seat_operation, seated_answer
from drafts.table.host import services as host_services
from drafts.table.host.serializers import AgreeRequest, MoveRequest, NotesBody, ReadyRequest
from drafts.table.identity import who_of
from drafts.table.notes import note_at, save_note
from drafts.table.serializers import SeatedAnswer


class Pause(APIView):
    """Pause a draft: stop all clocks."""

    @seat_operation("drafts_pause", "Pause the draft")
    def post(self, request: Request, key: str) -> Response:
        """Only the host; nothing can be picked until they let it go on."""
        return draft_answer(services.pause(key, who=who_of(request, key)))


class Resume(APIView):
    """Resume a draft: let all clocks run on."""

    @seat_operation("drafts_resume", "Let the draft go on")
    def post(self, request: Request, key: str) -> Response:
        """Every deadline is as far away as it was."""
        return draft_answer(services.resume(key, who=who_of(request, key)))


class Ready(APIView):
    """Report one's own seat ready, or not, before the draft."""

    @seat_operation("drafts_ready", "Say that I am ready, or not yet", request=ReadyRequest)
    def post(self, request: Request, key: str) -> Response:
        """Only before the draft begins. A seat that was kept for somebody is taken by it."""
        ready = body_of(ReadyRequest, request)["ready"]
        return draft_answer(host_services.set_ready(key, who=who_of(request, key), ready=ready))


class Move(APIView):
    """Move a seat to another place."""

    @seat_operation("drafts_move", "Put a seat at another place", request=MoveRequest)
    def post(self, request: Request, key: str, number: int) -> Response:
        """The host moves anyone and makes two change places; everyone else moves themself, to an empty place."""
        to = body_of(MoveRequest, request)["to"]
        return draft_answer(host_services.move(key, who=who_of(request, key), number=number, to=to))


class DrawLots(APIView):
    """Shuffle the seats."""

    @seat_operation("drafts_shuffle_seats", "Shuffle the seats")
    def post(self, request: Request, key: str) -> Response:
        """Only the host, before the draft begins. With `seating` random lots are drawn at the beginning anyway."""
        return draft_answer(host_services.draw_lots(key, who=who_of(request, key)))


class Agree(APIView):
    """Change what can still be agreed before the draft."""

    @seat_operation("drafts_agree", "Change bots, seating or when picks are shown", request=AgreeRequest)
    def post(self, request: Request, key: str) -> Response:
        """Only the host, before the draft begins; 409 afterwards, for what was agreed is frozen."""
        return draft_answer(host_services.agree(key, who=who_of(request, key), **body_of(AgreeRequest, request)))


class SendAway(APIView):
    """Remove somebody from the table."""

    @seat_operation("drafts_send_away", "Send somebody away for good")
    def post(self, request: Request, key: str, number: int) -> Response:
        """Only the host. The seat is empty, or once the draft has begun a bot's that anybody else may take over."""
        return draft_answer(host_services.send_away(key, who=who_of(request, key), number=number))


class HandOver(APIView):
    """Hand the host role to another person."""

    @seat_operation("drafts_hand_over", "Make somebody else the host")
    def post(self, request: Request, key: str, number: int) -> Response:
        """Only the host; not to a bot."""
        return draft_answer(host_services.hand_over(key, who=who_of(request, key), number=number))


class StepIn(APIView):
    """Take over the host role while the host is away."""

    @seat_operation("drafts_step_in", "Become the host in the place of one who has gone")
    def post(self, request: Request, key: str) -> Response:
        """Anybody at the table, once `host_away` is true: a bot plays for the host, or five silent minutes passed."""
        return draft_answer(host_services.step_in(key, who=who_of(request, key)))


class NewLink(APIView):
    """Make a new secret link to one's own seat."""

    @seat_operation("drafts_new_token", "A new token for my seat", responses={201: SeatedAnswer})
    def post(self, request: Request, key: str) -> Response:
        """The one before is worth nothing from now on. `/drafts/KEY/seat/TOKEN/` opens the seat in a browser."""
        who = who_of(request, key)
        return seated_answer(services.new_link(key, who=who), who)


class Notes(APIView):
    """Private notes of one's own seat: read and save."""

    @seat_operation("drafts_notes", "What I have noted at my seat", responses=NotesBody)
    def get(self, request: Request, key: str) -> Response:
        """Read by nobody else, the host and the staff included."""
        return Response({"text": note_at(key, who_of(request, key))})

    @seat_operation("drafts_keep_notes", "Keep notes at my seat", request=NotesBody, responses=NotesBody)
    def post(self, request: Request, key: str) -> Response:
        """In the place of what was there."""
        text = body_of(NotesBody, request)["text"]
        save_note(key, who=who_of(request, key), text=text)
        return Response({"text": text})
