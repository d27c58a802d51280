"""Figures of a Call of Cthulhu deck: its page shows what applies to any game, and so does a comparison."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from decks.core.legality import DeckList, Entry
from decks.deck.services import DeckContents, create_deck
from decks.models import Deck
from tests.decks.rows import person_of_user, terrah_deck
from tests.html import flat

pytestmark = pytest.mark.django_db


def _deck(owner: User, count: int) -> Deck:
    cards = [card.code for card in catalogue("cthulhu") if card.playable][:count]
    deck = DeckList(name="Mythos", game="cthulhu", entries=tuple(Entry(code, 2) for code in cards))
    return create_deck(owner=person_of_user(owner), contents=DeckContents(deck=deck, visibility="public"))


def test_its_figures_are_shown_without_a_hand_and_odds(
    roland: User, roland_client: Client, db_catalogue: Catalogue
) -> None:
    row = _deck(roland, 30)
    _deck(roland, 20)  # a similar one
    page = flat(roland_client.get(f"/decks/{row.key}/know/").content)
    assert "Characters" in page
    assert "% shared" in page
    assert 'id="hand"' not in page
    assert 'role="img" aria-label="Cost: ' in page


def test_an_empty_one_says_so(roland: User, roland_client: Client, db_catalogue: Catalogue) -> None:
    assert "No cards yet" in flat(roland_client.get(f"/decks/{_deck(roland, 0).key}/know/").content)


def test_its_page_begins_with_the_picture_of_its_first_card(
    roland: User, roland_client: Client, db_catalogue: Catalogue
) -> None:
    page = flat(roland_client.get(_deck(roland, 30).get_absolute_url()).content)
    _before, hero = page.split('<header class="deck-hero"', 1)
    assert '<img class="view" src="/cards/pictures/' in hero[: hero.index("<h1>")]


def test_two_are_compared_by_their_own_cards(
    roland: User, roland_client: Client, db_catalogue: Catalogue, facts: Catalogue
) -> None:
    a, b, other = _deck(roland, 30), _deck(roland, 20), terrah_deck(roland, facts)
    page = flat(roland_client.get("/decks/compare/", {"a": a.key, "b": b.key}).content)
    assert "40 cards in common." in page and "Simulate" not in page
    assert (
        'Only in Mythos <span class="muted num">20</span>' in page and page.count('<span class="copies num">2×') == 30
    )
    assert ">Moons used</th>" not in page
    choice = flat(roland_client.get("/decks/compare/", {"a": a.key}).content)
    assert f'value="{b.key}"' in choice and other.name not in choice and "Preconstructed decks" not in choice
    mixed = roland_client.get("/decks/compare/", {"a": a.key, "b": other.key})
    assert mixed.status_code == 400 and "These two decks are for different games." in flat(mixed.content)
    assert roland_client.get("/api/v1/decks/compare/", {"a": a.key, "b": other.key}).status_code == 400
