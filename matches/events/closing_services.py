"""Services that end something: close a round; finish the event, and open it again."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from accounts.models import Person
from common.errors import Conflict
from common.text import gettext_noop
from matches.core.tournament import Deed
from matches.events.results.time_up import TimeUp, count_open_tables, settle_open_tables
from matches.events.rounds.planning import finish_round, require_results
from matches.events.rounds.queries import round_of
from matches.events.transactions import event_transaction, lock_for_update, log_action, write_planned
from matches.models import Event, Round


@dataclass(frozen=True, slots=True)
class _Closing:
    """A round that may be closed, and what counts at its open tables."""

    round: Round
    time_up: TimeUp


def close_round(
    *, by: Person | None, key: str, number: int, unfinished: bool = False, decided: Mapping[int, str] | None = None
) -> None:
    """Close a round; with `unfinished` its open tables are settled as `results.time_up` says (the time is up).

    `decided` says what counts at tables where the two differ.

    Of two who close at one moment one does, and the other gets a `Conflict`.
    """
    plan = partial(_closing, number=number, unfinished=unfinished, decided=decided or {})
    write_planned(plan, partial(_close, by=by), by=by, key=key, deed=Deed.PAIR)


def _closing(event: Event, *, number: int, unfinished: bool, decided: Mapping[int, str]) -> _Closing:
    """Read a round and count its open tables; raises `Conflict` where it may not be closed."""
    round_view = round_of(event, number)
    if round_view is None:
        raise Conflict(gettext_noop("There is no round %(round)s."), {"round": number})
    if round_view.row.status == Round.Status.CLOSED:
        raise Conflict(gettext_noop("Round %(round)s was closed already, perhaps just now."), {"round": number})
    if not unfinished:
        require_results(round_view)
    elif round_view.row.stage == Round.Stage.CUT and round_view.missing:
        raise Conflict(gettext_noop("A round of the cut needs a winner at each table."))
    counted = count_open_tables(event, round_view.row, round_view.missing, decided=decided)
    return _Closing(round_view.row, counted)


def _close(closing: _Closing, *, by: Person | None) -> None:
    settle_open_tables(closing.time_up, by=by)
    Round.objects.filter(pk=closing.round.pk).update(status=Round.Status.CLOSED)
    log_action(closing.time_up.event, by=by, kind="round_closed", round=closing.round.number)


@event_transaction
def finish(*, by: Person | None, key: str) -> Event:
    """The event is over; nothing is paired any more, results can still be corrected."""
    view = lock_for_update(by=by, key=key, deed=Deed.FINISH)
    if view.event.status == Event.Status.FINISHED:
        raise Conflict(gettext_noop("This event was finished already, perhaps by somebody else just now."))
    for round_ in view.rounds:
        finish_round(round_)
    view.event.status = Event.Status.FINISHED
    view.event.registration_open = False
    view.event.save(update_fields=["status", "registration_open"])
    log_action(view.event, by=by, kind="finished")
    return view.event


@event_transaction
def reopen(*, by: Person | None, key: str) -> Event:
    """Take the end of an event back: it is where it was, in the rounds or in the cut."""
    view = lock_for_update(by=by, key=key, deed=Deed.FINISH)
    event = view.event
    if event.status != Event.Status.FINISHED:
        raise Conflict(gettext_noop("This event is not finished."))
    in_cut = bool(view.rounds) and view.rounds[-1].row.stage == Round.Stage.CUT and not view.tree
    played = Event.Status.CUT if in_cut else Event.Status.RUNNING
    event.status = played if view.rounds else Event.Status.REGISTRATION
    event.save(update_fields=["status"])
    log_action(event, by=by, kind="reopened_event")
    return event
