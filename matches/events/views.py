"""Views of an event: its page, opening one, and every action of players and organiser."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.identity import get_or_create_person, person_of
from common.errors import ChangedMeanwhile, DomainError, Invalid, Missing, NotAllowed
from common.links import absolute_url
from common.offline_header import allow_offline_copy
from common.text import gettext_noop, whole_number
from matches.core.tournament import Deed
from matches.core.tournament.pasted_names import read_names
from matches.events import closing_services, services
from matches.events import result_services as results
from matches.events import round_services as rounds
from matches.events.audit_log import trail_of
from matches.events.decks import services as deck_services
from matches.events.decks.duty import Anyway
from matches.events.decks.queries import deck_of
from matches.events.decks.verdict_message import hand_in_message
from matches.events.draft_tables import services as pod_services
from matches.events.entry.actions import ACTIONS as ENTRY_ACTIONS
from matches.events.etag import dated, unchanged
from matches.events.forms import EventForm, NoteForm, reported, result_form
from matches.events.players import services as pasting
from matches.events.presenters import PARTS, Form, event_page, event_part
from matches.events.queries import LARGE_EVENT_PLAYERS, event_view, get_event, recent_view, version_of
from matches.events.queries import events_of as my_events
from matches.events.results.presenters import results_page
from matches.events.results.taps import tap_of
from matches.events.rounds import clock, repair
from matches.play.demo_queries import demo_events
from matches.play.forms import add_errors
from matches.play.queries import own_groups
from matches.play.view_helpers import NOTHING_NEW, form_status, my_name


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """My events, and a place to type a short code."""
    code = request.GET.get("code", "").strip()
    if code:
        return redirect("matches:event", get_event(code).key)
    events = list(my_events(person_of(request)))
    person = person_of(request)
    address = reverse("matches:my_calendar", args=[person.calendar_key]) if person and person.calendar_key else ""
    context = {
        "events": events,
        "calendar_link": absolute_url(request, address) if address else "",
        "demo_events": [] if events else demo_events(),
        "demo_groups": [],
    }
    return render(request, "matches/events/index.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """A new event; works at once, for anybody."""
    groups = own_groups(person_of(request))
    asked = request.GET.get("group", "")
    venue = next((group.place for group in groups if group.key == asked), "")
    form = EventForm(
        request.POST or None, groups=groups, initial={"me": my_name(request), "group": asked, "venue": venue}
    )
    error: DomainError | None = None
    if form.is_valid():
        try:
            event = services.create_event(
                by=get_or_create_person(request, form.cleaned_data["me"], making="event"),
                rules=form.rules,
                group=form.chosen_group,
            )
            return redirect(event)
        except DomainError as caught:
            error = caught
            add_errors(form, caught)
    return render(request, "matches/events/new.html", {"form": form}, status=form_status(request, error))


@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, key: str) -> HttpResponse:
    """Change what was decided."""
    event = get_event(key)
    person = person_of(request)
    if person is None or person.pk != event.owner_id:
        raise NotAllowed(gettext_noop("Only the organiser changes an event."))
    groups = own_groups(person)
    form = EventForm(request.POST or None, groups=groups, instance=event)
    error: DomainError | None = None
    if form.is_valid():
        try:
            seen = form.cleaned_data["seen"]
            services.change_event(by=person, key=key, rules=form.rules, group=form.chosen_group, seen=seen)
            messages.success(request, _("Changed."))
            return redirect(event)
        except ChangedMeanwhile as caught:
            error = caught
            form.show_meanwhile(EventForm(groups=groups, instance=get_event(key)))
        except DomainError as caught:
            error = caught
            add_errors(form, caught)
    context = {"form": form, "event": event}
    return render(request, "matches/events/new.html", context, status=form_status(request, error))


@require_safe
@unchanged
def detail(request: HttpRequest, key: str) -> HttpResponse:
    """The event, for everybody who has the link. `?since=N` is answered only when there is something newer."""
    since = request.GET.get("since")
    if since is not None and str(version_of(key)) == since:
        return HttpResponse(status=NOTHING_NEW)
    view = recent_view(key)
    if len(view.players) >= LARGE_EVENT_PLAYERS and view.can(person_of(request), Deed.NOTES):
        view = event_view(key)
    part = request.GET.get("part", "")
    answer = event_part(request, view, part) if part in PARTS and since is not None else event_page(request, view)
    if view.player_of(person_of(request)) is not None or view.can(person_of(request), Deed.NOTES):
        answer = allow_offline_copy(answer)
    return dated(request, answer, view)


@require_POST
def act(request: HttpRequest, key: str, action: str) -> HttpResponse:
    """One thing somebody does in an event; what was typed is kept when it cannot be done."""
    done = _ACTIONS.get(action)
    if done is None:
        raise Missing(gettext_noop("There is no such thing to do in an event."))
    typed = {name: request.POST.get(name, "") for name in request.POST}
    try:
        said = done(request, key, typed)
    except DomainError as error:
        if isinstance(error, NotAllowed):
            raise
        view = event_view(key)
        at_desk = action == "result" and typed.get("as") != "player" and view.can(person_of(request), Deed.RESULT)
        answer = results_page if at_desk or typed.get("back") == "results" else event_page
        return answer(request, view, error=error, typed=typed)
    if typed.get("back") == "results":
        return redirect(f"{reverse('matches:event_results', args=[key])}?{_place_at_results_desk(action, typed)}")
    if said:
        messages.success(request, said)
    if typed.get("back") == "players":
        gone = f"?dropped={typed['dropped']}" if typed.get("dropped") else ""
        return redirect(reverse("matches:event_players", args=[key]) + gone)
    if typed.get("back") == "player":
        return redirect("matches:event_player_desk", key, _number(typed, "number"))
    return redirect(reverse("matches:event", args=[key]) + _place_on_event_page(typed))


def _place_at_results_desk(action: str, typed: Form) -> str:
    """The round somebody looked at, and the table whose result was entered, with what it had before."""
    number = whole_number(typed.get("shown", ""))
    place: dict[str, object] = {} if number is None else {"round": number}
    if action == "result":
        place |= {name: typed.get(name, "") for name in ("before", "after")} | {"entered": typed.get("pairing", "")}
    return urlencode(place)


def _place_on_event_page(typed: Form) -> str:
    """The round somebody looked at, and the table whose result was entered, so that the page does not jump."""
    number, table = whole_number(typed.get("shown", "")), whole_number(typed.get("table", ""))
    query = "" if number is None else f"?round={number}"
    query = next((f"?{name}={typed[name]}" for name in ("pasted", "dropped") if typed.get(name)), query)
    return query if table is None else f"{query}#table-{table}"


def _number(typed: Form, name: str) -> int:
    number = whole_number(typed.get(name, ""), digits=7)
    if number is None:
        raise Invalid(gettext_noop("A number is missing."))
    return number


def _add(request: HttpRequest, key: str, typed: Form) -> str:
    text = typed.get("names", "")
    pasted = read_names(text, [player.name for player in event_view(key).players], typed.get("seen", "").splitlines())
    if pasted.tidied:
        typed["preview"], typed["names"] = pasted, "\n".join(pasted.names)
        raise Invalid(gettext_noop("Please look at the names once, then enter them."))
    names = [line for line in pasted.lines if line.strip()]
    if not names:
        raise Invalid(gettext_noop("Type at least one name, each on a line of its own."))
    rows = services.add_players(by=person_of(request), key=key, names=names)
    typed["pasted"] = f"{rows[0].number}-{rows[-1].number}"
    return _("Entered: %(names)s.") % {"names": " · ".join(row.name for row in rows)}


def _unpaste(request: HttpRequest, key: str, typed: Form) -> str:
    first, last = _number(typed, "first"), _number(typed, "last")
    count = pasting.take_paste_back(by=person_of(request), key=key, first=first, last=last)
    return ngettext("%(count)s player was taken off the list.", "%(count)s players were taken off the list.", count) % {
        "count": count
    }


def _open(request: HttpRequest, key: str, typed: Form) -> str:
    is_open = typed.get("open") == "1"
    services.set_registration(by=person_of(request), key=key, is_open=is_open)
    return _("Registration is open.") if is_open else _("Registration is closed.")


def _drop(request: HttpRequest, key: str, typed: Form) -> str:
    number = _number(typed, "number")
    services.drop(by=person_of(request), key=key, number=number, how=typed.get("how", ""))
    typed["dropped"] = str(number)
    return ""


def _return(request: HttpRequest, key: str, typed: Form) -> str:
    services.come_back(by=person_of(request), key=key, number=_number(typed, "number"))
    return _("Back; paired again from the next round.")


def _deck(request: HttpRequest, key: str, typed: Form) -> str:
    number = _number(typed, "number")
    row = deck_services.hand_in(by=person_of(request), key=key, number=number, deck_key=typed.get("deck", ""))
    hand_in_message(request, row)
    return ""


def _pair(request: HttpRequest, key: str, typed: Form) -> str:
    fixed = _pairs(typed.get("fixed", ""))
    byes = _numbers(typed.get("byes", ""))
    row = rounds.pair(
        by=person_of(request),
        key=key,
        number=_number(typed, "number"),
        fixed=fixed,
        byes=byes,
        anyway=_anyway(typed),
    )
    return _("Round %(number)s is paired.") % {"number": row.number}


def _anyway(typed: Form) -> Anyway:
    """Whether decks or pools may be missing, and why."""
    return Anyway(typed.get("without_decks") == "1", typed.get("reason", ""))


def _pairs(text: str) -> list[tuple[int, int]]:
    """Pairs of player numbers, one a line: `3 7`."""
    pairs = []
    for line in text.splitlines():
        parts = line.replace("-", " ").split()
        if not parts:
            continue
        numbers = [number for part in parts if (number := whole_number(part, digits=7)) is not None]
        if len(parts) != 2 or len(numbers) != 2:
            raise Invalid(gettext_noop("A pair by hand is two player numbers on a line, such as 3 7."))
        pairs.append((numbers[0], numbers[1]))
    return pairs


def _numbers(text: str) -> list[int]:
    """Player numbers with blanks or commas between them."""
    parts = text.replace(",", " ").split()
    numbers = [number for part in parts if (number := whole_number(part, digits=7)) is not None]
    if len(numbers) != len(parts):
        raise Invalid(gettext_noop("Who sits out by hand is named by player numbers, such as 4 9."))
    return numbers


def _unpair(request: HttpRequest, key: str, typed: Form) -> str:
    rounds.unpair_round(by=person_of(request), key=key, number=_number(typed, "number"))
    return _("The pairing is taken back.")


def _result(request: HttpRequest, key: str, typed: Form) -> str:
    by = person_of(request)
    if typed.get("as") == "player":
        pairing, crystals = reported(typed)
        view = results.report(by=by, key=key, pairing=pairing, crystals=crystals, tap=tap_of(request, typed))
        said = {
            "done": _("You both agree: it counts."),
            "disputed": _("Your opponent says something else. Talk about it, or call the organiser."),
        }
        return said.get(view.state, _("Reported. It counts as soon as your opponent says the same."))
    form = result_form(typed)
    data = form.cleaned_data
    how: dict[str, Any] = {name: data[name] for name in ("time_up", "outcome", "forfeit")} | {"games": form.games}
    seen: dict[str, Any] = {"before": typed.get("before"), "tap": tap_of(request, typed)}
    table = results.enter(by=by, key=key, pairing=data["pairing"], crystals=(data["a"], data["b"]), **how, **seen)
    typed["after"] = table.score_text
    return _("Entered.")


def _take_back(request: HttpRequest, key: str, typed: Form) -> str:
    number, before = _number(typed, "pairing"), typed.get("before", "")
    seen: dict[str, Any] = {"undoes": typed.get("undoes"), "tap": tap_of(request, typed)}
    results.take_back(by=person_of(request), key=key, pairing=number, before=before, **seen)
    return _("The result is taken back.")


def _close(request: HttpRequest, key: str, typed: Form) -> str:
    number = _number(typed, "number")
    unfinished = typed.get("unfinished") == "1"
    decided = {
        table: typed[name]
        for name in typed
        if name.startswith("decide-") and (table := whole_number(name.removeprefix("decide-"))) is not None
    }
    closing_services.close_round(by=person_of(request), key=key, number=number, unfinished=unfinished, decided=decided)
    return _("Round %(number)s is closed.") % {"number": number}


def _cut(request: HttpRequest, key: str, typed: Form) -> str:
    rounds.begin_cut(by=person_of(request), key=key, anyway=_anyway(typed))
    return _("The cut has begun.")


def _finish(request: HttpRequest, key: str, typed: Form) -> str:
    closing_services.finish(by=person_of(request), key=key)
    return _("The event is finished.")


def _reopen(request: HttpRequest, key: str, typed: Form) -> str:
    closing_services.reopen(by=person_of(request), key=key)
    return _("The event is open again.")


def _plan(request: HttpRequest, key: str, typed: Form) -> str:
    planned = services.plan_rounds(by=person_of(request), key=key, rounds=_number(typed, "rounds")).rounds_planned
    return ngettext("%(count)s round is planned.", "%(count)s rounds are planned.", planned or 0) % {"count": planned}


def _clock(request: HttpRequest, key: str, typed: Form) -> str:
    running = typed.get("running") == "1"
    clock.set_clock(by=person_of(request), key=key, number=_number(typed, "number"), running=running)
    return _("The clock runs.") if running else _("The clock pauses.")


def _give_bye(request: HttpRequest, key: str, typed: Form) -> str:
    repair.give_bye(by=person_of(request), key=key, number=_number(typed, "number"), to=_number(typed, "to"))
    return _("The bye is a match now.")


def _swap(request: HttpRequest, key: str, typed: Form) -> str:
    seats = {"first": _number(typed, "first"), "second": _number(typed, "second")}
    repair.swap(by=person_of(request), key=key, number=_number(typed, "number"), **seats)
    return _("The two have changed their seats.")


def _longer(request: HttpRequest, key: str, typed: Form) -> str:
    minutes, by = _number(typed, "minutes"), person_of(request)
    if typed.get("pairing"):
        clock.give_extra_time(by=by, key=key, pairing=_number(typed, "pairing"), minutes=minutes)
        return _("This table has extra time.")
    clock.lengthen(by=by, key=key, number=_number(typed, "number"), minutes=minutes)
    return _("The round is longer now.")


def _pods(request: HttpRequest, key: str, typed: Form) -> str:
    seconds = _number(typed, "pick_seconds") if typed.get("pick_seconds") else None
    most = _number(typed, "most")
    peoples = request.POST.getlist("peoples")
    made = pod_services.seat(by=person_of(request), key=key, most=most, pick_seconds=seconds, peoples=peoples)
    return _("Seated at %(count)s draft tables.") % {"count": len(made)}


def _note(request: HttpRequest, key: str, typed: Form) -> str:
    form = NoteForm(typed)
    if not form.is_valid():
        raise Invalid(gettext_noop("A note says about whom, what it is and why, in at most 300 characters."))
    services.add_note(by=person_of(request), key=key, **form.cleaned_data)
    return _("Noted.")


_ACTIONS: dict[str, Callable[[HttpRequest, str, Form], str]] = {
    **ENTRY_ACTIONS,
    "add": _add,
    "unpaste": _unpaste,
    "registration": _open,
    "drop": _drop,
    "return": _return,
    "deck": _deck,
    "pair": _pair,
    "unpair": _unpair,
    "result": _result,
    "take_back": _take_back,
    "close": _close,
    "cut": _cut,
    "finish": _finish,
    "reopen": _reopen,
    "clock": _clock,
    "longer": _longer,
    "give_bye": _give_bye,
    "swap": _swap,
    "plan": _plan,
    "note": _note,
    "pods": _pods,
}


@require_safe
def short(request: HttpRequest, code: str) -> HttpResponse:
    """The event of a short code."""
    return redirect(get_event(code))


@require_safe
def deck(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """The deck somebody has handed in, for those who may see it at this stage."""
    view = event_view(key)
    player = deck_of(view, number, person_of(request))
    return render(request, "matches/events/deck.html", {"event": view.event, "player": player})


@require_safe
def trail(request: HttpRequest, key: str) -> HttpResponse:
    """Everything that was done, for everybody: so that anyone can see why a number stands there."""
    event, who = get_event(key), request.GET.get("who", "").strip()[:40]
    rows = trail_of(event, person_of(request), who=who, page=request.GET.get("page"))
    other = f"&{urlencode({'who': who})}" if who else ""
    context = {"event": event, "rows": rows, "who": who, "other_query": other}
    return render(request, "matches/staff/audit_log.html", context)
