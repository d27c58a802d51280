"""Transactions of events: permissions, the row lock, the audit log, notices and webhooks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from accounts.models import Person
from common.errors import Missing, NotAllowed
from common.text import gettext_noop
from live.pubsub import notify
from matches.core.tournament import Deed
from matches.events.queries import get_event, table_by, view_of
from matches.events.read_models import EventView, PairingView, can
from matches.events.results.table_rows import raise_version
from matches.events.rounds.queries import DECK_COLUMNS, MAX_NUMBER
from matches.models import Event, Registration, Round, Trail
from matches.webhooks.outbox import NOTICE_KINDS, create_notices


def lock_for_update(*, by: Person | None, key: str, deed: Deed) -> EventView:
    """The event for somebody who may do this in it, with everything in it.

    The row is taken first, so that of two who write at once the second sees what the first has done.
    """
    return view_of(lock_event_as(by=by, key=key, deed=deed))


def lock_event_as(*, by: Person | None, key: str, deed: Deed) -> Event:
    """The same without everything in it, for what concerns one table."""
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
    raise_version(key)
    event = get_event(key)
    notify(event.topic, event.version)
    return event


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
    """The same for many at once, in two statements however many there are."""
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
