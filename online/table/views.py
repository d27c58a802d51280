"""Views of a table: its page, the view of a seat, actions, and what else players do with a game."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.blocks import are_apart
from accounts.identity import person_of
from common.error_responses import errors_as_messages, headers_of_error, status_of_error
from common.errors import Conflict, DomainError, Invalid, Missing, NotAllowed
from common.i18n import translated
from common.text import gettext_noop, parse_whole_number
from online.games import endings
from online.games.actions import act
from online.games.loaded import LoadedGame, load_game
from online.games.presence import record_presence
from online.models import Game
from online.report_kinds import may_see_game
from online.setup.presenters import waiting_context
from online.table import presenters


@never_cache
@require_safe
def table_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the table to its players; to others who plays, and no card."""
    loaded, now = load_game(key), timezone.now()
    person = person_of(request)
    game, seat = loaded.game, loaded.seat_of(person)
    if "waiting" in request.GET:  # asked by the page of an open game when its topic rings
        return (
            HttpResponse(status=204)
            if seat is not None and game.status == Game.Status.OPEN
            else HttpResponse(headers={"HX-Refresh": "true"})
        )
    if not may_see_game(loaded, person):
        raise Missing(gettext_noop("We couldn’t find that game."))
    if seat is None or game.status == Game.Status.CANCELLED:
        names = [presenters.player_name(each) for each in loaded.seats]
        is_closed = game.status == Game.Status.OPEN and are_apart(person, (each.person_id for each in loaded.seats))
        status = Game.Status.CANCELLED if is_closed else game.status
        return render(request, "online/table/outside.html", {"game": game, "names": names, "status": status})
    record_presence(seat, now)
    if loaded.state is None:
        return render(request, "online/setup/waiting.html", waiting_context(request, game, seat))
    return render(request, "online/table/table.html", presenters.table_context(loaded, seat, now))


@never_cache
@require_safe
def seat_view_json(request: HttpRequest, key: str) -> HttpResponseBase:
    """Return the view of the own seat; with `since`, also what was to be seen since that version of it."""
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


@never_cache
@require_POST
def act_view(request: HttpRequest, key: str) -> HttpResponse:
    """Carry out an offer of the own view, whose `version` is sent back."""
    version = parse_whole_number(request.POST.get("version", ""), digits=9)

    def step() -> LoadedGame:
        return act(person_of(request), key, -1 if version is None else version, request.POST.get("do", ""))

    return _answer(request, key, step)


def _action_view(
    service: Callable[..., LoadedGame], message: Any = "", *, leads_on: bool = False
) -> Callable[..., HttpResponse]:
    """Make a view that calls a service for a game and answers like an action."""

    @never_cache
    @require_POST
    def view(request: HttpRequest, key: str) -> HttpResponse:
        return _answer(request, key, lambda: service(person_of(request), key), message, leads_on=leads_on)

    return view


resign_view = _action_view(endings.resign)
claim_view = _action_view(endings.claim_game)
finish_view = _action_view(endings.let_computer_finish)
cancel_view = _action_view(endings.cancel_game, gettext_lazy("The game was cancelled."))


@never_cache
@require_POST
def rematch_view(request: HttpRequest, key: str) -> HttpResponse:
    """Ask for a rematch, or lead to it."""
    number = request.POST.get("number", "")
    return _answer(request, key, lambda: endings.ask_for_rematch(person_of(request), key, number), leads_on=True)


@never_cache
@require_POST
def draw_view(request: HttpRequest, key: str) -> HttpResponse:
    """Offer or accept a draw; with `answer=no`, decline or withdraw it."""
    service = endings.decline_draw if request.POST.get("answer") == "no" else endings.offer_draw
    return _answer(request, key, lambda: service(person_of(request), key))


@never_cache
@require_POST
def hands_view(request: HttpRequest, key: str) -> HttpResponse:
    """Agree that onlookers see both hands late; with `visible=no`, withdraw or decline that."""
    agrees = request.POST.get("visible") == "yes"
    return _answer(request, key, lambda: endings.open_hands(person_of(request), key, agrees=agrees))


@never_cache
@require_safe
def last_turn_page(request: HttpRequest, key: str) -> HttpResponse:
    """Return the frames of what happened since the own last decision, as JSON or as a page."""
    loaded, now = load_game(key), timezone.now()
    seat = loaded.own_seat(person_of(request))
    frames = presenters.frames_of_last_turn(loaded, seat, now) if loaded.state is not None else []
    if _wants_json(request):
        return JsonResponse({"frames": frames})
    return render(request, "online/table/turn.html", {"game": loaded.game, "frames": frames})


@never_cache
@require_safe
def log_page(request: HttpRequest, key: str) -> HttpResponse:
    """Return all that the own seat saw happen, as JSON or as a page."""
    loaded, now = load_game(key), timezone.now()
    log = presenters.log_of_seat(loaded, loaded.own_seat(person_of(request)), now)
    if _wants_json(request):
        return JsonResponse({"log": log})
    return render(request, "online/table/log.html", {"game": loaded.game, "log": log})


def _answer(
    request: HttpRequest, key: str, step: Callable[[], LoadedGame], message: Any = "", *, leads_on: bool = False
) -> HttpResponse:
    """Carry out a step; a form is redirected to the table, a script gets the view of its seat.

    With `leads_on`, the step may lead to another game, to whose table a form goes.
    """
    if not _wants_json(request):
        with errors_as_messages(request, (Conflict, Invalid)):
            loaded = step()
            key = loaded.game.key if leads_on else key
            if message:
                messages.success(request, message)
        return redirect("online:table", key)
    try:
        loaded = step()
        return JsonResponse(_own_view(request, loaded if loaded.game.key == key else load_game(key)))
    except DomainError as error:
        refusal = {"code": error.code, "message": translated(error), "rule": error.rule or ""}
        view = None if isinstance(error, NotAllowed | Missing) else _own_view(request, load_game(key))
        data, headers = {"error": refusal, "view": view}, headers_of_error(error)
        return JsonResponse(data, status=status_of_error(error), headers=headers)


def _own_view(request: HttpRequest, loaded: LoadedGame) -> dict[str, Any]:
    seat, now = loaded.own_seat(person_of(request)), timezone.now()
    record_presence(seat, now)
    return presenters.view_of_seat(loaded, seat, now)


def _wants_json(request: HttpRequest) -> bool:
    """Return whether a script sent the request."""
    return request.headers.get("Accept") == "application/json" or "X-Requested-With" in request.headers
