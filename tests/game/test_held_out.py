"""Comparing what worths foretell: each player's own are found, and no prediction knows the pools it is tried on."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.evidence import held_out
from benchmarks.evidence.fit import BETWEEN_PLAYERS, Equations, Spreads
from benchmarks.evidence.held_out import ALONE, AS_IS, BOTH, FOLDS, POOLS, fold_of
from benchmarks.evidence.measure import FOLDER, SEED
from benchmarks.evidence.plan import planned
from cards.core.facts import Catalogue
from game.engine.catalogue import read_catalogue_file
from game.evidence import DRAFTED

GAMES = 200
LIKED = ("05", "12", "21")  # the numbers of cards that one player wins with, and the other loses with


@pytest.fixture(name="leads", scope="module")
def leads_of_games() -> list[int]:
    """How many more liked cards the first deck has."""
    catalogue = read_catalogue_file(FOLDER / "cards.csv")
    games = (planned(catalogue, DRAFTED, number, SEED) for number in range(GAMES))
    return [
        sum(code.endswith(LIKED) for code in game.first) - sum(code.endswith(LIKED) for code in game.second)
        for game in games
    ]


def read_games(facts: Catalogue, scores: list[int], *, other_player: bool) -> held_out.Games:
    return held_out.read_games(facts, {DRAFTED: dict(enumerate(scores))}, other_player=other_player)


def test_what_only_the_other_player_wins_with_is_found_in_that_players_games(
    facts: Catalogue, leads: list[int]
) -> None:
    greedy = read_games(facts, [lead or 1 for lead in leads], other_player=False)
    other = read_games(facts, [-lead or 1 for lead in leads], other_player=True)
    of_greedy, of_other, solved = held_out.predict(greedy, other)
    losses = {
        model: held_out.log_losses(of_other.chances(model, by), of_other.won).mean()
        for model, by in ((AS_IS, of_greedy), (BOTH, of_other), (ALONE, of_other))
    }
    assert max(losses[ALONE], losses[BOTH]) < np.log(2) < losses[AS_IS]
    assert solved.spreads.by_player > BETWEEN_PLAYERS[0]


def test_results_of_a_pool_do_not_change_what_is_foretold_there(
    facts: Catalogue, leads: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Equations, "spreads", lambda equations: Spreads())
    fold = 2
    foretold = []
    for sign in (1, -1):
        games = [read_games(facts, list(leads), other_player=is_other) for is_other in (False, True)]
        for player in games:
            for at in player.of_fold(fold):
                player.scores[at] *= sign
        foretold.append(held_out.predict(games[0], games[1])[1])
    tried = np.array([fold_of(pool) == fold for pool in foretold[0].pools])
    for model in (AS_IS, BOTH, ALONE):
        assert foretold[0].leads[model][tried] == pytest.approx(foretold[1].leads[model][tried], abs=1e-6)
        assert foretold[0].leads[model][~tried] != pytest.approx(foretold[1].leads[model][~tried], abs=1e-6)


def test_every_pool_is_in_one_fold_of_as_many() -> None:
    assert sorted(map(fold_of, range(len(POOLS)))) == sorted([*range(FOLDS)] * 14)
    assert fold_of(held_out.OTHER_FOLD) not in range(FOLDS)


def test_calibration_looks_at_the_favourite_of_each_game() -> None:
    chances, won = np.array([0.25, 0.75, 0.75, 0.75, 0.55]), np.array([0.0, 1, 1, 0, 1])
    assert held_out.calibration(chances, won) == [(0.55, 1.0, 1), (0.75, 0.75, 4)]
    assert held_out.calibration_error(chances, won) == pytest.approx(0.45 / 5)


def test_an_interval_is_of_whole_pools() -> None:
    """Two pools that say the opposite: the games of one are no reason to be sure."""
    pools = np.repeat([3, 7], 50)
    low, high = held_out.interval(np.where(pools == 3, 1.0, -1.0), pools)
    assert (low, high) == (-1, 1)


def test_the_command_compares_predictions_and_shows_differences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], leads: list[int]
) -> None:
    monkeypatch.setattr(held_out, "SAMPLES", 80)
    for name, player, sign in (("greedy", "", 1), ("strong", ', "player": "strong"', -1)):
        scores = [sign * lead or 1 for lead in leads]
        line = f'{{"series": "drafted", "start": 0, "seed": {SEED}{player}, "scores": {scores}}}\n'
        (tmp_path / name).write_text(line)
    held_out.main([str(tmp_path / "strong"), "--base", str(tmp_path / "greedy")])
    shown = capsys.readouterr().out
    assert f"all pools: {GAMES} games" in shown and "pools without Buka" in shown
    assert shown.count("Brier") == 8 and "cards differ by more than their interval" in shown
