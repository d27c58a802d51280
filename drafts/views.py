"""The pages of a draft."""

from __future__ import annotations

import random
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.people import keep_person, person_of
from cards.queries import catalogue
from common.errors import DomainError
from common.http import translated
from drafts import hosting, services
from drafts.engine.setup import TABLE, Step8
from drafts.forms import USUAL_PLAYERS, DraftForm, SeatForm, at_random, fill_up, needed_for, with_peoples
from drafts.models import Draft
from drafts.present import context_of, qr_code, step_of
from drafts.queries import Look, draft_by, drafts_of, load, look
from drafts.who import holder_of, remember_seat, who_of

_PAGES = {
    Draft.Status.LOBBY: "drafts/lobby.html",
    Draft.Status.DRAFTING: "drafts/table.html",
    Draft.Status.DONE: "drafts/done.html",
    Draft.Status.ABORTED: "drafts/done.html",
}
_LOT = random.SystemRandom()


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The drafts I host or sit at."""
    return render(request, "drafts/index.html", {"drafts": drafts_of(person_of(request))[:100]})


@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Choose a set-up, see what it comes to, open the table."""
    if request.method != "POST":
        return _setup_page(request, DraftForm(_first_answers(request)))
    action = request.POST.get("action", "open")
    if action not in ("open", "bots"):
        return _setup_page(request, DraftForm(_helped(request.POST, action)))
    form = DraftForm(request.POST)
    if not form.is_valid() or form.setup is None:
        return _setup_page(request, form, status=400)
    chosen = form.cleaned_data
    seated = services.create_draft(
        host=keep_person(request, chosen["nickname"]),
        setup=form.setup,
        name=chosen["name"],
        pick_seconds=chosen["pick_seconds"],
        seating=chosen["seating"],
    )
    if action == "bots":
        services.start(seated.key, who=who_of(request, seated.key))
    return redirect("drafts:detail", seated.key)


@require_POST
def figures(request: HttpRequest) -> HttpResponse:
    """The peoples and the figures anew, while the host is choosing."""
    form = DraftForm(_helped(request.POST, request.POST.get("action", "figures")))
    return render(request, "drafts/_setup.html", _setup_context(form))


def _first_answers(request: HttpRequest) -> QueryDict:
    """A set-up that can be opened as it stands, or that of an earlier draft."""
    answers = QueryDict(mutable=True)
    again = request.GET.get("again")
    if not again:
        answers.update({"players": str(USUAL_PLAYERS), "before": str(USUAL_PLAYERS)})
        answers.update({"step8": Step8.RIGHT, "seating": Draft.Seating.RANDOM})
        return with_peoples(answers, fill_up((), TABLE[USUAL_PLAYERS].decks))
    draft = draft_by(again)
    answers.update({"players": str(draft.players), "before": str(draft.players), "name": draft.name})
    answers.update({"step8": draft.step8, "seating": draft.seating, "pick_seconds": str(draft.pick_seconds or "")})
    return with_peoples(answers, draft.peoples)


def _helped(data: QueryDict, action: str) -> QueryDict:
    """The answers with as many peoples as are needed, where that was asked for or another table was chosen."""
    needed, chosen = needed_for(data), data.getlist("peoples")
    if action == "random" and needed:
        return with_peoples(data, at_random(needed, _LOT))
    other_table = data.get("before", data.get("players")) != data.get("players")
    if needed and (action == "fill" or other_table):
        return with_peoples(data, fill_up(chosen, needed))
    return data


def _setup_context(form: DraftForm) -> dict[str, Any]:
    form.is_valid()
    return {"form": form, "setup": form.setup, "needed": needed_for(form.data)}


def _setup_page(request: HttpRequest, form: DraftForm, status: int = 200) -> HttpResponse:
    context = _setup_context(form) | {"person": person_of(request)}
    return render(request, "drafts/new.html", context, status=status)


@never_cache
@require_safe
def detail(request: HttpRequest, key: str) -> HttpResponse:
    """The table: before, during and after."""
    seen = _look(request, key)
    return render(request, _PAGES[seen.status], _context(request, seen))


