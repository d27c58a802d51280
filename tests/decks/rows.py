"""Rows for the tests of pages and the API."""

from __future__ import annotations

from accounts.models import Person, User
from cards.core.facts import Catalogue, People
from decks.core.legality import DeckList, Entry, Format
from decks.deck.services import DeckContents, create_deck, create_pool
from decks.models import Deck, Pool
from tests.decks.example_decks import own, published


def person_of_user(user: User) -> Person:
    """Return the person of a member."""
    return Person.objects.get_or_create(user=user)[0]


def terrah_deck(user: User, facts: Catalogue, *, visibility: str = "link", name: str = "Nights of Terrah") -> Deck:
    """Create a member’s Terrah deck: its box, as a custom deck."""
    entries = tuple(Entry(code) for code in published(facts, People.TERRAH))
    deck = DeckList(name=name, leaders=("Terrah 00",), entries=entries)
    return create_deck(owner=person_of_user(user), contents=DeckContents(deck=deck, visibility=visibility))


def drafted_pool(user: User, facts: Catalogue) -> Pool:
    """Create a pool of 36 cards, as from a draft."""
    codes = own(facts, People.VULCA, 20) + own(facts, People.AQUA, 16)
    return create_pool(owner=person_of_user(user), name="Thursday draft", codes=codes, source="draft:k3j9x2m4p5q6")


def draft_deck(user: User, pool: Pool, count: int = 0) -> Deck:
    """Create a draft deck of the first cards of a pool."""
    deck = DeckList(name="Drafted", format=Format.DRAFT, entries=tuple(Entry(code) for code in pool.codes[:count]))
    return create_deck(owner=person_of_user(user), contents=DeckContents(deck=deck, pool=pool))
