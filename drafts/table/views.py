"""The pages of a draft."""

from __future__ import annotations

import random
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.identity import get_or_create_person, person_of
from accounts.models import Person
from cards.catalogue.queries import catalogue
from common.errors import DomainError, Missing, NotAllowed
from common.i18n import translated
from common.links import absolute_url
from common.text import whole_number
from drafts.core.engine.bot_levels import Level
from drafts.core.engine.setup_meaning import meaning_of
from drafts.models import Draft, PaperTable
from drafts.table import services
from drafts.table.forms import (
    DraftForm,
    PracticeForm,
    SeatForm,
    TableForm,
    answers_of,
    at_random,
    fill_up,
    first_answers,
    needed_for,
    practice_answers,
    week_answers,
    with_peoples,
)
from drafts.table.host import services as host_services
from drafts.table.identity import become_guest_of, holder_of, remember_seat, set_seat_cookie, token_of, who_of
from drafts.table.live_table import table_data, tile_addresses
from drafts.table.notes import note_of
from drafts.table.presenters import context_of, qr_code, step_of
from drafts.table.queries import Look, drafts_of, look
from drafts.table.rows import draft_by, load
from game.shipped import shipped_evidence

_PAGES = {
    Draft.Status.LOBBY: "drafts/table/lobby.html",
    Draft.Status.DRAFTING: "drafts/table/table.html",
    Draft.Status.DONE: "drafts/table/finished.html",
    Draft.Status.ABORTED: "drafts/table/finished.html",
}
_PARTS = {Draft.Status.LOBBY: "drafts/table/_lobby_seats.html", Draft.Status.DRAFTING: "drafts/table/_round.html"}
_LOT = random.SystemRandom()


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The drafts I host or sit at."""
    person = person_of(request)
    papers = PaperTable.objects.filter(Q(host=person) | Q(seats__person=person)).distinct()[:20] if person else []
    context = {"drafts": drafts_of(person)[:100], "papers": papers}
    return render(request, "drafts/table/index.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Choose a set-up, see what it comes to, open the table."""
    if request.method != "POST":
        return _setup_page(request, DraftForm(_first_answers(request)))
    action = request.POST.get("action", "open")
    if action not in ("open", "bots"):
        return _setup_page(request, DraftForm(_with_filled_peoples(request.POST, action)))
    form = DraftForm(request.POST)
    if not form.is_valid() or form.setup is None:
        return _setup_page(request, form, status=400)
    return _open(request, form, begin=action == "bots")


def _open(request: HttpRequest, form: TableForm, *, begin: bool) -> HttpResponse:
    """The table that was chosen; with `begin` bots take the other seats at once."""
    chosen, clock = form.cleaned_data, form.clock
    assert form.setup is not None
    host = get_or_create_person(request, chosen["nickname"], making="draft")
    seated = services.create_draft(
        host=host,
        setup=form.setup,
        name=chosen["name"] or _usual_name(host),
        pick_seconds=clock.seconds,
        shrinking=clock.shrinking,
        review_seconds=clock.review,
        quiet_hours=str(clock.quiet or ""),
        grace_seconds=chosen["grace_seconds"],
        seating=chosen["seating"],
        company=chosen["company"],
        log_rule=chosen["log_rule"],
        coached=chosen.get("coached", False),
    )
    if begin:
        services.start(seated.key, who=who_of(request, seated.key))
    return _to_my_seat(request, seated)


def _usual_name(host: Person) -> str:
    """What a table is called in the host's language; nobody is “Guest” in it."""
    if host.user_id or host.nickname:
        return _("Draft of %(name)s") % {"name": host.display_name}
    return _("Draft")


def _to_my_seat(request: HttpRequest, seated: services.Seated) -> HttpResponse:
    """The table, on which the browser can now show the link to this seat."""
    response = redirect("drafts:detail", seated.key)
    set_seat_cookie(request, response, seated.key, seated.token)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest) -> HttpResponse:
    """A table outside the rules: choose it, see what it comes to, open it."""
    if request.method != "POST":
        draft = draft_by(request.GET["again"]) if request.GET.get("again") else None
        return _practice_page(request, PracticeForm(answers_of(draft) if draft else practice_answers()))
    form = PracticeForm(request.POST)
    if request.GET.get("figures"):
        form.is_valid()
        return render(request, "drafts/setup/_practice_figures.html", {"form": form, "setup": form.setup})
    if not form.is_valid() or form.setup is None:
        return _practice_page(request, form, status=400)
    return _open(request, form, begin=request.POST.get("action") != "open")


