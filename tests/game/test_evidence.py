"""Measuring cards: plans follow from the seed, sums are right, and an interrupted run goes on to the same tables."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks.evidence import measure as measuring
from benchmarks.evidence.fit import deck_traits, fit, fit_pace
from benchmarks.evidence.measure import figure
from benchmarks.evidence.plan import EXCHANGED, PACE, PAIRS, PEOPLES_SERIES, SERIES, batches, planned
from benchmarks.evidence.self_play import RESULT_SHARE, rows_of_game, weighted_results
from benchmarks.evidence.write import write_evidence
from cards.core.facts import PEOPLES, Catalogue, People
from game.arena import play_game
from game.evidence import (
    ALL_TRAITS,
    BOOSTER_PAIRS_TRAIT,
    CHARACTER_PAIRS_TRAIT,
    DRAFTED,
    GANGS_TRAIT,
    MEASUREMENT_CONTEXTS,
    Measurements,
    mean_with_interval,
    read_evidence,
)
from tests.conftest import FIXTURES


@pytest.mark.parametrize("series", SERIES)
def test_a_plan_follows_from_its_seed(facts: Catalogue, series: str) -> None:
    game = planned(facts, series, 12, seed=3)
    assert game == planned(facts, series, 12, seed=3)
    assert game.seed != planned(facts, series, 12, seed=4).seed
    for deck in (game.first, game.second):
        assert len(deck) == len(set(deck)) == 30


def test_two_drafted_decks_share_no_card(facts: Catalogue) -> None:
    for number in range(20):
        game = planned(facts, DRAFTED, number, seed=1)
        assert not set(game.first) & set(game.second)


def test_every_pair_of_peoples_is_played_with_either_starting(facts: Catalogue) -> None:
    games = [planned(facts, PEOPLES_SERIES, number, seed=1) for number in range(72)]
    assert len({(game.first, game.second, game.start) for game in games}) == 72
    assert len(PAIRS) == 36


def test_an_exchanged_deck_keeps_most_of_the_published_one(facts: Catalogue) -> None:
    for number in range(10):
        game = planned(facts, EXCHANGED, number, seed=2)
        assert game.peoples is not None
        for people, deck in zip(game.peoples, (game.first, game.second), strict=True):
            assert sum(facts[code].deck == people.value[0] for code in deck) >= 22


def test_a_run_that_stops_early_has_measured_a_part_of_everything() -> None:
    work = list(batches(110, 20))
    assert {series for series, _, _ in work} == set(SERIES)
    assert sum(count for _, _, count in work) == 110
    assert len({(series, start) for series, start, _ in work}) == len(work)


def test_traits_count_mates_beyond_the_first(facts: Catalogue) -> None:
    deck = [facts[code] for code in ("Mimix 13", "Mimix 14", "Mimix 15", "Mimix 01", "Flit 15", "Flit 16", "Khind 01")]
    traits_of_deck = deck_traits(deck)
    assert (
        traits_of_deck[CHARACTER_PAIRS_TRAIT],
        traits_of_deck[BOOSTER_PAIRS_TRAIT],
        traits_of_deck[GANGS_TRAIT],
    ) == (2, 1, 0)
    assert traits_of_deck["characters"] == (5 - 17) ** 2


def test_a_card_that_always_wins_is_found_and_one_that_changes_nothing_is_not(facts: Catalogue) -> None:
    games = [planned(facts, DRAFTED, number, seed=5) for number in range(300)]
    best, other = "Vulca 01", "Hoax 01"
    fitted = fit(facts, ((game, 4 * ((best in game.first) - (best in game.second))) for game in games))
    assert fitted.cards[DRAFTED, best].low > 1
    assert fitted.cards[DRAFTED, other].low < 0 < fitted.cards[DRAFTED, other].high
    assert fitted.cards[DRAFTED, best].games == sum(best in game.first + game.second for game in games)


def test_a_game_of_the_pace_series_keeps_its_turns(facts: Catalogue) -> None:
    game = planned(facts, PACE, 3, seed=1)
    ended = play_game(facts, game.first, game.second, start=game.start, seed=game.seed)
    assert figure(facts, game) == ended.turns > 5
    assert abs(ended.crystals) <= 4
    assert len(game.pool) == 3


def test_peoples_whose_games_last_longer_are_told_from_the_others(facts: Catalogue) -> None:
    games = [planned(facts, PACE, number, seed=2) for number in range(120)]
    fitted = fit_pace([(game, 20 + 6 * (People.AQUA in game.pool)) for game in games])
    assert fitted["Aqua"].value == pytest.approx(38) and fitted["Hoax"].value == pytest.approx(20)
    assert fitted["Aqua"].games == sum(People.AQUA in game.pool for game in games)
    assert fit_pace([(game, 20) for game in games[:5]]) == {}


def test_a_pair_of_peoples_stands_on_both_sides_of_the_table(facts: Catalogue) -> None:
    games = [(planned(facts, PEOPLES_SERIES, 36 * number, seed=1), score) for number, score in enumerate((4, 2, 3, 3))]
    fitted = fit(facts, games).peoples
    assert fitted["Vulca", "Hoax"].value == 3
    assert fitted["Hoax", "Vulca"].value == -3
    assert fitted["Vulca", "Hoax"].games == 4


def test_a_mean_of_hardly_any_games_says_nothing() -> None:
    assert mean_with_interval([4]).high == float("inf")
    assert mean_with_interval([2, 4]).value == 3


def test_tables_are_read_as_they_were_written(facts: Catalogue, tmp_path: Path) -> None:
    games = [(planned(facts, EXCHANGED, number, seed=5), number % 5 - 2) for number in range(12)]
    fitted = fit(facts, games)
    write_evidence(tmp_path, fitted, fewest=1)
    read = read_evidence(tmp_path)
    assert read.cards.keys() == fitted.cards.keys()
    assert all(abs(read.cards[key].value - fitted.cards[key].value) < 0.001 for key in fitted.cards)
    assert set(read.traits) == set(ALL_TRAITS)


def test_what_was_not_measured_is_worth_an_average_card() -> None:
    nothing = Measurements()
    assert nothing.card_value("Inter 402") is None
    assert nothing.value_or_average("Inter 402") == nothing.trait_value(GANGS_TRAIT) == 0


def test_the_shipped_tables_hold_figures_within_their_intervals(facts: Catalogue) -> None:
    shipped = read_evidence(FIXTURES / "bluemoon")
    assert shipped.cards and shipped.traits and shipped.peoples and len(shipped.pace) == len(PEOPLES)
    tables = (shipped.cards, shipped.traits, shipped.peoples, shipped.pace)
    for worth in (worth for table in tables for worth in table.values()):
        assert worth.low <= worth.value <= worth.high
        assert worth.games > 1
    assert all(code in facts and context in MEASUREMENT_CONTEXTS for context, code in shipped.cards)
    assert all(People(measured) and People(other) for measured, other in shipped.peoples)


def measure(folder: Path, games: int) -> list[str]:
    measuring.main([f"--games={games}", "--seed=1", f"--kept={folder / 'kept.jsonl'}", f"--folder={folder}"])
    return [(folder / f"strength{rest}.csv").read_text() for rest in ("", "_of_peoples", "_of_traits")]


def test_an_interrupted_run_ends_in_the_same_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "BATCH_GAMES", 2)
    monkeypatch.setattr(measuring, "MIN_GAMES", 1)
    whole, part = tmp_path / "whole", tmp_path / "part"
    whole.mkdir()
    part.mkdir()
    expected = measure(whole, 4)
    measure(part, 3)  # not a whole number of batches
    with (part / "kept.jsonl").open("a") as kept:
        kept.write('{"series": "drafted", "sta')  # the machine stopped here
    assert measure(part, 4) == expected
    assert expected[0].startswith("code,series,worth,low,high,games\n")


def test_kept_scores_that_are_none_are_refused(tmp_path: Path) -> None:
    (tmp_path / "kept.jsonl").write_text(json.dumps({"seed": 1}) + "\n")
    with pytest.raises(SystemExit, match="line 1: these are no scores"):
        measure(tmp_path, 2)


def test_games_of_another_player_are_stored_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "BATCH_GAMES", 2)
    monkeypatch.setattr(measuring, "MIN_GAMES", 1)
    measure(tmp_path, 2)
    measuring.main(
        [
            "--games=2", "--seed=1", "--player=strong", f"--kept={tmp_path / 'kept.jsonl'}", f"--folder={tmp_path}"
        ]
    )  # fmt: skip
    greedy, strong = (measuring.stored_scores(tmp_path / "kept.jsonl", 1, player) for player in ("greedy", "strong"))
    assert greedy.keys() == strong.keys() == {DRAFTED}
    assert greedy[DRAFTED].keys() == strong[DRAFTED].keys() == {0, 1}
    game = planned(measuring._shipped(), DRAFTED, 0, seed=1)
    assert figure(measuring._shipped(), game, "strong") == strong[DRAFTED][0]


def test_what_the_next_turn_says_is_a_part_of_a_result() -> None:
    """Two games; the second player wins the first one, and is called sure to after the second turn."""
    who, game, won = (np.array(row, dtype=float) for row in ([0, 1, 0, 1], [0, 0, 1, 1], [0, 1, 1, 0]))
    results = weighted_results(won, np.array([0.5, 1, 0.5, 0.5]), who, game)
    assert results.tolist() == pytest.approx([0, 1, RESULT_SHARE + (1 - RESULT_SHARE) / 2, 0])


def test_games_that_begin_with_random_turns_are_kept_from_their_last_one_on() -> None:
    rows = [rows_of_game(number, 1, "club", 0.3, openings=True) for number in range(3)]
    assert rows == [rows_of_game(number, 1, "club", 0.3, openings=True) for number in range(3)]
    assert {number for game in rows for *_, number in game} <= {0, 1, 2}
    assert sum(map(len, rows)) < sum(len(rows_of_game(number, 1, "club", 0.3)) for number in range(3))
