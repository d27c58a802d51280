"""Reading who waits for a place in an event."""

from dataclasses import dataclass

from accounts.models import Person
from matches.models import EntryRequest, Event


@dataclass(frozen=True, slots=True)
class MyRequest:
    """State of somebody's own request; `place` in the waiting list, or 0."""

    row: EntryRequest
    place: int


def place_in_list(row: EntryRequest) -> int:
    """The place of somebody who waits, from 1."""
    before = EntryRequest.objects.filter(event=row.event_id, refused=None, approved__isnull=False, pk__lt=row.pk)
    return before.count() + 1


def my_request(event: Event, person: Person | None) -> MyRequest | None:
    """The request of somebody who is not in the event."""
    row = event.entry_requests.filter(person=person).first() if person else None
    if row is None:
        return None
    return MyRequest(row, place_in_list(row) if row.approved and not row.refused else 0)


def requests_of(event: Event) -> list[EntryRequest]:
    """Everybody who asks or waits, in their order, those who were refused last; for the desk."""
    rows = event.entry_requests.select_related("person__user")
    return sorted(rows, key=lambda row: (row.refused is not None, row.pk))
