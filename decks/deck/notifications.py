"""Notifications of decks: somebody changed a deck that several people build."""

from django.core.cache import cache

from accounts.models import Person
from accounts.push.kinds import Kind
from accounts.push.outbox import notify_people
from decks.models import Deck

# Who builds makes many changes in a row; the others are notified of the first.
QUIET_SECONDS = 3600


def notify_of_change(row: Deck, by: Person | None) -> None:
    """Notify the others who build a deck, unless this person changed it within the last hour."""
    who = by.pk if by is not None else 0
    if cache.add(f"decks:notified:{row.pk}:{who}", True, QUIET_SECONDS):
        people = {row.owner_id, *row.editors.values_list("person_id", flat=True)} - {who}
        notify_people(people, Kind.DECK, path=row.get_absolute_url(), tag=f"deck-{row.key}")
