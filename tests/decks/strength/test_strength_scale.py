"""The scale of deck strength, tested on drafted decks that it was not fitted on."""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import tanh
from pathlib import Path
from statistics import fmean

import pytest

from decks.core.advice.strength_scale import (
    MAX_CRYSTALS,
    PlayedDeck,
    StrengthScale,
    calibration,
    fit_scale,
    held_out,
    read_played_decks,
)
from decks.strength.queries import shipped_scale
from tests.conftest import FIXTURES


@dataclass(frozen=True)
class Played:
    """Decks that were played: those a scale was fitted to, and those it is tried on."""

    known: list[PlayedDeck]
    held_out: list[PlayedDeck]
    scale: StrengthScale


def played_by(folder: Path) -> Played:
    known, others = held_out(read_played_decks(folder))
    return Played(known, others, fit_scale(known))


BASIC, STRONG = played_by(FIXTURES / "bluemoon"), played_by(FIXTURES / "bluemoon" / "strong")
BOTH = pytest.mark.parametrize("played", [BASIC, STRONG], ids=["basic", "strong"])
SCALE = STRONG.scale


@pytest.mark.parametrize(("played", "pools", "tried_on"), [(BASIC, 400, 80), (STRONG, 160, 32)])
def test_the_curve_rests_on_pools_of_other_drafts_than_it_is_tried_on(
    played: Played, pools: int, tried_on: int
) -> None:
    assert not {deck.draft for deck in played.known} & {deck.draft for deck in played.held_out}
    found = [sum(deck.best for deck in decks) for decks in (played.known, played.held_out)]
    assert sum(found) >= pools and found[1] >= tried_on


def test_the_shipped_scale_is_that_of_strong_players() -> None:
    """Between them decks matter less, so the scale of basic bots foretells them far worse."""
    assert shipped_scale() == SCALE

    def off(scale: StrengthScale) -> float:
        missed = ((deck.mean_crystals - scale.strength_from_value(deck.worth).value) ** 2 for deck in STRONG.held_out)
        return fmean(missed)

    assert off(SCALE) < 0.75 * off(BASIC.scale)


@BOTH
def test_what_is_promised_is_what_held_out_decks_brought(played: Played) -> None:
    for decks in (played.held_out, [deck for deck in played.held_out if deck.best]):
        steps = calibration(played.scale, decks, 5)
        assert len(steps) == 5 and steps[-1].promised - steps[0].promised > 1.5
        inside = sum(step.brought.low <= step.promised <= step.brought.high for step in steps)
        assert inside >= 4, steps


@BOTH
def test_the_interval_holds_95_of_100_held_out_decks(played: Played) -> None:
    inside, scale = 0, played.scale
    for deck in played.held_out:
        strength = scale.strength_from_value(deck.worth)
        reach = 1.96 * (scale.spread**2 + scale.chance**2 / deck.games) ** 0.5
        inside += abs(deck.mean_crystals - strength.value) <= reach
    assert 0.9 <= inside / len(played.held_out) <= 0.99


@BOTH
def test_games_won_are_promised_as_well(played: Played) -> None:
    promised = sum(played.scale.percent_won(deck.worth) * deck.games for deck in played.held_out) / 100
    games = sum(deck.games for deck in played.held_out)
    assert abs(promised - sum(deck.won for deck in played.held_out)) / games < 0.04


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

    found: StrengthScale = fit_scale([deck(number) for number in range(800)])
    assert found.middle == pytest.approx(middle, abs=0.02)
    assert found.slope == pytest.approx(slope, abs=0.01)
    assert found.spread == pytest.approx(spread, abs=0.12) and found.chance == pytest.approx(3, abs=0.1)
