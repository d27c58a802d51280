"""Services that close a round and finish an event, and their undo."""

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone

from accounts.models import Person
from common.errors import Conflict
from common.text import gettext_noop
from matches.core.tournament import Permission
from matches.events.queries import view_of
from matches.events.results.time_up import settle_open_tables
from matches.events.rounds.planning import finish_round, reopen_rounds, require_results
from matches.events.transactions import close_registration, lock_event, log_action, undo_closing
from matches.models import Event, Round


@transaction.atomic
def close_round(
    *, by: Person | None, key: str, number: int, unfinished: bool = False, decided: Mapping[int, str] | None = None
) -> None:
    """Close a round; with `unfinished` its open tables are settled by `results.time_up`, those in dispute as `decided`.

    Of two who close it at the same moment, the second gets a `Conflict`.
    """
    view = view_of(lock_event(key, by=by, permission=Permission.PAIR))
    round_ = next((each for each in view.rounds if each.row.number == number), None)
    if round_ is None:
        raise Conflict(gettext_noop("There’s no round %(round)s."), {"round": number})
    if round_.row.status == Round.Status.CLOSED:
        raise Conflict(gettext_noop("Round %(round)s was already closed, maybe just now."), {"round": number})
    later = max((table.day for table in round_.missing if table.day is not None), default=None)
    if not unfinished:
        require_results(round_)
    elif later is not None and later > timezone.localdate():
        template = gettext_noop("Round %(round)s is on %(day)s. Its open matches can’t be closed before then.")
        raise Conflict(template, {"round": number, "day": f"{later:%Y-%m-%d}"})
    elif round_.row.stage == Round.Stage.CUT and any(not table.for_third for table in round_.missing):
        raise Conflict(gettext_noop("Every table in a playoff round needs a winner."))
    settle_open_tables(view.event, round_.row, round_.missing, decided=decided or {}, by=by)
    Round.objects.filter(pk=round_.row.pk).update(status=Round.Status.CLOSED)
    log_action(view.event, by=by, kind="round_closed", round=number)


@transaction.atomic
def open_round(*, by: Person | None, key: str, number: int) -> None:
    """Reopen a closed round of a league; its results stay. Raises `Conflict` for an event that is no league."""
    event = lock_event(key, by=by, permission=Permission.PAIR)
    row = event.rounds.filter(number=number, status=Round.Status.CLOSED, stage=Round.Stage.MAIN).first()
    if row is None:
        return
    if not event.is_league or event.status != Event.Status.RUNNING:
        raise Conflict(gettext_noop("Round %(round)s is over and can’t be reopened."), {"round": number})
    Round.objects.filter(pk=row.pk).update(status=Round.Status.PLAYING)
    log_action(event, by=by, kind="round_opened", round=number)


@transaction.atomic
def finish(*, by: Person | None, key: str) -> Event:
    """Finish an event; results can still be corrected."""
    view = view_of(lock_event(key, by=by, permission=Permission.FINISH))
    if view.event.status == Event.Status.FINISHED:
        raise Conflict(gettext_noop("This event is already finished, maybe by someone else just now."))
    for round_ in view.rounds:
        finish_round(round_)
    view.event.status = Event.Status.FINISHED
    close_registration(view.event, by="finish")
    view.event.save(update_fields=["status", "registration_open", "closed_by"])
    log_action(view.event, by=by, kind="finished")
    return view.event


@transaction.atomic
def reopen(*, by: Person | None, key: str) -> Event:
    """Undo `finish`: the event is in its rounds or its cut again."""
    view = view_of(lock_event(key, by=by, permission=Permission.FINISH))
    event = view.event
    if event.status != Event.Status.FINISHED:
        raise Conflict(gettext_noop("This event isn’t finished."))
    in_cut = bool(view.rounds) and view.rounds[-1].row.stage == Round.Stage.CUT and not view.tree
    played = Event.Status.CUT if in_cut else Event.Status.RUNNING
    event.status = played if view.rounds else Event.Status.REGISTRATION
    undo_closing(event, by="finish")
    event.save(update_fields=["status", "registration_open", "closed_by"])
    reopen_rounds(event)
    log_action(event, by=by, kind="reopened_event")
    return event
