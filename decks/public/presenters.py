"""Presenters of public decks: what a list shows of each, from its listing."""

from dataclasses import dataclass

from django.utils.functional import Promise

from cards.core.facts import PEOPLES
from decks.core.legality import Format, Status
from decks.deck.presenters import VERDICTS
from decks.models import FORMATS, Deck, DeckListing
from decks.public.queries import page_key


@dataclass(frozen=True, slots=True)
class PublicDeck:
    """One deck of the list; `people` is the word its colour goes by, `author` the key of the author's page."""

    row: Deck
    listing: DeckListing
    people: str
    format: str | Promise
    word: str | Promise
    tone: str
    author: str
    tags: tuple[str, ...]


def public_deck(row: Deck) -> PublicDeck:
    listing = row.listing
    word, tone = VERDICTS[Status(listing.status)]
    people = listing.people if listing.people in {people_value.value for people_value in PEOPLES} else ""
    house = (row.options or {}).get("house") or {}
    named = house.get("name") or FORMATS[Format(row.format)]
    tags = tuple(row.tags)[:3]
    return PublicDeck(row, listing, people.lower(), named, word, tone, page_key(row.owner), tags)
