"""The deck page shows the cards of each type in the requested order, and beside them the shape of the deck."""

from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client

from accounts.models import User
from cards.catalogue.queries import catalogue
from cards.core.facts import BLUE_MOON, Catalogue, People
from decks.core.legality import DeckList, Entry, Format
from decks.core.odds import deck_shape
from decks.deck.presenters import card_groups, card_order_choices, sorted_groups, value_curve
from decks.deck.queries import public_decks_with_card
from decks.deck.services import DeckContents, create_deck
from decks.models import Deck
from game.evidence import CardValue
from tests.decks.example_decks import published
from tests.decks.rows import person_of_user, terrah_deck
from tests.html import flat


@pytest.mark.parametrize("by", ["fire", "earth", "moons"])
def test_the_highest_comes_first_within_each_type(by: str, facts: Catalogue) -> None:
    grouped = card_groups([Entry(code) for code in published(facts, People.TERRAH)], facts)
    for group in sorted_groups(grouped, by, BLUE_MOON):
        values = [getattr(line.facts, by) or 0 for line in group.lines]
        assert values == sorted(values, reverse=True)


def test_an_order_nobody_knows_changes_nothing(facts: Catalogue) -> None:
    grouped = card_groups([Entry(code) for code in published(facts, People.TERRAH)], facts)
    assert sorted_groups(grouped, "colour", BLUE_MOON) == grouped


def test_the_curve_has_a_bar_for_every_count_and_fits_its_frame(facts: Catalogue) -> None:
    cards = [facts[code] for code in published(facts, People.TERRAH)]
    counted = deck_shape(cards)
    curve = value_curve(counted)
    assert curve is not None
    counts = [count for rows in (counted.fire, counted.earth) for _value, count in rows if count]
    bars = re.findall(rf"M(\d+) {curve.height}v-(\d+)h\d+v\2z", "".join(path for _tone, path in curve.bars))
    assert len(bars) == len(counts)
    assert sorted(count for count, _x, _y in curve.counts) == sorted(counts)
    assert all(-1 <= y < curve.height and x < curve.width for _count, x, y in curve.counts)
    assert all(int(height) <= curve.height and int(x) < curve.width for x, height in bars)
    assert value_curve(deck_shape([])) is None


@pytest.mark.django_db
def test_the_page_offers_the_orders_and_draws_moons_and_curve(
    roland: User, roland_client: Client, facts: Catalogue
) -> None:
    row = terrah_deck(roland, facts)
    page = roland_client.get(f"/decks/{row.key}/", {"by": "fire"}).content.decode()
    assert re.search(r'href="\?by=fire"\s+aria-current="true"', page)
    assert all(f'href="?by={word}"' in page for word, _name in card_order_choices(BLUE_MOON) if word)
    assert 'class="ten-moons"' in page
    assert 'class="curve"' in page


@pytest.mark.django_db
def test_a_deck_of_the_other_game_speaks_of_nothing_it_does_not_have(
    roland: User, roland_client: Client, db_catalogue: Catalogue
) -> None:
    cards = [card for card in catalogue("cthulhu") if card.type in ("character", "support", "event")]
    deck = DeckList(
        name="Librarians", game="cthulhu", format=Format.CASUAL, entries=tuple(Entry(card.code) for card in cards[:90])
    )
    row = create_deck(owner=person_of_user(roland), contents=DeckContents(deck=deck))
    page = flat(roland_client.get(f"/decks/{row.key}/", {"by": "cost"}).content)
    assert "Legends (2014)" not in page and 'href="?by=moons"' not in page and 'href="?by=skill"' in page
    assert [words for words in ("Characters", "Support cards", "Event cards") if f"<h3>{words} " not in page] == []
    costs = [
        int(cost) for cost in re.findall(r'<span class="value">(\d+)</span>', page.partition("<h3>Support cards ")[0])
    ]
    assert len(costs) > 9 and costs == sorted(costs, reverse=True)
    filters = roland_client.get(f"/decks/{row.key}/edit/").content.decode()
    assert '.svg#"' not in filters


@pytest.mark.django_db
def test_an_empty_deck_offers_one_thing_to_do_first(roland: User, roland_client: Client) -> None:
    row = create_deck(owner=person_of_user(roland), contents=DeckContents(deck=DeckList(name="Nothing yet")))
    page = flat(roland_client.get(f"/decks/{row.key}/").content)
    assert "Add cards" in page and page.count('class="btn primary"') == 1
    assert "Add 30 more cards." in page and "Make it legal" in page
    Deck.objects.update(leader="Terrah 00")
    page = flat(roland_client.get(f"/decks/{row.key}/").content)
    assert "30 cards to go" in page and "Fill to 30" in page and page.count('class="btn primary"') == 1
    assert page.index('id="deck-more"') < page.index('popovertarget="share"')


@pytest.mark.django_db
def test_a_deck_has_the_same_people_on_a_cards_page_as_in_lists(
    roland: User, facts: Catalogue, db_catalogue: Catalogue
) -> None:
    row = terrah_deck(roland, facts)
    Deck.objects.update(visibility=Deck.Visibility.PUBLIC)
    (holder,) = public_decks_with_card(BLUE_MOON, row.cards.all()[0].code)
    assert holder.people is People.TERRAH and holder.name == row.name


def test_a_result_counts_the_games_that_were_played() -> None:
    strength = CardValue(0.4, 0.1, 0.7, 70, 45)
    context = {"strength": strength, "won": 45, "games": 70, "against": "", "interval": ""}
    page = flat(render_to_string("decks/strength/_promise.html", context).encode())
    assert "Wins 45 of 70 games" in page and 'max="70"' in page
