"""Actions on an event: each form of its pages has a view and a URL.

`event_action_view` chooses the next page, or the page that shows an error.
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
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from accounts.identity import get_or_create_person, person_of, set_guest_nickname
from common.errors import DomainError, Invalid, NotAllowed
from common.i18n import translated
from common.sentence_tables import sentences
from common.text import fill_template, gettext_noop, parse_whole_number
from matches.core.names import is_same
from matches.core.tournament.pasted_names import parse_pasted_names
from matches.events import pod_services, round_services, services
from matches.events import result_services as results
from matches.events import round_services as rounds
from matches.events.decks import services as deck_services
from matches.events.decks.queries import ProceedAnyway
from matches.events.decks.verdicts import add_deck_submitted_message
from matches.events.entry import leaving
from matches.events.entry import services as entry
from matches.events.entry.capacity import similar_name_questions, waiting_list_position
from matches.events.entry.leaving import check_in_all_players
from matches.events.entry.leaving import set_player_checked_in as check_in_player
from matches.events.forms import parse_reported_result, result_form
from matches.events.players import services as players
from matches.events.presenters import PostedForm, render_event_page
from matches.events.queries import load_event
from matches.events.results_desk import device_stamp_from_form
from matches.events.rounds import clock
from matches.events.rounds.fixtures import FixtureProposal, schedule_league_match
from matches.events.staff_services import call_judge, close_judge_call
from matches.models import EntryRequest


@dataclass(frozen=True, slots=True)
class ActionResult:
    """Result of an action: a message, and the `query` of the next page, which shows the action or offers to undo it."""

    message: str = ""
    query: Mapping[str, str] = field(default_factory=dict)


def event_action_view(act: Callable[[HttpRequest, str, PostedForm], str | ActionResult]) -> Callable[..., HttpResponse]:
    """Return a view of a form: `act` reads the input, calls a service, and returns the message or an `ActionResult`.

    After an error, the input is shown again.
    """

    @require_POST
    @wraps(act)
    def view(request: HttpRequest, key: str) -> HttpResponse:
        posted: PostedForm = request.POST.dict()
        try:
            done = act(request, key, posted)
        except NotAllowed:
            raise
        except DomainError as error:
            return render_event_page(request, load_event(key), error=error, posted=posted)
        return _redirect_after_action(
            request, key, posted, done if isinstance(done, ActionResult) else ActionResult(done)
        )

    return view


def _number(posted: PostedForm, name: str) -> int:
    number = parse_whole_number(posted.get(name, ""), digits=9)
    if number is None:
        raise Invalid(gettext_noop("A number is missing."))
    return number


def _make_numbers_action(change: Callable[..., object], done: Any, *names: str) -> Callable[..., HttpResponse]:
    """Return a view that calls a service with these numbers of the form and shows the message `done`."""

    @event_action_view
    def act(request: HttpRequest, key: str, posted: PostedForm) -> str:
        change(by=person_of(request), key=key, **{name: _number(posted, name) for name in names})
        return str(done)

    return act


def _redirect_after_action(request: HttpRequest, key: str, posted: PostedForm, done: ActionResult) -> HttpResponse:
    """Redirect to the page that `back` names, at the form’s round and table; the results desk shows its own message."""
    back, query = posted.get("back"), dict(done.query)
    number, table = parse_whole_number(posted.get("number", "")), parse_whole_number(posted.get("table", ""))
    round_number = parse_whole_number(posted.get("shown", ""))
    if back == "results":
        query = query if round_number is None else {"round": str(round_number), **query}
        return redirect(f"{reverse('matches:event_results', args=[key])}?{urlencode(query)}")
    if done.message:
        messages.success(request, done.message)
    if back == "player" and number is not None:
        return redirect("matches:event_player_desk", key, number)
    if back != "players" and not query and round_number is not None:
        query = {"round": str(round_number)}
    query_string = f"?{urlencode(query)}" if query else ""
    if back == "players":
        return redirect(reverse("matches:event_players", args=[key]) + query_string)
    return redirect(reverse("matches:event", args=[key]) + query_string + ("" if table is None else f"#table-{table}"))


@event_action_view
def register_player_action(request: HttpRequest, key: str, posted: PostedForm) -> str:
    name = posted.get("name", "")
    asks = {"ask": posted.get("ask") == "1", "is_me": posted.get("is_me") == "1", "is_new": posted.get("new") == "1"}
    by = get_or_create_person(request)
    row = entry.register_player(by=by, key=key, name=name, **asks)
    set_guest_nickname(by, row.name)
    if not isinstance(row, EntryRequest):
        return _("You’re in, as number %(number)s.") % {"number": row.number}
    if row.approved is None:
        return _("You’ve requested a spot. The organiser approves each player.")
    return _("You’re number %(place)s on the waiting list.") % {"place": waiting_list_position(row)}


withdraw_request_action = _make_numbers_action(
    entry.withdraw_entry_request, gettext_lazy("You’ve left the waiting list.")
)


@event_action_view
def decide_request_action(request: HttpRequest, key: str, posted: PostedForm) -> str:
    admit = posted.get("admit") == "1"
    row = entry.decide_entry_request(by=person_of(request), key=key, request=_number(posted, "request"), admit=admit)
    if not admit:
        return _("%(name)s’s request was declined.") % {"name": row.name}
    if isinstance(row, EntryRequest):
        return _("%(name)s has been let in and is on the waiting list.") % {"name": row.name}
    return _("%(name)s is in, as number %(number)s.") % {"name": row.name, "number": row.number}


@event_action_view
def check_in_action(request: HttpRequest, key: str, posted: PostedForm) -> str:
    if posted.get("all") == "1":
        count = check_in_all_players(by=person_of(request), key=key)
        return ngettext("%(count)s player checked in.", "%(count)s players checked in.", count) % {"count": count}
    is_present = posted.get("here") == "1"
    player = check_in_player(by=person_of(request), key=key, number=_number(posted, "number"), is_present=is_present)
    message = _("%(name)s has checked in.") if is_present else _("%(name)s isn’t checked in.")
    return message % {"name": player.name}


@event_action_view
def call_judge_action(request: HttpRequest, key: str, posted: PostedForm) -> str:
    """Call a judge to the player’s own table, or with `came`, close the call from that table."""
    if posted.get("came"):
        close_judge_call(by=person_of(request), key=key, table=_number(posted, "came"))
        return ""
    return _("A judge has been called to table %(table)s.") % {"table": call_judge(by=person_of(request), key=key)}


@event_action_view
def announce_action(request: HttpRequest, key: str, posted: PostedForm) -> str:
    event = services.publish_announcement(by=person_of(request), key=key, text=posted.get("text", ""))
    return _("Announcement posted.") if event.announcement else _("Announcement removed.")


@event_action_view
def add_players_action(request: HttpRequest, key: str, posted: PostedForm) -> ActionResult:
    """Enter the players of a pasted list; if some lines are unclear, ask for confirmation first."""
    loaded, by = load_event(key), person_of(request)
    text = "\n".join([*request.POST.getlist("member"), posted.get("names", "")]).strip()
    confirmed = [line.strip() for line in posted.get("seen", "").splitlines()]
    name, _line, other = (part.strip() for part in posted.get("same", "").partition("\n"))
    if other:
        rest = [line for line in text.splitlines() if line.strip() != name]
        listed = any(is_same(other, each) for each in [*rest, *(player.name for player in loaded.players)])
        text = "\n".join(rest if listed else [*rest, other])
        if not text.strip():
            return ActionResult(_("%(name)s is already in the event.") % {"name": other})
    pasted = parse_pasted_names(text, [player.name for player in loaded.players], confirmed)
    unconfirmed = [name for name in pasted.names if other or name not in confirmed]
    similar = similar_name_questions(loaded, unconfirmed, pasted.doubled, by=by)
    posted["names"] = text
    posted["near"] = [(translated(question), question.params["name"], names) for question, names in similar]
    if pasted.tidied or len(similar) > len(pasted.doubled):
        posted |= {"preview": pasted, "names": "\n".join(pasted.names)}
        raise Invalid(gettext_noop("Please check the names, then add them."))
    names = [line for line in pasted.lines if line.strip()]
    if not names:
        raise Invalid(gettext_noop("Type at least one name, each on its own line."))
    rows = services.add_players(by=by, key=key, names=names)
    message = _("Added: %(names)s.") % {"names": " · ".join(row.name for row in rows)}
    return ActionResult(message, {"pasted": f"{rows[0].number}-{rows[-1].number}"})


@event_action_view
def undo_pasted_players_action(request: HttpRequest, key: str, posted: PostedForm) -> str:
    first, last = _number(posted, "first"), _number(posted, "last")
    count = players.delete_pasted_players(by=person_of(request), key=key, first=first, last=last)
    return ngettext("%(count)s player removed.", "%(count)s players removed.", count) % {"count": count}


@event_action_view
def set_registration_action(request: HttpRequest, key: str, posted: PostedForm) -> str:
    is_open = posted.get("open") == "1"
    services.set_registration(by=person_of(request), key=key, is_open=is_open)
    return _("Registration is open.") if is_open else _("Registration is closed.")


@event_action_view
def drop_player_action(request: HttpRequest, key: str, posted: PostedForm) -> ActionResult:
    number = _number(posted, "number")
    player = leaving.drop_player(by=person_of(request), key=key, number=number, withdrawal=posted.get("how", ""))
    # In a league, say what happens to the player’s matches; in other events, the page with `?dropped=` says enough.
    sentence = sentences("matches", "audit_log").get(f"left_{player.withdrawal}", "")
    message = fill_template(_(sentence), {"name": player.name}) if sentence else ""
    return ActionResult(message, query={"dropped": str(number)})


reinstate_player_action = _make_numbers_action(
    leaving.reinstate_player, gettext_lazy("Reinstated: paired again from the next round."), "number"
)


@event_action_view
def ask_for_byes_action(request: HttpRequest, key: str, posted: PostedForm) -> str:
    wanted = _parse_player_numbers(" ".join(request.POST.getlist("byes")))
    player = leaving.ask_for_byes(by=person_of(request), key=key, number=_number(posted, "number"), rounds=wanted)
    return _("Saved for %(name)s.") % {"name": player.name}


@event_action_view
def seed_player_action(request: HttpRequest, key: str, posted: PostedForm) -> ActionResult:
    """Move a player to another seed, or with `lot`, draw all seeds by lot."""
    to, number = None if posted.get("lot") else _number(posted, "to"), _number(posted, "number")
    players.seed_player(by=person_of(request), key=key, number=number, to=to)
    return ActionResult(query={"moved": str(number)})


@event_action_view
def submit_deck_action(request: HttpRequest, key: str, posted: PostedForm) -> str:
    number = _number(posted, "number")
    player = deck_services.submit_deck(by=person_of(request), key=key, number=number, deck_key=posted.get("deck", ""))
    add_deck_submitted_message(request, player)
    return ""


@event_action_view
def pair_round_action(request: HttpRequest, key: str, posted: PostedForm) -> str:
    fixed = _parse_number_pairs(posted.get("fixed", ""))
    byes = _parse_player_numbers(posted.get("byes", ""))
    round_ = rounds.pair_next_round(
        by=person_of(request),
        key=key,
        number=_number(posted, "number"),
        fixed=fixed,
        byes=byes,
        anyway=_proceed_anyway_from_form(posted),
    )
    return (
        _("Schedule created.")
        if round_.event.is_league
        else _("Round %(number)s is paired.") % {"number": round_.number}
    )


def _proceed_anyway_from_form(posted: PostedForm) -> ProceedAnyway:
    return ProceedAnyway(posted.get("without_decks") == "1", posted.get("reason", ""))


def _parse_number_pairs(text: str) -> list[tuple[int, int]]:
    """Parse pairs of player numbers, one per line: `3 7`."""
    pairs = []
    for line in text.splitlines():
        parts = line.replace("-", " ").split()
        if not parts:
            continue
        numbers = [number for part in parts if (number := parse_whole_number(part, digits=7)) is not None]
        if len(parts) != 2 or len(numbers) != 2:
            raise Invalid(gettext_noop("Enter each pairing as two player numbers on a line, such as 3 7."))
        pairs.append((numbers[0], numbers[1]))
    return pairs


def _parse_player_numbers(text: str) -> list[int]:
    """Parse player numbers separated by spaces or commas."""
    parts = text.replace(",", " ").split()
    numbers = [number for part in parts if (number := parse_whole_number(part, digits=7)) is not None]
    if len(numbers) != len(parts):
        raise Invalid(gettext_noop("Enter byes as player numbers, such as 4 9."))
    return numbers


unpair_round_action = _make_numbers_action(rounds.unpair_round, gettext_lazy("Pairing undone."), "number")


@event_action_view
def enter_result_action(request: HttpRequest, key: str, posted: PostedForm) -> str | ActionResult:
    by = person_of(request)
    if posted.get("as") == "player":
        pairing, crystals = parse_reported_result(posted)
        reported = results.report_result(
            by=by, key=key, pairing=pairing, crystals=crystals, tap=device_stamp_from_form(request, posted)
        )
        body = {
            "done": _("Your results match, so this one is final."),
            "disputed": _("Your opponent reported something else. Talk to them, or call the organiser."),
        }
        return body.get(reported.state, _("Reported. It counts once your opponent confirms it."))
    form = result_form(posted)
    data = form.cleaned_data
    result_options: dict[str, Any] = {name: data[name] for name in ("time_up", "outcome", "forfeit")} | {
        "games": form.games_won
    }
    guards: dict[str, Any] = {"before": posted.get("before"), "tap": device_stamp_from_form(request, posted)}
    table = results.enter_result(
        by=by, key=key, pairing=data["pairing"], crystals=(data["a"], data["b"]), **result_options, **guards
    )
    if posted.get("back") != "results":
        return _("Result saved.")
    # The results desk shows the result and offers to undo it.
    before, pairing = posted.get("before", ""), posted.get("pairing", "")
    return ActionResult(query={"before": before, "after": table.result_code, "entered": pairing})


@event_action_view
def schedule_match_action(request: HttpRequest, key: str, posted: PostedForm) -> str:
    """Propose or accept a day for a league match, save a link, report a missing answer, or remind both players."""
    answers = {name: posted[name] == "1" for name in ("accept", "no_answer") if name in posted}
    proposal = FixtureProposal(
        day=_day_from_form(posted), link=posted.get("link"), remind=posted.get("remind") == "1", **answers
    )
    schedule_league_match(by=person_of(request), key=key, pairing=_number(posted, "pairing"), proposal=proposal)
    return _("Saved.")


def _day_from_form(posted: PostedForm) -> date | None:
    try:
        return date.fromisoformat(posted["day"]) if posted.get("day") else None
    except ValueError:
        raise Invalid(gettext_noop("Choose today or a later date.")) from None


@event_action_view
def undo_result_action(request: HttpRequest, key: str, posted: PostedForm) -> str:
    number, before = _number(posted, "pairing"), posted.get("before", "")
    guards: dict[str, Any] = {"undoes": posted.get("undoes"), "tap": device_stamp_from_form(request, posted)}
    results.undo_result(by=person_of(request), key=key, pairing=number, before=before, **guards)
    return _("Result cleared.")


@event_action_view
def close_round_action(request: HttpRequest, key: str, posted: PostedForm) -> str:
    number = _number(posted, "number")
    unfinished = posted.get("unfinished") == "1"
    decided = {
        table: posted[name]
        for name in posted
        if name.startswith("decide-") and (table := parse_whole_number(name.removeprefix("decide-"))) is not None
    }
    round_services.close_round(by=person_of(request), key=key, number=number, unfinished=unfinished, decided=decided)
    return _("Round %(number)s closed.") % {"number": number}


@event_action_view
def begin_playoff_action(request: HttpRequest, key: str, posted: PostedForm) -> str:
    rounds.begin_playoff(by=person_of(request), key=key, anyway=_proceed_anyway_from_form(posted))
    return _("The playoff has started.")


finish_event_action = _make_numbers_action(round_services.finish_event, gettext_lazy("Event finished."))
reopen_event_action = _make_numbers_action(round_services.reopen_event, gettext_lazy("Event reopened."))


@event_action_view
def set_round_count_action(request: HttpRequest, key: str, posted: PostedForm) -> str:
    planned = services.set_round_count(by=person_of(request), key=key, rounds=_number(posted, "rounds")).rounds_planned
    return ngettext("%(count)s round planned.", "%(count)s rounds planned.", planned or 0) % {"count": planned}


@event_action_view
def set_clock_action(request: HttpRequest, key: str, posted: PostedForm) -> str:
    running = posted.get("running") == "1"
    clock.set_round_clock(by=person_of(request), key=key, number=_number(posted, "number"), running=running)
    return _("Clock started.") if running else _("Clock paused.")


give_bye_action = _make_numbers_action(clock.pair_with_bye, gettext_lazy("The bye is now a match."), "number", "to")
swap_players_action = _make_numbers_action(
    clock.swap_players, gettext_lazy("Players swapped."), "number", "first", "second"
)


@event_action_view
def extend_time_action(request: HttpRequest, key: str, posted: PostedForm) -> str:
    minutes, by = _number(posted, "minutes"), person_of(request)
    if posted.get("pairing"):
        clock.give_extra_time(by=by, key=key, pairing=_number(posted, "pairing"), minutes=minutes)
        return _("This table has extra time.")
    clock.extend_round(by=by, key=key, number=_number(posted, "number"), minutes=minutes)
    return _("Round extended.")


@event_action_view
def seat_pods_action(request: HttpRequest, key: str, posted: PostedForm) -> str:
    seconds = _number(posted, "pick_seconds") if posted.get("pick_seconds") else None
    most = _number(posted, "most")
    peoples = request.POST.getlist("peoples")
    pods = pod_services.seat_players_in_pods(
        by=person_of(request), key=key, most=most, pick_seconds=seconds, peoples=peoples
    )
    return _("Players seated in %(count)s pods.") % {"count": len(pods)}


@event_action_view
def add_judge_note_action(request: HttpRequest, key: str, posted: PostedForm) -> str:
    what = {name: posted.get(name, "") for name in ("kind", "text")}
    services.add_judge_note(by=person_of(request), key=key, number=_number(posted, "number"), **what)
    return _("Note saved.")
