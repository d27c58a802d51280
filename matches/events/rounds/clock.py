"""The clock of a round: start, pause, more minutes for all, and extra time for one table."""

from django.db import transaction
from django.utils import timezone

from accounts.models import Person
from common.errors import Conflict, Invalid
from common.text import gettext_noop
from matches.core.tournament import Permission
from matches.core.tournament.rules import MAX_ROUND_MINUTES
from matches.events.queries import table_of_event
from matches.events.read_models import RoundView
from matches.events.transactions import lock_event, log_action
from matches.models import Event, Pairing, Round

MAX_EXTRA_MINUTES = 60


@transaction.atomic
def set_round_clock(*, by: Person | None, key: str, number: int, running: bool) -> Round:
    """Start or pause the clock of a round; it is stored as spans, so a restart of the server loses nothing."""
    event = lock_event(key, by=by, permission=Permission.CLOCK)
    row = _round_by_number(event, number)
    clock, now = RoundView(row, ()), timezone.now().timestamp()
    if running and not clock.running:
        row.spans = [*row.spans, [now, None]]
    elif not running and clock.running:
        row.spans = [*row.spans[:-1], [row.spans[-1][0], now]]
    row.save(update_fields=["spans"])
    return row


@transaction.atomic
def extend_round(*, by: Person | None, key: str, number: int, minutes: int) -> Round:
    event = lock_event(key, by=by, permission=Permission.CLOCK)
    row = _round_by_number(event, number)
    if minutes < 1 or row.minutes + minutes > MAX_ROUND_MINUTES:
        raise Invalid(
            gettext_noop("A round can last at most %(most)s minutes."), {"most": MAX_ROUND_MINUTES}, place="longer"
        )
    row.minutes += minutes
    row.save(update_fields=["minutes"])
    log_action(event, by=by, kind="lengthened", round=number, minutes=minutes)
    return row


@transaction.atomic
def give_extra_time(*, by: Person | None, key: str, pairing: int, minutes: int) -> Pairing:
    """Give one table extra minutes, for example after a judge call."""
    event = lock_event(key, by=by, permission=Permission.CLOCK)
    round_, table = table_of_event(event, pairing)
    row = table.row
    if minutes < 1 or row.extra_minutes + minutes > MAX_EXTRA_MINUTES:
        raise Invalid(
            gettext_noop("A table can have at most %(most)s extra minutes."), {"most": MAX_EXTRA_MINUTES}, place="extra"
        )
    row.extra_minutes += minutes
    row.save(update_fields=["extra_minutes"])
    log_action(event, by=by, kind="extra_time", round=round_.number, table=row.table, minutes=minutes)
    return row


def _round_by_number(event: Event, number: int) -> Round:
    row = event.rounds.filter(number=number).first()
    if row is None:
        raise Conflict(gettext_noop("There’s no round %(round)s."), {"round": number})
    return row
