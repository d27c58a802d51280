"""Public decks for these tests."""

from __future__ import annotations

from accounts.models import User
from cards.core.facts import Catalogue, People
from decks.core.legality import DeckList, Entry
from decks.deck.services import DeckContents, create_deck
from decks.models import Deck
from tests.decks.example_decks import foreign, own, published
from tests.decks.rows import person_of_user


def public_deck(
    user: User, facts: Catalogue, people: People = People.TERRAH, *, name: str = "", notes: str = "", moons: int = 0
) -> Deck:
    """Create a member’s public deck of a people’s box, with foreign cards of this many moons if requested."""
    codes = published(facts, people)
    if moons:
        codes = [*own(facts, people, 24), *foreign(facts, people, *[2] * (moons // 2))]
    deck = DeckList(
        name=name or f"{people.value} box",
        leaders=(f"{people.value} 00",),
        entries=tuple(Entry(code) for code in codes),
    )
    contents = DeckContents(deck=deck, notes=notes, visibility="public")
    return create_deck(owner=person_of_user(user), contents=contents)
