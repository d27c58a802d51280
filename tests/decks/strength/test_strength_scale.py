"""The scale of deck strength, tested on drafted decks that it was not fitted on."""

from __future__ import annotations

import random
from math import tanh

import pytest

from decks.core.advice.strength_scale import (
    MAX_CRYSTALS,
    PlayedDeck,
    Scale,
    calibration,
    held_out,
    read_played_decks,
    scale_of,
)
from tests.conftest import FIXTURES

PLAYED = read_played_decks(FIXTURES / "bluemoon")
KNOWN, HELD_OUT = held_out(PLAYED)
SCALE = scale_of(KNOWN)


def test_the_curve_rests_on_pools_of_other_drafts_than_it_is_tried_on() -> None:
    assert not {deck.draft for deck in KNOWN} & {deck.draft for deck in HELD_OUT}
    pools = [sum(deck.best for deck in decks) for decks in (KNOWN, HELD_OUT)]
    assert sum(pools) >= 400 and pools[1] >= 80


def test_what_is_promised_is_what_held_out_decks_brought() -> None:
    for decks in (HELD_OUT, [deck for deck in HELD_OUT if deck.best]):
        steps = calibration(SCALE, decks, 5)
        assert len(steps) == 5 and steps[-1].promised - steps[0].promised > 1.5
        inside = sum(step.brought.low <= step.promised <= step.brought.high for step in steps)
        assert inside >= 4, steps


def test_the_interval_holds_95_of_100_held_out_decks() -> None:
    inside = 0
    for deck in HELD_OUT:
        strength = SCALE.strength_from_value(deck.worth)
        reach = 1.96 * (SCALE.spread**2 + SCALE.chance**2 / deck.games) ** 0.5
        inside += abs(deck.mean - strength.value) <= reach
    assert 0.9 <= inside / len(HELD_OUT) <= 0.99


def test_games_won_are_promised_as_well() -> None:
    promised = sum(SCALE.percent_won(deck.worth) * deck.games for deck in HELD_OUT) / 100
    games = sum(deck.games for deck in HELD_OUT)
    assert abs(promised - sum(deck.won for deck in HELD_OUT)) / games < 0.04


def test_no_deck_brings_more_than_a_game_does() -> None:
    """GAME-22: at most four crystals, and a better deck is never predicted to bring less."""
    figures = [SCALE.strength_from_value(worth) for worth in (-50, -4, -1, 0, 1, 4, 8, 50)]
    values = [figure.value for figure in figures]
    assert values == sorted(values) and values[0] >= -MAX_CRYSTALS and values[-1] <= MAX_CRYSTALS
    assert all(-MAX_CRYSTALS <= figure.low <= figure.value <= figure.high <= MAX_CRYSTALS for figure in figures)


def test_decks_that_differ_by_more_cards_are_harder_to_tell_apart() -> None:
    assert (
        SCALE.min_significant_difference(0)
        == 0
        < SCALE.min_significant_difference(1)
        < SCALE.min_significant_difference(12)
    )


@pytest.mark.parametrize(("middle", "slope", "spread"), [(0.0, 0.2, 0.0), (-0.3, 0.1, 0.6), (0.2, 0.3, 0.3)])
def test_a_known_curve_is_found_again(middle: float, slope: float, spread: float) -> None:
    chance = random.Random(7)

    def deck(number: int) -> PlayedDeck:
        worth = chance.uniform(-4, 6)
        true = MAX_CRYSTALS * tanh(middle + slope * worth) + chance.gauss(0, spread)
        scores = [round(chance.gauss(true, 3)) for _ in range(40)]
        won = sum(score > 0 for score in scores)
        return PlayedDeck(number, True, worth, 30, 40, sum(scores), sum(score**2 for score in scores), won)

    found: Scale = scale_of([deck(number) for number in range(800)])
    assert found.middle == pytest.approx(middle, abs=0.02)
    assert found.slope == pytest.approx(slope, abs=0.01)
    assert found.spread == pytest.approx(spread, abs=0.12) and found.chance == pytest.approx(3, abs=0.1)
