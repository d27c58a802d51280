"""Capacity of an event: whether it has room for more players, now or late, and its waiting list."""

from dataclasses import dataclass

from accounts.models import Person
from common.database.prepared import PreparedQuery
from common.errors import Conflict, DomainError, Invalid
from common.text import gettext_noop
from matches.core.tournament import check_league
from matches.core.tournament.elimination import bracket_size
from matches.core.tournament.rules import ELIMINATION_FORMATS, MAX_EVENT_PLAYERS
from matches.events.read_models import EventView
from matches.models import EntryRequest, Event


def is_event_full(view: EventView) -> bool:
    return view.event.max_players is not None and len(view.active) >= view.event.max_players


def may_still_enter(view: EventView) -> bool:
    try:
        check_players_may_enter(view, 1)
    except DomainError:
        return False
    return True


def check_players_may_enter(view: EventView, count: int) -> None:
    """Raise `Conflict` or `Invalid` where this many more players can’t enter."""
    event = view.event
    if event.status in (Event.Status.CUT, Event.Status.FINISHED):
        raise Conflict(gettext_noop("It’s too late to join: the playoff has started or the event is over."))
    late = bool(view.rounds)
    size = len(view.players) + count
    if late and event.is_league and count > 1:
        raise Conflict(gettext_noop("The schedule of this league is set. Add latecomers one at a time."))
    if late and event.format in ELIMINATION_FORMATS:
        raise Conflict(gettext_noop("The bracket has been drawn, so it’s too late to join."))
    if size > MAX_EVENT_PLAYERS:
        raise Invalid(gettext_noop("An event can have at most %(most)s players."), {"most": MAX_EVENT_PLAYERS})
    if event.is_league:
        check_league(max(size, 2))
    if event.format in ELIMINATION_FORMATS:
        bracket_size(max(size, 2))


_ALL_REQUESTS = PreparedQuery(lambda event: EntryRequest.objects.filter(event=event).select_related("person__user"), -1)
_OWN_REQUEST = PreparedQuery(lambda event, person: EntryRequest.objects.filter(event=event, person=person), -1, -2)


@dataclass(frozen=True, slots=True)
class OwnEntryRequest:
    """A person’s request, and its place in the waiting list (0 without one)."""

    row: EntryRequest
    place: int


def own_entry_request(event: Event, person: Person | None) -> OwnEntryRequest | None:
    row = _OWN_REQUEST.first(event.pk, person.pk) if person else None
    if row is None:
        return None
    return OwnEntryRequest(row, place_in_waiting_list(row) if row.approved and not row.refused else 0)


def place_in_waiting_list(row: EntryRequest) -> int:
    """The place in the waiting list, from 1."""
    before = EntryRequest.objects.filter(event=row.event_id, refused=None, approved__isnull=False, pk__lt=row.pk)
    return before.count() + 1


def entry_requests_of(event: Event) -> list[EntryRequest]:
    """All requests in order, declined ones last."""
    return sorted(_ALL_REQUESTS.rows(event.pk), key=lambda row: (row.refused is not None, row.pk))
