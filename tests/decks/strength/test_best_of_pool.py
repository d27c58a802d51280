"""The best deck of a pool by the measured values: no exchange of one card improves it."""

from __future__ import annotations

import random

import pytest

from cards.core.facts import Catalogue
from decks.core.building.best_of_pool import best_deck_from_pool, deck_value
from game.evidence import CHARACTER_PAIRS_TRAIT, DRAFTED, CardValue, Measurements, read_evidence
from tests.conftest import FIXTURES


@pytest.mark.parametrize("seed", range(3))
def test_no_exchange_of_one_card_makes_it_better(facts: Catalogue, seed: int) -> None:
    evidence = read_evidence(FIXTURES / "bluemoon")
    pool = random.Random(seed).sample([card.code for card in facts if card.playable and card.known], 38)
    deck = best_deck_from_pool(pool, facts.by_code, evidence)
    assert len(set(deck)) == 30 and set(deck) <= set(pool)
    assert deck == best_deck_from_pool(reversed(pool), facts.by_code, evidence)
    value = deck_value(deck, facts.by_code, evidence)
    for out in deck:
        for into in set(pool) - set(deck):
            other = [code for code in deck if code != out] + [into]
            assert deck_value(other, facts.by_code, evidence) <= value + 1e-9


def test_a_pair_comes_in_together_with_what_it_is_worth(facts: Catalogue) -> None:
    figure = CardValue(0.5, 0.4, 0.6, 100)
    evidence = Measurements({(DRAFTED, "Mimix 02"): CardValue(-0.1, -0.2, 0, 9)}, {CHARACTER_PAIRS_TRAIT: figure})
    pool = ["Mimix 01", "Mimix 02", "Hoax 01", "Hoax 02"]
    assert set(best_deck_from_pool(pool, facts.by_code, evidence, size=2)) == {"Mimix 01", "Mimix 02"}


def test_leaders_are_left_out_and_a_small_pool_is_taken_whole(facts: Catalogue) -> None:
    assert best_deck_from_pool(["Vulca 00", "Vulca 01"], facts.by_code, Measurements()) == ("Vulca 01",)