@never_cache
@require_safe
def live(request: HttpRequest, key: str) -> HttpResponse:
    """What a ring brings: the seats, and the packet if it is another than the page has."""
    seen = _look(request, key)
    if request.GET.get("status") != seen.status:
        return HttpResponse(headers={"HX-Refresh": "true"})
    context = _context(request, seen) | {"partial": True, "swap_hand": request.GET.get("step") != step_of(seen)}
    template = "drafts/_lobby.html" if seen.status == Draft.Status.LOBBY else "drafts/_live.html"
    return _versioned(render(request, template, context), seen)


@require_POST
def join(request: HttpRequest, key: str) -> HttpResponse:
    """Sit down."""
    form = SeatForm(request.POST)
    nickname = form.cleaned_data["nickname"] if form.is_valid() else ""
    who = who_of(request, key)
    try:
        services.join(key, who=who, person=keep_person(request, nickname), nickname=nickname)
    except DomainError as error:
        messages.error(request, translated(error))
    return redirect("drafts:detail", key)


@require_POST
def start(request: HttpRequest, key: str) -> HttpResponse:
    """The host begins."""
    services.start(key, who=who_of(request, key))
    return redirect("drafts:detail", key)


@require_POST
def pick(request: HttpRequest, key: str) -> HttpResponse:
    """Keep one card of the packet that the form names."""
    who, problem = who_of(request, key), ""
    try:
        if not request.POST.get("card"):
            problem = _("Choose a card first.")
            seen = look(load(key), who)
        else:
            seen = services.pick(
                key,
                who=who,
                number_of_round=_number(request, "round"),
                number=_number(request, "number"),
                card=request.POST["card"],
            )
    except DomainError as error:
        problem = translated(error)
        seen = look(load(key), who)
    if not getattr(request, "htmx", False):
        if problem:
            messages.error(request, problem)
        return redirect("drafts:detail", key)
    if seen.status != Draft.Status.DRAFTING:
        return HttpResponse(headers={"HX-Refresh": "true"})
    context = _context(request, seen) | {"partial": True, "problem": problem}
    return _versioned(render(request, "drafts/_table.html", context), seen)


@require_POST
def abort(request: HttpRequest, key: str) -> HttpResponse:
    """The host calls the draft off."""
    services.abort(key, who=who_of(request, key))
    messages.success(request, _("The draft was called off."))
    return redirect("drafts:detail", key)


@require_POST
def leave(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Get up, or be sent away by the host; a bot plays on."""
    hosting.leave(key, who=who_of(request, key), number=number)
    return redirect("drafts:detail", key)


@require_POST
def take_back(request: HttpRequest, key: str) -> HttpResponse:
    """Play on oneself."""
    services.take_back(key, who=who_of(request, key))
    return redirect("drafts:detail", key)


@never_cache
@require_POST
def link(request: HttpRequest, key: str) -> HttpResponse:
    """A secret link to one's own seat, shown once."""
    seated = services.new_link(key, who=who_of(request, key))
    remember_seat(request, key, seated.token)
    address = request.build_absolute_uri(reverse("drafts:seat", args=[key, seated.token]))
    return render(request, "drafts/link.html", {"key": key, "address": address, "qr": qr_code(address)})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def seat(request: HttpRequest, key: str, token: str) -> HttpResponse:
    """Where such a link leads: sit down there in this browser, after a tap."""
    seen = look(load(key), holder_of(token))
    if seen.me is None:
        raise Http404(_("This link to a seat is not valid any more. Ask for a new one on the table's page."))
    if request.method == "POST":
        remember_seat(request, key, token)
        return redirect("drafts:detail", key)
    return render(request, "drafts/seat.html", {"look": seen})


def _look(request: HttpRequest, key: str) -> Look:
    services.settle(key)
    return look(load(key), who_of(request, key))


def _context(request: HttpRequest, seen: Look) -> dict[str, Any]:
    context = context_of(seen, catalogue(), now=timezone.now())
    if seen.status == Draft.Status.LOBBY or seen.can_join:
        address = request.build_absolute_uri(reverse("drafts:detail", args=[seen.key]))
        context |= {"address": address, "qr": qr_code(address), "person": person_of(request)}
    return context


def _number(request: HttpRequest, name: str) -> int:
    """A small whole number of the form; 0, which names no packet, for anything else."""
    text = request.POST.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 4 else 0


def _versioned(response: HttpResponse, seen: Look) -> HttpResponse:
    """Lets the page drop an answer that comes later than a newer one."""
    response["X-Version"] = str(seen.version)
    return response
