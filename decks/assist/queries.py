"""Queries of searches for a deck."""

from accounts.models import Person
from common.errors import Missing
from common.text import gettext_noop
from decks.core.legality import DeckList
from decks.models import Deck, SearchJob


def search_job_for(key: str, person: Person | None) -> SearchJob:
    """Return the search with this key; raises `Missing` unless this person started it."""
    own = SearchJob.objects.select_related("deck__pool").filter(key=key, person=person, deck__isnull=False)
    job = own.first() if person else None
    if job is None:
        raise Missing(gettext_noop("We couldn’t find that search among yours."))
    return job


def cards_added_since_first_version(row: Deck, deck: DeckList) -> tuple[str, ...]:
    """Return the cards of a deck that its first version did not have, in the order they were added."""
    contents = row.changes.order_by("version").values_list("contents", flat=True).first() or {}
    first = {code for code, _copies in contents.get("cards", ())}
    return tuple(entry.code for entry in deck.entries if entry.code not in first)
