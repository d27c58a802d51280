"""Transactions of events: the lock, permissions, the audit log, notices and webhooks."""

from collections.abc import Mapping, Sequence

from django.db.models import F, Q

from accounts.models import Person
from common.errors import Missing, NotAllowed
from common.text import gettext_noop
from live.pubsub import notify
from matches.core.tournament import Permission
from matches.events.queries import DECK_COLUMNS, MAX_DATABASE_INTEGER, event_by_key, is_permitted
from matches.events.read_models import LoadedEvent
from matches.models import AuditLogEntry, Event, Registration
from matches.webhooks import NOTICE_KINDS, create_webhook_notices


def lock_event(key: str, *, by: Person | None = None, permission: Permission | None = None) -> Event:
    """Return the event with its version raised and its row locked until the transaction ends.

    Of two simultaneous writers, the second reads what the first wrote. Without `permission`, the caller checks it.
    """
    Event.objects.filter(Q(key=key) | Q(code=key.lower())).update(version=F("version") + 1)
    event = event_by_key(key)
    if permission is not None:
        require_role(event, by, permission)
    notify(event.topic, event.version)
    return event


def close_registration(event: Event, *, by: str) -> None:
    """Close registration and note which action closed it, for `undo_closing`; the caller saves the event."""
    if event.registration_open:
        event.registration_open, event.closed_by = False, by


def undo_closing(event: Event, *, by: str) -> None:
    """Open registration again if this action closed it; the caller saves the event."""
    if event.closed_by == by:
        event.registration_open, event.closed_by = True, ""


def require_role(event: Event, by: Person | None, permission: Permission, *, about: Registration | None = None) -> None:
    """Raise `NotAllowed` for a person without this permission; `about` is the player concerned."""
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
    entries = [build_audit_log_entry(event, by, kind, about) for about in abouts]
    if len(entries) == 1:
        entries[0].save(force_insert=True)
    else:
        AuditLogEntry.objects.bulk_create(entries)
    if kind in NOTICE_KINDS:
        payload = {"event": event.key, "version": event.version, "kind": kind}
        create_webhook_notices(event.webhooks.filter(off=None), *({**payload, **about} for about in abouts))


def build_audit_log_entry(event: Event, by: Person | None, kind: str, about: Mapping[str, object]) -> AuditLogEntry:
    """Return an unsaved entry of the audit log, which names the program that acted for the person, if any."""
    through = {"through": by.through} if by is not None and by.through else {}
    return AuditLogEntry(event=event, by=by, kind=kind, about={**about, **through})


def lock_player(*, by: Person | None, key: str, number: int, permission: Permission) -> tuple[Event, Registration]:
    event = lock_event(key)
    player = player_by_number(event, number)
    require_role(event, by, permission, about=player)
    return event, player


def player_by_number(event: Event, number: int) -> Registration:
    """Read only the player with this number; raises `Missing`."""
    players = event.registrations.filter(number=number) if number < MAX_DATABASE_INTEGER else event.registrations.none()
    player: Registration | None = players.defer(*DECK_COLUMNS).first()
    if player is None:
        raise _player_not_found(number)
    return player


def player_in_event(loaded: LoadedEvent, number: int) -> Registration:
    """Return the event’s player with this number; raises `Missing`."""
    player = next((registration for registration in loaded.players if registration.number == number), None)
    if player is None:
        raise _player_not_found(number)
    return player


def _player_not_found(number: int) -> Missing:
    return Missing(gettext_noop("There’s no player number %(number)s in this event."), {"number": number})
