"""What a deck wants to do, in sentences, and its best opening hands."""

from __future__ import annotations

import pytest

from cards.catalogue.queries import catalogue
from cards.core.facts import PEOPLES, CardFacts, Catalogue, IconKind, People
from common.i18n import translated
from decks.core.odds import deck_shape
from decks.core.portrait import HANDS, deck_portrait, rank_hand_seeds
from tests.decks.example_decks import published


def _nothing(_card: CardFacts) -> float:
    return 0.0


def _fire(card: CardFacts) -> float:
    return float(card.fire or 0)


@pytest.mark.parametrize("people", PEOPLES)
def test_every_people_has_three_sentences(facts: Catalogue, people: People) -> None:
    deck = [facts[code] for code in published(facts, people)]
    lines = deck_portrait(deck, _fire)
    assert len(lines) == 3
    assert all(translated(line) for _icon, line in lines)
    element, theme, _best = lines
    counts, icons = deck_shape(deck), dict(deck_shape(deck).icons)
    assert (element[0] == "fire") is (counts.total_fire >= counts.total_earth)
    if kind := next((kind for kind in IconKind if kind.lower() == theme[0] and "count" in theme[1].params), None):
        assert 3 <= int(str(theme[1].params["count"])) <= icons[kind]


def test_a_pair_card_without_its_partner_is_no_theme(facts: Catalogue) -> None:
    alone = {mate: card for card in facts for mate in card.mates if mate.startswith(IconKind.PAIR)}
    assert len(alone) >= 3
    assert deck_portrait(list(alone.values()), _nothing)[1][0] == "free"


def test_without_values_no_card_is_called_the_best(facts: Catalogue) -> None:
    assert len(deck_portrait([facts[code] for code in published(facts, People.VULCA)], _nothing)) == 2
    assert deck_portrait([], _nothing) == []


@pytest.mark.django_db
def test_a_deck_of_cthulhu_has_factions_costs_and_struggles(db_catalogue: Catalogue) -> None:
    deck = [card for card in catalogue("cthulhu") if card.playable]
    for part in (deck[:50], deck[:1], [card for card in deck if card.people == deck[0].people][:9]):
        assert all(translated(line) for _icon, line in deck_portrait(part, _nothing))
        assert len(deck_portrait(part, _nothing)) == 3
    assert sum(count for _cost, count in deck_shape(deck[:50]).moons) > 0


def test_hands_are_ranked_from_the_best(facts: Catalogue) -> None:
    codes = published(facts, People.VULCA)

    def value(hand: object) -> float:
        return float("Vulca 01" in hand)  # type: ignore[operator]

    seeds = rank_hand_seeds(codes, value)
    assert sorted(seeds) == list(range(HANDS))
    assert seeds == rank_hand_seeds(codes[::-1], value)
