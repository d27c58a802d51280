"""Waiting list of an event: requests for a place, and those who move up."""

from dataclasses import dataclass

from accounts.models import Person
from common.database.prepared import PreparedQuery
from matches.models import EntryRequest, Event

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
