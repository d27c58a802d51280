"""Actions on an event: what players, staff and visitors do by the forms of its pages, one view and one address each.

`action_view` chooses the page that follows, and the one that shows a refusal.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from accounts.identity import get_or_create_person, keep_nickname, person_of
from common.errors import DomainError, Invalid, NotAllowed
from common.i18n import translated
from common.text import gettext_noop, whole_number
from matches.core.tournament.pasted_names import read_names
from matches.events import closing_services, services
from matches.events import result_services as results
from matches.events import round_services as rounds
from matches.events.decks import services as deck_services
from matches.events.decks.duty import Anyway
from matches.events.decks.verdicts import hand_in_message
from matches.events.draft_tables import services as pod_services
from matches.events.entry import leaving
from matches.events.entry import services as entry
from matches.events.entry.capacity import place_in_list
from matches.events.entry.check_in import check_in as check_in_player
from matches.events.entry.members import near_members
from matches.events.forms import NoteForm, reported, result_form
from matches.events.players import services as players
from matches.events.presenters import Form, event_page
from matches.events.queries import event_view
from matches.events.results.presenters import results_page
from matches.events.results.taps import tap_of
from matches.events.rounds import clock, repair
from matches.events.rounds.fixtures import FixtureProposal, arrange_match
from matches.models import EntryRequest


@dataclass(frozen=True, slots=True)
class Done:
    """What an action has done: its message, and the `query` by which the next page shows or undoes it."""

    message: str = ""
    query: Mapping[str, str] = field(default_factory=dict)


def action_view(act: Callable[[HttpRequest, str, Form], str | Done]) -> Callable[..., HttpResponse]:
    """A view of a form: `act` reads what was typed, calls a service, and returns the message or a `Done`.

    What was typed is shown again when it is refused.
    """

    @require_POST
    @wraps(act)
    def view(request: HttpRequest, key: str) -> HttpResponse:
        typed: Form = request.POST.dict()
        try:
            done = act(request, key, typed)
        except NotAllowed:
            raise
        except DomainError as error:
            page = results_page if typed.get("back") == "results" else event_page
            return page(request, event_view(key), error=error, typed=typed)
        return _next_page(request, key, typed, done if isinstance(done, Done) else Done(done))

    return view


def _next_page(request: HttpRequest, key: str, typed: Form, done: Done) -> HttpResponse:
    """The page that `back` names, at the round and the table of the form; the results desk has messages of its own."""
    back, query = typed.get("back"), dict(done.query)
    number, table = whole_number(typed.get("number", "")), whole_number(typed.get("table", ""))
    round_number = whole_number(typed.get("shown", ""))
    if back == "results":
        query = query if round_number is None else {"round": str(round_number), **query}
        return redirect(f"{reverse('matches:event_results', args=[key])}?{urlencode(query)}")
    if done.message:
        messages.success(request, done.message)
    if back == "player" and number is not None:
        return redirect("matches:event_player_desk", key, number)
    if back != "players" and not query and round_number is not None:
        query = {"round": str(round_number)}
    place = f"?{urlencode(query)}" if query else ""
    if back == "players":
        return redirect(reverse("matches:event_players", args=[key]) + place)
    return redirect(reverse("matches:event", args=[key]) + place + ("" if table is None else f"#table-{table}"))


@action_view
def register(request: HttpRequest, key: str, typed: Form) -> str:
    name = typed.get("name", "")
    asks = {"ask": typed.get("ask") == "1", "is_me": typed.get("is_me") == "1", "is_new": typed.get("new") == "1"}
    by = get_or_create_person(request)
    row = entry.register(by=by, key=key, name=name, **asks)
    keep_nickname(by, row.name)
    if not isinstance(row, EntryRequest):
        return _("You’re in, as number %(number)s.") % {"number": row.number}
    if row.approved is None:
        return _("You’ve requested a spot. The organiser approves each player.")
    return _("You’re number %(place)s on the waiting list.") % {"place": place_in_list(row)}


@action_view
def withdraw(request: HttpRequest, key: str, typed: Form) -> str:
    """Wait no longer."""
    entry.withdraw(by=person_of(request), key=key)
    return _("You’ve left the waiting list.")


@action_view
def decide(request: HttpRequest, key: str, typed: Form) -> str:
    """Let somebody in who asks, or not."""
    admit = typed.get("admit") == "1"
    row = entry.decide(by=person_of(request), key=key, request=_number(typed, "request"), admit=admit)
    if not admit:
        return _("%(name)s’s request was declined.") % {"name": row.name}
    if isinstance(row, EntryRequest):
        return _("%(name)s has been let in and is on the waiting list.") % {"name": row.name}
    return _("%(name)s is in, as number %(number)s.") % {"name": row.name, "number": row.number}


@action_view
def check_in(request: HttpRequest, key: str, typed: Form) -> str:
    here = typed.get("here") == "1"
    row = check_in_player(by=person_of(request), key=key, number=_number(typed, "number"), here=here)
    message = _("%(name)s has checked in.") if here else _("%(name)s isn’t checked in.")
    return message % {"name": row.name}


@action_view
def announce(request: HttpRequest, key: str, typed: Form) -> str:
    event = services.announce(by=person_of(request), key=key, text=typed.get("text", ""))
    return _("Announcement posted.") if event.announcement else _("Announcement removed.")


@require_POST
def add(request: HttpRequest, key: str) -> HttpResponse:
    """Enter the players of a pasted list; one that is not one plain name a line is shown first."""
    view, by = event_view(key), person_of(request)
    text = "\n".join([*request.POST.getlist("member"), request.POST.get("names", "")]).strip()
    confirmed = [line.strip() for line in request.POST.get("seen", "").splitlines()]
    pasted = read_names(text, [player.name for player in view.players], confirmed)
    near = near_members(view, [name for name in pasted.names if name not in confirmed], by=by)
    typed: Form = {"names": text, "near": [translated(member) for member in near]}
    try:
        if pasted.tidied or near:
            typed |= {"preview": pasted, "names": "\n".join(pasted.names)}
            raise Invalid(gettext_noop("Please check the names, then add them."))
        names = [line for line in pasted.lines if line.strip()]
        if not names:
            raise Invalid(gettext_noop("Type at least one name, each on its own line."))
        rows = services.add_players(by=by, key=key, names=names)
    except NotAllowed:
        raise
    except DomainError as error:
        return event_page(request, event_view(key), error=error, typed=typed)
    messages.success(request, _("Added: %(names)s.") % {"names": " · ".join(row.name for row in rows)})
    return redirect(f"{reverse('matches:event', args=[key])}?pasted={rows[0].number}-{rows[-1].number}")


@action_view
def unpaste(request: HttpRequest, key: str, typed: Form) -> str:
    """Take the players of a paste off the list again."""
    first, last = _number(typed, "first"), _number(typed, "last")
    count = players.take_paste_back(by=person_of(request), key=key, first=first, last=last)
    return ngettext("%(count)s player removed.", "%(count)s players removed.", count) % {"count": count}


@action_view
def set_registration(request: HttpRequest, key: str, typed: Form) -> str:
    is_open = typed.get("open") == "1"
    services.set_registration(by=person_of(request), key=key, is_open=is_open)
    return _("Registration is open.") if is_open else _("Registration is closed.")


@action_view
def drop(request: HttpRequest, key: str, typed: Form) -> Done:
    number = _number(typed, "number")
    leaving.drop(by=person_of(request), key=key, number=number, how=typed.get("how", ""))
    return Done(query={"dropped": str(number)})


@action_view
def come_back(request: HttpRequest, key: str, typed: Form) -> str:
    leaving.come_back(by=person_of(request), key=key, number=_number(typed, "number"))
    return _("Reinstated: paired again from the next round.")


@action_view
def deck(request: HttpRequest, key: str, typed: Form) -> str:
    number = _number(typed, "number")
    row = deck_services.hand_in(by=person_of(request), key=key, number=number, deck_key=typed.get("deck", ""))
    hand_in_message(request, row)
    return ""


@action_view
def pair(request: HttpRequest, key: str, typed: Form) -> str:
    fixed = _parse_number_pairs(typed.get("fixed", ""))
    byes = _numbers(typed.get("byes", ""))
    row = rounds.pair(
        by=person_of(request),
        key=key,
        number=_number(typed, "number"),
        fixed=fixed,
        byes=byes,
        anyway=_anyway_from_form(typed),
    )
    return _("Round %(number)s is paired.") % {"number": row.number}


def _anyway_from_form(typed: Form) -> Anyway:
    """Whether decks or pools may be missing, and why."""
    return Anyway(typed.get("without_decks") == "1", typed.get("reason", ""))


def _parse_number_pairs(text: str) -> list[tuple[int, int]]:
    """Pairs of player numbers, one a line: `3 7`."""
    pairs = []
    for line in text.splitlines():
        parts = line.replace("-", " ").split()
        if not parts:
            continue
        numbers = [number for part in parts if (number := whole_number(part, digits=7)) is not None]
        if len(parts) != 2 or len(numbers) != 2:
            raise Invalid(gettext_noop("Enter each pairing as two player numbers on a line, such as 3 7."))
        pairs.append((numbers[0], numbers[1]))
    return pairs


def _numbers(text: str) -> list[int]:
    """Player numbers with blanks or commas between them."""
    parts = text.replace(",", " ").split()
    numbers = [number for part in parts if (number := whole_number(part, digits=7)) is not None]
    if len(numbers) != len(parts):
        raise Invalid(gettext_noop("Enter byes as player numbers, such as 4 9."))
    return numbers


@action_view
def unpair(request: HttpRequest, key: str, typed: Form) -> str:
    """Take the newest pairing back."""
    rounds.unpair_round(by=person_of(request), key=key, number=_number(typed, "number"))
    return _("Pairing undone.")


@action_view
def result(request: HttpRequest, key: str, typed: Form) -> str | Done:
    """Report a result as a player, or enter it at the desk."""
    by = person_of(request)
    if typed.get("as") == "player":
        pairing, crystals = reported(typed)
        view = results.report(by=by, key=key, pairing=pairing, crystals=crystals, tap=tap_of(request, typed))
        body = {
            "done": _("Your results match, so this one is final."),
            "disputed": _("Your opponent reported something else. Talk to them, or call the organiser."),
        }
        return body.get(view.state, _("Reported. It counts once your opponent confirms it."))
    form = result_form(typed)
    data = form.cleaned_data
    how: dict[str, Any] = {name: data[name] for name in ("time_up", "outcome", "forfeit")} | {"games": form.games}
    guards: dict[str, Any] = {"before": typed.get("before"), "tap": tap_of(request, typed)}
    table = results.enter(by=by, key=key, pairing=data["pairing"], crystals=(data["a"], data["b"]), **how, **guards)
    if typed.get("back") != "results":
        return _("Result saved.")
    # The desk names the result, and offers to undo it.
    before, pairing = typed.get("before", ""), typed.get("pairing", "")
    return Done(query={"before": before, "after": table.score_text, "entered": pairing})


@action_view
def fixture(request: HttpRequest, key: str, typed: Form) -> str:
    """Ask for a day of a match of a league, accept one, keep a link, say that there is no answer, remind the two."""
    answers = {name: typed[name] == "1" for name in ("accept", "no_answer") if name in typed}
    proposal = FixtureProposal(day=_day(typed), link=typed.get("link"), remind=typed.get("remind") == "1", **answers)
    arrange_match(by=person_of(request), key=key, pairing=_number(typed, "pairing"), proposal=proposal)
    return _("Saved.")


def _day(typed: Form) -> date | None:
    try:
        return date.fromisoformat(typed["day"]) if typed.get("day") else None
    except ValueError:
        raise Invalid(gettext_noop("Choose today or a later date.")) from None


@action_view
def take_back(request: HttpRequest, key: str, typed: Form) -> str:
    number, before = _number(typed, "pairing"), typed.get("before", "")
    guards: dict[str, Any] = {"undoes": typed.get("undoes"), "tap": tap_of(request, typed)}
    results.take_back(by=person_of(request), key=key, pairing=number, before=before, **guards)
    return _("Result cleared.")


@action_view
def close(request: HttpRequest, key: str, typed: Form) -> str:
    number = _number(typed, "number")
    unfinished = typed.get("unfinished") == "1"
    decided = {
        table: typed[name]
        for name in typed
        if name.startswith("decide-") and (table := whole_number(name.removeprefix("decide-"))) is not None
    }
    closing_services.close_round(by=person_of(request), key=key, number=number, unfinished=unfinished, decided=decided)
    return _("Round %(number)s closed.") % {"number": number}


@action_view
def cut(request: HttpRequest, key: str, typed: Form) -> str:
    rounds.begin_cut(by=person_of(request), key=key, anyway=_anyway_from_form(typed))
    return _("The playoff has started.")


@action_view
def finish(request: HttpRequest, key: str, typed: Form) -> str:
    closing_services.finish(by=person_of(request), key=key)
    return _("Event finished.")


@action_view
def reopen(request: HttpRequest, key: str, typed: Form) -> str:
    closing_services.reopen(by=person_of(request), key=key)
    return _("Event reopened.")


@action_view
def plan(request: HttpRequest, key: str, typed: Form) -> str:
    planned = services.plan_rounds(by=person_of(request), key=key, rounds=_number(typed, "rounds")).rounds_planned
    return ngettext("%(count)s round planned.", "%(count)s rounds planned.", planned or 0) % {"count": planned}


@action_view
def set_clock(request: HttpRequest, key: str, typed: Form) -> str:
    running = typed.get("running") == "1"
    clock.set_clock(by=person_of(request), key=key, number=_number(typed, "number"), running=running)
    return _("Clock started.") if running else _("Clock paused.")


@action_view
def give_bye(request: HttpRequest, key: str, typed: Form) -> str:
    """Let who came late play against who has the bye."""
    repair.give_bye(by=person_of(request), key=key, number=_number(typed, "number"), to=_number(typed, "to"))
    return _("The bye is now a match.")


@action_view
def swap(request: HttpRequest, key: str, typed: Form) -> str:
    """Let two players change their seats."""
    seats = {"first": _number(typed, "first"), "second": _number(typed, "second")}
    repair.swap(by=person_of(request), key=key, number=_number(typed, "number"), **seats)
    return _("Players swapped.")


@action_view
def longer(request: HttpRequest, key: str, typed: Form) -> str:
    """Give a round more minutes, or one table."""
    minutes, by = _number(typed, "minutes"), person_of(request)
    if typed.get("pairing"):
        clock.give_extra_time(by=by, key=key, pairing=_number(typed, "pairing"), minutes=minutes)
        return _("This table has extra time.")
    clock.lengthen(by=by, key=key, number=_number(typed, "number"), minutes=minutes)
    return _("Round extended.")


@action_view
def pods(request: HttpRequest, key: str, typed: Form) -> str:
    """Seat the draft tables."""
    seconds = _number(typed, "pick_seconds") if typed.get("pick_seconds") else None
    most = _number(typed, "most")
    peoples = request.POST.getlist("peoples")
    made = pod_services.seat(by=person_of(request), key=key, most=most, pick_seconds=seconds, peoples=peoples)
    return _("Players seated in %(count)s pods.") % {"count": len(made)}


@action_view
def note(request: HttpRequest, key: str, typed: Form) -> str:
    form = NoteForm(typed)
    if not form.is_valid():
        raise Invalid(gettext_noop("A note needs a player, a kind and a text of at most 300 characters."))
    services.add_note(by=person_of(request), key=key, **form.cleaned_data)
    return _("Note saved.")


def _number(typed: Form, name: str) -> int:
    number = whole_number(typed.get(name, ""), digits=9)
    if number is None:
        raise Invalid(gettext_noop("A number is missing."))
    return number