def _practice_page(request: HttpRequest, form: PracticeForm, status: int = 200) -> HttpResponse:
    form.is_valid()
    context = {"form": form, "setup": form.setup, "person": person_of(request), "bot_levels": list(Level)}
    return render(request, "drafts/setup/practice.html", context, status=status)


@require_POST
def figures(request: HttpRequest) -> HttpResponse:
    """The peoples and the figures again, while the host is choosing."""
    form = DraftForm(_with_filled_peoples(request.POST, request.POST.get("action", "figures")))
    return render(request, "drafts/setup/_form.html", _setup_context(form))


def _first_answers(request: HttpRequest) -> QueryDict:
    """A set-up that can be opened as it stands, for an evening or over a week, or that of an earlier draft."""
    again = request.GET.get("again")
    if again:
        return answers_of(draft_by(again))
    return week_answers() if request.GET.get("over") == "week" else first_answers()


def _with_filled_peoples(data: QueryDict, action: str) -> QueryDict:
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
    needed = needed_for(form.data)
    meaning = meaning_of(form.setup, catalogue(), shipped_evidence())
    return {"form": form, "setup": form.setup, "needed": needed, "bot_levels": list(Level), "meaning": meaning}


def _setup_page(request: HttpRequest, form: DraftForm, status: int = 200) -> HttpResponse:
    context = _setup_context(form) | {"person": person_of(request), "over_week": request.GET.get("over") == "week"}
    return render(request, "drafts/setup/new.html", context, status=status)


@never_cache
@require_safe
def detail(request: HttpRequest, key: str) -> HttpResponse:
    """The table: before, during and after."""
    seen = _look(request, key)
    context = _context(request, seen) | _seat_link_context(request, seen)
    if seen.status == Draft.Status.DRAFTING:
        context["note"] = note_of(seen, who_of(request, key))
        context["table_data"] = table_data(seen, catalogue())
    elif seen.status == Draft.Status.LOBBY:
        context["tiles"] = tile_addresses(seen, catalogue())
    return render(request, _PAGES[seen.status], context)


def _seat_link_context(request: HttpRequest, seen: Look) -> dict[str, Any]:
    """The link to one's own seat, as long as this browser keeps its secret."""
    running = seen.status in (Draft.Status.LOBBY, Draft.Status.DRAFTING)
    token = token_of(request, seen.key) if running and seen.me is not None else ""
    if not token:
        return {}
    address = absolute_url(request, reverse("drafts:seat", args=[seen.key, token]))
    return {"seat_address": address, "seat_qr": qr_code(address), "guest": not request.user.is_authenticated}


@never_cache
@require_safe
def live(request: HttpRequest, key: str) -> HttpResponse:
    """What a notice makes the page ask for: the seats, and the packet if it is another than the page has."""
    seen = _look(request, key)
    if request.GET.get("status") != seen.status:
        return HttpResponse(headers={"HX-Refresh": "true"})
    context = _context(request, seen) | {"partial": True, "swap_hand": request.GET.get("step") != step_of(seen)}
    template = _PARTS.get(seen.status, "drafts/table/_next_table.html")
    return _versioned(render(request, template, context), seen)


@never_cache
@require_safe
def mine(request: HttpRequest, key: str) -> HttpResponse:
    """My own cards, filtered."""
    seen = _look(request, key)
    heading = _("My pool") if seen.status == Draft.Status.DONE else _("My cards")
    if seen.view is None:
        raise Http404(_("You have no seat at this table."))
    return render(request, "drafts/table/_pool.html", _context(request, seen) | {"heading": heading})


@require_POST
def plan(request: HttpRequest, key: str) -> HttpResponse:
    """Choose in advance what is kept if the time runs out."""
    said = ""
    try:
        card = request.POST.get("card", "")
        place = {"number_of_round": _number(request, "round"), "number": _number(request, "number")}
        services.plan_pick(key, who=who_of(request, key), card=card, **place)
        name = catalogue().by_code[card].label if card in catalogue() else ""
        said = _("If time runs out you keep %(name)s.") % {"name": name} if name else _("Choose a card first.")
    except DomainError as error:
        if isinstance(error, NotAllowed):
            raise
        said = translated(error)
    if getattr(request, "htmx", False):
        return HttpResponse(escape(said))
    messages.info(request, said)
    return redirect("drafts:detail", key)


