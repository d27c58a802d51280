"""The deck page shows the cards of each type in the order asked for, and next to them the shape of the deck."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from cards.core.facts import Catalogue, People
from decks.core.legality import Entry
from decks.core.odds.deck_profile import shape
from decks.deck.presenters import groups
from decks.deck.sorting import ORDERS, sorted_groups
from decks.deck.strip import curve_of
from tests.decks.made import published
from tests.decks.rows import terrah_deck


@pytest.mark.parametrize("by", ["fire", "earth", "moons"])
def test_the_highest_comes_first_within_each_type(by: str, facts: Catalogue) -> None:
    grouped = groups([Entry(code) for code in published(facts, People.TERRAH)], facts)
    for group in sorted_groups(grouped, by):
        values = [getattr(line.facts, by) or 0 for line in group.lines]
        assert values == sorted(values, reverse=True)


def test_an_order_nobody_knows_changes_nothing(facts: Catalogue) -> None:
    grouped = groups([Entry(code) for code in published(facts, People.TERRAH)], facts)
    assert sorted_groups(grouped, "colour") == grouped


def test_the_curve_has_a_bar_for_every_count_and_fits_its_frame(facts: Catalogue) -> None:
    cards = [facts[code] for code in published(facts, People.TERRAH)]
    counted = shape(cards)
    curve = curve_of(counted)
    assert curve is not None
    counts = [count for rows in (counted.fire, counted.earth) for _value, count in rows if count]
    assert len(curve.bars) == len(counts)
    assert all(bar.y + bar.height == curve.height and bar.x < curve.width for bar in curve.bars)
    assert curve_of(shape([])) is None


@pytest.mark.django_db
def test_the_page_offers_the_orders_and_draws_moons_and_curve(
    roland: User, roland_client: Client, facts: Catalogue
) -> None:
    row = terrah_deck(roland, facts)
    page = roland_client.get(f"/decks/{row.key}/", {"by": "fire"}).content.decode()
    assert re.search(r'href="\?by=fire"\s+aria-current="true"', page)
    assert all(f'href="?by={word}"' in page for word in ORDERS if word)
    assert 'class="ten-moons"' in page
    assert 'class="curve"' in page
