"""Transactions of events: the lock, permissions, the audit log, webhooks, and notifications of people."""

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import F, Q
from django.urls import reverse

from accounts.models import Person
from accounts.push.kinds import Kind
from accounts.push.outbox import notify_people
from common.errors import Missing, NotAllowed
from common.text import gettext_noop
from live.pubsub import notify
from matches.core.tournament import Permission
from matches.events.queries import DECK_COLUMNS, MAX_DATABASE_INTEGER, event_by_key, is_permitted
from matches.events.read_models import EventView, PairingView
from matches.models import AuditLogEntry, Event, Registration, Round
from matches.webhooks import NOTICE_KINDS, create_notices


def notify_players(event: Event, players: Iterable[Registration], kind: Kind) -> None:
    notify_of_event(event, [player.person_id for player in players], kind)


def notify_of_round(event: Event, row: Round, players: Sequence[Registration]) -> None:
    """Notify of a posted round; for a league, whose rounds are written at once, only of the first."""
    if row.number == 1:
        notify_players(event, players, Kind.BEGINS)
    if row.number == 1 or not event.is_league:
        notify_players(event, players, Kind.ROUND)


def notify_of_deletion(event: Event, people: Iterable[int | None]) -> None:
    """Notify of a deleted event; a tap leads to their own events."""
    people = [person for person in people if person is not None]
    notify_people(people, Kind.CANCELLED, path=reverse("matches:events"), tag=f"event-{event.key}", about=event.name)


def notify_of_claim(event: Event, table: PairingView, by: Person | None, *, disputed: bool) -> None:
    """Notify the opponent of a report; if the two differ, the staff too."""
    people = {table.a.person_id, table.b.person_id if table.b else None}
    if disputed:
        people |= {event.owner_id, *event.roles.values_list("person_id", flat=True)}
    notify_of_event(event, people - {by.pk if by else None}, Kind.DISPUTE if disputed else Kind.RESULT)


def notify_of_fixture(table: PairingView, kind: Kind, *, desk: bool = False, but: Person | None = None) -> None:
    """Notify the two players of a league’s match about its day, and with `desk` the organiser."""
    event = table.row.round.event
    people = {table.a.person_id, table.b.person_id if table.b else None, event.owner_id if desk else None}
    notify_of_event(event, people - {but.pk if but else None}, kind)


def notify_of_event(event: Event, people: Iterable[int | None], kind: Kind) -> None:
    """Notify people about an event; None stands for a player without a person."""
    people = [person for person in people if person is not None]
    if people:
        notify_people(people, kind, path=event.get_absolute_url(), tag=f"event-{event.key}", about=event.name)


def lock_event(key: str, *, by: Person | None = None, permission: Permission | None = None) -> Event:
    """Return the event with its version raised and its row locked until the transaction ends.

    Of two simultaneous writers, the second reads what the first has written. Without a `permission`, the caller checks
    who may do this.
    """
    Event.objects.filter(Q(key=key) | Q(code=key.lower())).update(version=F("version") + 1)
    event = event_by_key(key)
    if permission is not None:
        require(event, by, permission)
    notify(event.topic, event.version)
    return event


def close_registration(event: Event, *, by: str) -> None:
    """Close registration, noting by which action, so that its undo opens it again; the caller saves the event."""
    if event.registration_open:
        event.registration_open, event.closed_by = False, by


def undo_closing(event: Event, *, by: str) -> None:
    """Open registration again if this action closed it; the caller saves the event."""
    if event.closed_by == by:
        event.registration_open, event.closed_by = True, ""


def require(event: Event, by: Person | None, permission: Permission, *, about: Registration | None = None) -> None:
    """Raise `NotAllowed` for somebody without this permission; `about` is the player it concerns."""
    if is_permitted(event, by, permission, about=about):
        return
    if about is not None:
        raise NotAllowed(gettext_noop("Only the player or the organiser can do that."))
    raise NotAllowed(gettext_noop("Only the organiser of this event, or a helper with the right role, can do that."))


def log_action(event: Event, *, by: Person | None, kind: str, **about: object) -> None:
    """Add an entry to the audit log, and notify the webhooks after the commit."""
    log_event_actions(event, by=by, kind=kind, abouts=[about])


def log_event_actions(event: Event, *, by: Person | None, kind: str, abouts: Sequence[Mapping[str, object]]) -> None:
    """Add one entry for each of `abouts`, in two statements regardless of their number."""
    rows = [audit_log_entry(event, by, kind, about) for about in abouts]
    if len(rows) == 1:
        rows[0].save(force_insert=True)
    else:
        AuditLogEntry.objects.bulk_create(rows)
    if kind in NOTICE_KINDS:
        payload = {"event": event.key, "version": event.version, "kind": kind}
        create_notices(event.webhooks.filter(off=None), *({**payload, **about} for about in abouts))


def audit_log_entry(event: Event, by: Person | None, kind: str, about: Mapping[str, object]) -> AuditLogEntry:
    """Return a new entry of the audit log, not saved yet; it names the program that somebody acted through."""
    through = {"through": by.through} if by is not None and by.through else {}
    return AuditLogEntry(event=event, by=by, kind=kind, about={**about, **through})


def lock_player(*, by: Person | None, key: str, number: int, permission: Permission) -> tuple[Event, Registration]:
    event = lock_event(key)
    player = player_by_number(event, number)
    require(event, by, permission, about=player)
    return event, player


def player_by_number(event: Event, number: int) -> Registration:
    """Return the player with this number, read alone; raises `Missing`."""
    rows = event.registrations.filter(number=number) if number < MAX_DATABASE_INTEGER else event.registrations.none()
    player: Registration | None = rows.defer(*DECK_COLUMNS).first()
    if player is None:
        raise _player_not_found(number)
    return player


def player_in_view(view: EventView, number: int) -> Registration:
    """Return the player with this number among those of a view; raises `Missing`."""
    player = next((each for each in view.players if each.number == number), None)
    if player is None:
        raise _player_not_found(number)
    return player


def _player_not_found(number: int) -> Missing:
    return Missing(gettext_noop("There’s no player number %(number)s in this event."), {"number": number})