@require_POST
def pause(request: HttpRequest, key: str) -> HttpResponse:
    """The host stops the clocks."""
    services.pause(key, who=who_of(request, key))
    return redirect("drafts:detail", key)


@require_POST
def resume(request: HttpRequest, key: str) -> HttpResponse:
    """The host lets the draft go on."""
    services.resume(key, who=who_of(request, key))
    return redirect("drafts:detail", key)


@require_POST
def join(request: HttpRequest, key: str) -> HttpResponse:
    """Sit down."""
    form = SeatForm(request.POST)
    nickname = form.cleaned_data["nickname"] if form.is_valid() else ""
    who = who_of(request, key)
    try:
        seated = services.join(key, who=who, person=get_or_create_person(request, nickname), nickname=nickname)
        return _to_my_seat(request, seated)
    except (NotAllowed, Missing):
        raise
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
    """Keep one card of the packet that the form names; or keep it in mind for when time runs out."""
    if request.POST.get("ahead"):
        return plan(request, key)
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
                instead=request.POST.get("instead", ""),
            )
    except DomainError as error:
        if isinstance(error, NotAllowed | Missing):
            raise
        problem = translated(error)
        seen = look(load(key), who)
    if not getattr(request, "htmx", False):
        if problem:
            messages.error(request, problem)
        return redirect("drafts:detail", key)
    if seen.status != Draft.Status.DRAFTING:
        return HttpResponse(headers={"HX-Refresh": "true"})
    context = _context(request, seen) | {"partial": True, "problem": problem}
    return _versioned(render(request, "drafts/table/_table.html", context), seen)


@require_POST
def abort(request: HttpRequest, key: str) -> HttpResponse:
    """The host calls the draft off."""
    services.abort(key, who=who_of(request, key))
    messages.success(request, _("The draft was called off."))
    return redirect("drafts:detail", key)


@require_POST
def leave(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Get up, or be sent away by the host; a bot plays on."""
    host_services.leave(key, who=who_of(request, key), number=number)
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
    address = absolute_url(request, reverse("drafts:seat", args=[key, seated.token]))
    response = render(request, "drafts/table/seat_link.html", {"key": key, "address": address, "qr": qr_code(address)})
    set_seat_cookie(request, response, key, seated.token)
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def seat(request: HttpRequest, key: str, token: str) -> HttpResponse:
    """Where such a link leads: sit down there in this browser, after a tap."""
    seen = look(load(key), holder_of(token))
    if seen.me is None:
        raise Http404(_("This link to a seat is not valid any more. Ask for a new one on the table's page."))
    if request.method == "POST":
        become_guest_of(request, token)
        remember_seat(request, key, token)
        return _to_my_seat(request, services.Seated(key, seen.me.number, token))
    return render(request, "drafts/table/seat.html", {"look": seen})


def _look(request: HttpRequest, key: str) -> Look:
    return services.visit(key, who_of(request, key))


def _context(request: HttpRequest, seen: Look) -> dict[str, Any]:
    said = (*request.GET.items(), *request.POST.items())
    asked = {name: str(value) for name, value in said if name.startswith("pool_")}
    context = context_of(seen, catalogue(), now=timezone.now(), asked=asked)
    if context["timed"] and seen.view is not None and seen.status == Draft.Status.DRAFTING:
        context["planned"] = services.planned(seen)
        context["planned_card"] = catalogue().by_code.get(context["planned"])
    if seen.status in (Draft.Status.DONE, Draft.Status.ABORTED):
        context["next"] = Draft.objects.filter(follows__key=seen.key).select_related("host__user").first()
    if seen.status == Draft.Status.LOBBY or seen.can_join:
        address = absolute_url(request, reverse("drafts:detail", args=[seen.key]))
        context |= {"address": address, "qr": qr_code(address), "person": person_of(request)}
    return context


def _number(request: HttpRequest, name: str) -> int:
    """A small whole number of the form; 0, which names no packet, for anything else."""
    return whole_number(request.POST.get(name, ""), digits=3) or 0


def _versioned(response: HttpResponse, seen: Look) -> HttpResponse:
    """Lets the page drop an answer that comes later than a newer one."""
    response["X-Version"] = str(seen.version)
    return response
