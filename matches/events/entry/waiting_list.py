"""Waiting list of an event: requests for a place, and those who move up."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count as numbers

from accounts.models import Person
from common.database.prepared import PreparedQuery
from matches.core.names import NAME_LENGTH, name_key
from matches.events.entry.roster import enter_players
from matches.events.notifications import notify_of_place
from matches.events.queries import view_of
from matches.events.read_models import EventView
from matches.models import EntryRequest, Event, Registration

_REQUESTS = PreparedQuery(lambda event: EntryRequest.objects.filter(event=event).select_related("person__user"), -1)
_REQUEST = PreparedQuery(lambda event, person: EntryRequest.objects.filter(event=event, person=person), -1, -2)


@dataclass(frozen=True, slots=True)
class MyRequest:
    """A person’s request, and its place in the waiting list (0 without one)."""

    row: EntryRequest
    place: int


def my_request(event: Event, person: Person | None) -> MyRequest | None:
    row = _REQUEST.first(event.pk, person.pk) if person else None
    if row is None:
        return None
    return MyRequest(row, place_in_list(row) if row.approved and not row.refused else 0)


def place_in_list(row: EntryRequest) -> int:
    """The place in the waiting list, from 1."""
    before = EntryRequest.objects.filter(event=row.event_id, refused=None, approved__isnull=False, pk__lt=row.pk)
    return before.count() + 1


def requests_of(event: Event) -> list[EntryRequest]:
    """All requests in order, declined ones last."""
    return sorted(_REQUESTS.rows(event.pk), key=lambda row: (row.refused is not None, row.pk))


def move_up(event: Event, *, by: Person | None) -> list[Registration]:
    """Give free places to those who wait longest, before round 1, and notify them."""
    if event.status != Event.Status.REGISTRATION:
        return []
    waiting = list(event.entry_requests.filter(refused=None, approved__isnull=False).select_related("person"))
    if not waiting or event.rounds.exists():
        return []
    view = view_of(event)
    free = len(waiting) if event.max_players is None else max(event.max_players - len(view.active), 0)
    return let_in(view, waiting[:free], by=by)


def let_in(view: EventView, requests: Sequence[EntryRequest], *, by: Person | None) -> list[Registration]:
    """Enter the people of these requests, under names that nobody else has, and notify them."""
    taken = {name_key(player.name) for player in view.players}
    entries: list[tuple[str, Person | None]] = []
    for request in requests:
        name = _free_name(request.name, taken)
        taken.add(name_key(name))
        entries.append((name, request.person))
    rows = enter_players(view, entries, by=by) if entries else []
    EntryRequest.objects.filter(pk__in=[request.pk for request in requests]).delete()
    notify_of_place(view.event, rows)
    return rows


def _free_name(name: str, taken: set[str]) -> str:
    """The name, with a number where it is taken."""
    if name_key(name) not in taken:
        return name
    tries = (f"{name[: NAME_LENGTH - 4]} {number}" for number in numbers(2))
    return next(text for text in tries if name_key(text) not in taken)
