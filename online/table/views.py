"""Views of a table: its page, the view of a seat, actions, draws, rematches, claims and logs."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.blocks import has_block
from accounts.identity import person_of
from accounts.models import Person
from common.error_responses import errors_as_messages, headers_of_error, status_of_error
from common.errors import Conflict, DomainError, Invalid, Missing, NotAllowed
from common.i18n import translated
from common.text import gettext_noop, parse_whole_number
from online.games import endings
from online.games.actions import write_action
from online.games.loaded import LoadedGame, load_game
from online.games.presence import record_presence
from online.models import Game
from online.report_kinds import may_see_game
from online.setup.presenters import waiting_context
from online.table import presenters


@never_cache
@require_safe
def table_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the table to its players; show everyone else who is playing, but no cards."""
    loaded, now = load_game(key), timezone.now()
    person = person_of(request)
    game, seat = loaded.game, loaded.seat_of(person)
    if "waiting" in request.GET:  # an open page asks this when its topic changes
        return (
            HttpResponse(status=204)
            if seat is not None and game.status == Game.Status.OPEN
            else HttpResponse(headers={"HX-Refresh": "true"})
        )
    if not may_see_game(loaded, person):
        raise Missing(gettext_noop("We couldn’t find that game."))
    if seat is None or game.status == Game.Status.CANCELLED:
        names = [presenters.player_name(seat) for seat in loaded.seats]
        is_closed = game.status == Game.Status.OPEN and has_block(person, (seat.person_id for seat in loaded.seats))
        status = Game.Status.CANCELLED if is_closed else game.status
        return render(request, "online/table/outside.html", {"game": game, "names": names, "status": status})
    record_presence(seat, now)
    if loaded.state is None:
        return render(request, "online/setup/waiting.html", waiting_context(request, game, seat))
    return render(request, "online/table/table.html", presenters.table_context(loaded, seat, now))


@never_cache
@require_safe
def seat_view_json(request: HttpRequest, key: str) -> HttpResponseBase:
    """Return the view of the reader’s seat; with `since`, also everything visible since that version of the view."""
    loaded, now = load_game(key), timezone.now()
    seat = loaded.own_seat(person_of(request))
    record_presence(seat, now)
    tag = f'"{presenters.view_tag(loaded, seat, get_language() or "", now)}"'
    if request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified(headers={"ETag": tag})
    data = presenters.view_of_seat(loaded, seat, now)
    since = parse_whole_number(request.GET.get("since", ""), digits=9)
    if since is not None and loaded.state is not None:
        data["frames"] = presenters.frames_since(loaded, seat, since, now)
    return JsonResponse(data, headers={"ETag": tag})


def _make_action_view(
    step: Callable[[Person | None, str, QueryDict], LoadedGame], message: Any = "", *, leads_on: bool = False
) -> Callable[..., HttpResponse]:
    """Make a view that calls a service with the posted data; it redirects a form to the table, and sends a script its
    seat’s view.

    With `leads_on`, the service may return another game, to whose table a form is redirected.
    """

    @never_cache
    @require_POST
    def view(request: HttpRequest, key: str) -> HttpResponse:
        if not _wants_json(request):
            with errors_as_messages(request, (Conflict, Invalid)):
                loaded = step(person_of(request), key, request.POST)
                key = loaded.game.key if leads_on else key
                if message:
                    messages.success(request, message)
            return redirect("online:table", key)
        try:
            loaded = step(person_of(request), key, request.POST)
            return JsonResponse(_own_seat_view(request, loaded if loaded.game.key == key else load_game(key)))
        except DomainError as error:
            refusal = {"code": error.code, "message": translated(error), "rule": error.rule or ""}
            seen = None if isinstance(error, NotAllowed | Missing) else _own_seat_view(request, load_game(key))
            data, headers = {"error": refusal, "view": seen}, headers_of_error(error)
            return JsonResponse(data, status=status_of_error(error), headers=headers)

    return view


def _write_posted_action(by: Person | None, key: str, sent: QueryDict) -> LoadedGame:
    """Carry out an offer from the reader’s view, whose `version` is posted."""
    version = parse_whole_number(sent.get("version", ""), digits=9)
    return write_action(by, key, -1 if version is None else version, sent.get("do", ""))


def _offer_or_answer_draw(by: Person | None, key: str, sent: QueryDict) -> LoadedGame:
    """Offer or accept a draw; with `answer=no`, decline or withdraw it."""
    return (endings.decline_draw if sent.get("answer") == "no" else endings.offer_draw)(by, key)


act_view = _make_action_view(_write_posted_action)
draw_view = _make_action_view(_offer_or_answer_draw)
hands_view = _make_action_view(
    lambda by, key, sent: endings.agree_to_open_hands(by, key, agrees=sent.get("visible") == "yes")
)
rematch_view = _make_action_view(
    lambda by, key, sent: endings.ask_for_rematch(by, key, sent.get("number", "")), leads_on=True
)
resign_view = _make_action_view(lambda by, key, _sent: endings.resign(by, key))
claim_view = _make_action_view(lambda by, key, _sent: endings.claim_game(by, key))
finish_view = _make_action_view(lambda by, key, _sent: endings.let_computer_finish(by, key))
cancel_view = _make_action_view(
    lambda by, key, _sent: endings.cancel_game(by, key), gettext_lazy("The game was cancelled.")
)


@never_cache
@require_safe
def last_turn_page(request: HttpRequest, key: str) -> HttpResponse:
    """Return frames of everything since the reader’s last decision, as JSON or as a page."""
    loaded, now = load_game(key), timezone.now()
    seat = loaded.own_seat(person_of(request))
    frames = presenters.frames_of_last_turn(loaded, seat, now) if loaded.state is not None else []
    if _wants_json(request):
        return JsonResponse({"frames": frames})
    return render(request, "online/table/turn.html", {"game": loaded.game, "frames": frames})


@never_cache
@require_safe
def log_page(request: HttpRequest, key: str) -> HttpResponse:
    """Return everything that the reader’s seat saw, as JSON or as a page."""
    loaded, now = load_game(key), timezone.now()
    log = presenters.log_of_seat(loaded, loaded.own_seat(person_of(request)), now)
    if _wants_json(request):
        return JsonResponse({"log": log})
    return render(request, "online/table/log.html", {"game": loaded.game, "log": log})


def _own_seat_view(request: HttpRequest, loaded: LoadedGame) -> dict[str, Any]:
    seat, now = loaded.own_seat(person_of(request)), timezone.now()
    record_presence(seat, now)
    return presenters.view_of_seat(loaded, seat, now)


def _wants_json(request: HttpRequest) -> bool:
    """Return whether a script sent the request."""
    return request.headers.get("Accept") == "application/json" or "X-Requested-With" in request.headers
