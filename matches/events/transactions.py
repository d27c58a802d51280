"""Transactions of events: permissions, the row lock, the audit log, notices and webhooks."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from contextvars import ContextVar
from functools import wraps
from time import monotonic, sleep
from typing import ParamSpec, TypeVar

from django.db import connection, transaction

from accounts.models import Person
from common.errors import Conflict, DomainError, Missing, NotAllowed
from common.text import gettext_noop
from live.pubsub import notify
from matches.core.tournament import Deed
from matches.events.queries import get_event, read_ahead, table_by, version_of, view_of
from matches.events.read_models import EventView, PairingView, can
from matches.events.results.table_rows import raise_version, raise_version_unchanged
from matches.events.rounds.queries import DECK_COLUMNS, MAX_NUMBER
from matches.models import Event, Registration, Round, Trail
from matches.webhooks.outbox import NOTICE_KINDS, create_notices

Words = ParamSpec("Words")
Plan = TypeVar("Plan")
Written = TypeVar("Written")
# How often a change is worked out without the lock before it is done under it.
MAX_PLANS = 3
# The event that the service under way has read before its transaction, and everything in it if it is large.
_ahead: ContextVar[tuple[str, Event, EventView | None] | None] = ContextVar("matches_event_read_ahead", default=None)


# A little longer than SQLite sleeps between two attempts to get the write lock, and how often a long change pauses.
_PAUSE_SECONDS, _PAUSE_EVERY_SECONDS = 0.11, 0.25
_paused: ContextVar[float] = ContextVar("matches_event_paused", default=-_PAUSE_EVERY_SECONDS)


class Outdated(Exception):
    """What a change was planned for has changed since."""


def event_transaction(service: Callable[Words, Written]) -> Callable[Words, Written]:
    """`transaction.atomic` for a service that takes an event by `lock_for_update`: a large one is read before.

    Where nobody has changed the event meanwhile, it is taken as it was read; so others wait for the writing alone.
    """

    @wraps(service)
    def run(*args: Words.args, **kwargs: Words.kwargs) -> Written:
        key = str(kwargs["key"])
        before = _ahead.set((key, *read_ahead(key)))
        try:
            with transaction.atomic():
                return service(*args, **kwargs)
        finally:
            _ahead.reset(before)

    return run


def let_others_write() -> None:
    """Wait between two transactions of a long change, now and then, until everybody who waits to write has asked again.

    SQLite has no queue: who waits looks every 0.1 s whether the lock is free, and a change that takes it again at once
    is ahead of them every time. Other databases lock rows, and let those that wait go first.
    """
    long_ago = monotonic() - _paused.get() > _PAUSE_EVERY_SECONDS
    if connection.vendor == "sqlite" and not connection.in_atomic_block and long_ago:
        sleep(_PAUSE_SECONDS)
        _paused.set(monotonic())


def write_planned(
    plan: Callable[[Event], Plan], write: Callable[[Plan], Written], *, by: Person | None, key: str, deed: Deed
) -> Written:
    """Plan a change of an event while others may write, then write it if nobody has changed the event meanwhile.

    `plan` reads, works out and raises what is wrong; `write` does nothing but write. After some tries in vain the event
    is held while the change is planned.
    """
    for _attempt in range(MAX_PLANS):
        event = get_event(key)
        require(event, by, deed)
        version = event.version
        try:
            planned = plan(event)
        except DomainError:
            if version_of(event.key) == version:
                raise
            continue
        with suppress(Outdated), transaction.atomic():
            take_unchanged(event)
            return write(planned)
    with transaction.atomic():
        event = lock_event_as(by=by, key=key, deed=deed)
        try:
            return write(plan(event))
        except Outdated:
            raise changed_since(event.version - 1) from None


def changed_since(version: int) -> Conflict:
    """The error for an event that is another than was read; `version` is the one it is now."""
    template = gettext_noop("This event has changed since you read it: it is version %(version)d now.")
    return Conflict(template, {"version": version})


def take_unchanged(event: Event) -> None:
    """Hold an event that was read before, its version raised; raises `Outdated` where it has changed since."""
    if not raise_version_unchanged(event):
        raise Outdated
    notify(event.topic, event.version)


def lock_for_update(*, by: Person | None, key: str, deed: Deed) -> EventView:
    """The event for somebody who may do this in it, with everything in it.

    The row is taken first, so that of two who write at once the second sees what the first has done.
    """
    return view_held(lock_event_as(by=by, key=key, deed=deed))


def view_held(event: Event) -> EventView:
    """An event that is held and everything in it, as it was read before the transaction if nothing has changed since.

    That is so for a service with `event_transaction`.
    """
    ahead = _ahead.get()
    if ahead is None or ahead[1] is not event or ahead[2] is None:
        return view_of(event)
    # Once: what the service writes then is not in it.
    _ahead.set((*ahead[:2], None))
    return ahead[2]


def lock_event_as(*, by: Person | None, key: str, deed: Deed) -> Event:
    """The event, held, for somebody who may do this; nothing else of it is read."""
    event = lock_event(key)
    require(event, by, deed)
    return event


def require(event: Event, by: Person | None, deed: Deed) -> None:
    """Raise `NotAllowed` for somebody who may not do this in the event."""
    if not can(event, dict(event.roles.values_list("person_id", "kind")), by, deed):
        raise NotAllowed(
            gettext_noop("Only the organiser of this event, or the person who has the role for it, can do that.")
        )


def lock_event(key: str) -> Event:
    """The event, its version raised and its row held until the transaction ends."""
    event = _unchanged(key)
    if event is None:
        raise_version(key)
        event = get_event(key)
    notify(event.topic, event.version)
    return event


def _unchanged(key: str) -> Event | None:
    """The event as it was read before the transaction, its version raised; None where it has changed since."""
    ahead = _ahead.get()
    if ahead is None or ahead[0] != key:
        return None
    if raise_version_unchanged(ahead[1]):
        return ahead[1]
    _ahead.set(None)
    return None


def lock_table(key: str, pk: int) -> tuple[Event, Round, PairingView]:
    """An event in the same way, with one table of it and its round, in two statements after the lock."""
    if not raise_version(key):
        raise Missing(gettext_noop("There is no event at this address."))
    round_, table = table_by(key, pk)
    notify(round_.event.topic, round_.event.version)
    return round_.event, round_, table


def log_action(event: Event, *, by: Person | None, kind: str, **about: object) -> None:
    """Keep what was done, and tell the webhooks once it is certain."""
    log_actions(event, by=by, kind=kind, abouts=[about])


def log_actions(event: Event, *, by: Person | None, kind: str, abouts: Sequence[Mapping[str, object]]) -> None:
    """Keep many things that were done, in two statements however many there are."""
    rows = [Trail(event=event, by=by, kind=kind, about=dict(about)) for about in abouts]
    if len(rows) == 1:
        rows[0].save(force_insert=True)
    else:
        Trail.objects.bulk_create(rows)
    if kind in NOTICE_KINDS:
        told = {"event": event.key, "version": event.version, "kind": kind}
        create_notices(event.webhooks.filter(off=None), *({**told, **about} for about in abouts))


def lock_player(*, by: Person | None, key: str, number: int, deed: Deed) -> tuple[Event, Registration]:
    """The event, held, and one player of it, for the player themself and for the desk."""
    event = lock_event(key)
    player = get_player(event, number)
    if not can(event, dict(event.roles.values_list("person_id", "kind")), by, deed, about=player):
        raise NotAllowed(gettext_noop("Only the player themself and the organiser can do that."))
    return event, player


def get_player(event: Event, number: int) -> Registration:
    """The player with this number, read alone; raises `Missing`."""
    rows = event.registrations.filter(number=number) if number < MAX_NUMBER else event.registrations.none()
    player: Registration | None = rows.defer(*DECK_COLUMNS).first()
    if player is None:
        raise _no_player(number)
    return player


def numbered(view: EventView, number: int) -> Registration:
    """The player with this number among those of a view; raises `Missing`."""
    registration = next((player for player in view.players if player.number == number), None)
    if registration is None:
        raise _no_player(number)
    return registration


def _no_player(number: int) -> Missing:
    return Missing(gettext_noop("This event has no player with the number %(number)s."), {"number": number})
