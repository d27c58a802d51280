"""Compare what worths foretell: who wins drafted games of another player than the one who measured them?

`python -m benchmarks.evidence.held_out FILE [--player strong]` with the scores that `benchmarks.evidence.measure
--player strong --kept FILE` stored. The pools of drafted games are the 84 trios of peoples; each prediction is fitted
without the games, of either player, of the pools it is tried on, a sixth of them at a time. Intervals of 95 % are by
bootstrap over pools. How strongly all is shrunk is the same for each prediction, as the games of both players suggest.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.evidence.fit import BY_PLAYER, START, Equations, Rows, Spreads, columns_of, row_of
from benchmarks.evidence.measure import FOLDER, GREEDY, SEED, stored_scores
from benchmarks.evidence.plan import EXCHANGED, PACE, PAIRS, PEOPLES_SERIES, planned
from game.engine.catalogue import PEOPLES, Catalogue, People, read_catalogue_file
from game.evidence import ALL_TRAITS, DRAFTED, STANDARD_ERRORS_OF_95_PERCENT, CardValue, mean_with_interval
from game.players.computer import LEVELS

FOLDS, SAMPLES, STEPS = 6, 4000, 12
POOLS = tuple(combinations(PEOPLES, 3))
OTHER_FOLD = -1  # of games that aren’t drafted: always fitted to
AS_IS, ANEW, BOTH, ALONE = "worths of greedy", "the same, slope refitted", "worths of both", "worths of the other alone"
FIRST_FOLD_SEED, SHOWN, MIN_PAIR_GAMES = 3, 12, 4
Values = NDArray[np.float64]


@dataclass(slots=True)
class Games:
    """Games of one player as equations, with their scores, who starts and the pools of those that were drafted."""

    rows: Rows = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)
    pools: list[int] = field(default_factory=list)

    def of_fold(self, fold: int) -> list[int]:
        return [at for at, pool in enumerate(self.pools) if fold_of(pool) == fold]


def fold_of(pool: int) -> int:
    """Return the fold of a pool by its place in POOLS."""
    return _ORDER[pool] % FOLDS if pool >= 0 else OTHER_FOLD


_ORDER = random.Random(FIRST_FOLD_SEED).sample(range(len(POOLS)), len(POOLS))


def read_games(catalogue: Catalogue, scores: dict[str, dict[int, int]], *, other_player: bool) -> Games:
    """Return the games from which worths are fitted."""
    games = Games()
    for series in (DRAFTED, EXCHANGED):
        for number, score in sorted(scores.get(series, {}).items()):
            game = planned(catalogue, series, number, SEED)
            games.rows.append(row_of(catalogue, game, other_player=other_player))
            games.scores.append(score)
            games.starts.append(1.0 if game.start == 0 else -1.0)
            pool = tuple(sorted(game.pool, key=PEOPLES.index))
            games.pools.append(POOLS.index(pool) if pool else OTHER_FOLD)
    return games


@dataclass(slots=True)
class Predicted:
    """Drafted games of a player: by each model what the first deck is worth more, who starts, who won, and the pool."""

    leads: dict[str, Values]
    starts: Values
    won: Values
    pools: NDArray[np.int64]

    def chances(self, model: str, by: Predicted) -> Values:
        """Return the first deck’s chances, their scale fitted to the other pools of some games.

        Leads there are foretold as well, so that the scale is one for games that weren’t fitted to.
        """
        found = np.zeros(len(self.won))
        folds, theirs = (np.array([fold_of(pool) for pool in games.pools]) for games in (self, by))
        for fold in range(FOLDS):
            fitted = theirs != fold
            scale = logistic(by.leads[model][fitted], by.starts[fitted], by.won[fitted])
            tried = folds == fold
            found[tried] = _chances(scale, self.leads[model][tried], self.starts[tried])
        return found


def logistic(leads: Values, starts: Values, won: Values) -> Values:
    """Return what a crystal of lead and the start bring, in log odds."""
    table, scale = np.stack([leads, starts], axis=1), np.zeros(2)
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-table @ scale))
        weights = chances * (1 - chances)
        scale += np.linalg.solve((table * weights[:, None]).T @ table + 1e-9 * np.eye(2), table.T @ (won - chances))
    return scale


def _chances(scale: Values, leads: Values, starts: Values) -> Values:
    found: Values = 1 / (1 + np.exp(-(scale[0] * leads + scale[1] * starts)))
    return found


@dataclass(frozen=True, slots=True)
class Solved:
    """The equations of all games, and their spreads."""

    equations: Equations
    spreads: Spreads


def predict(greedy: Games, other: Games) -> tuple[Predicted, Predicted, Solved]:
    """Return the drafted games of both players with what each model says, and what all games say together."""
    columns = columns_of(greedy.rows + other.rows)
    ours, theirs = (Equations(columns).add(games.rows, games.scores) for games in (greedy, other))
    both = ours.plus(theirs)
    spreads = both.spreads()
    is_start = np.array([kind == START or (kind == BY_PLAYER and name == START) for kind, name in columns])
    parts: list[list[tuple[dict[str, Values], list[int]]]] = [[], []]
    for fold in range(FOLDS):
        held = [games.of_fold(fold) for games in (greedy, other)]
        for equations, games, out in zip((ours, theirs), (greedy, other), held, strict=True):
            equations.add([games.rows[at] for at in out], [games.scores[at] for at in out], -1)
        solutions = {AS_IS: ours.solve(spreads), BOTH: ours.plus(theirs).solve(spreads), ALONE: theirs.solve(spreads)}
        for equations, games, out, part in zip((ours, theirs), (greedy, other), held, parts, strict=True):
            rows = [games.rows[at] for at in out]
            table = np.where(is_start, 0, equations.table(rows))
            part.append(({model: table @ solution for model, solution in solutions.items()}, out))
            equations.add(rows, [games.scores[at] for at in out])
        sys.stderr.write(f"Fold {fold + 1} of {FOLDS} is solved.\n")
    return _predicted(greedy, parts[0]), _predicted(other, parts[1]), Solved(both, spreads)


def _predicted(games: Games, parts: Sequence[tuple[dict[str, Values], list[int]]]) -> Predicted:
    at = [at for _, part in parts for at in part]
    return Predicted(
        {model: np.concatenate([leads[model] for leads, _ in parts]) for model in parts[0][0]},
        np.array(games.starts)[at],
        (np.array(games.scores)[at] > 0).astype(float),
        np.array(games.pools)[at],
    )


def log_losses(chances: Values, won: Values) -> Values:
    losses: Values = -np.log(np.where(won > 0, chances, 1 - chances))
    return losses


def briers(chances: Values, won: Values) -> Values:
    losses: Values = (chances - won) ** 2
    return losses


def calibration(chances: Values, won: Values) -> list[tuple[float, float, int]]:
    """Return the mean chance of the favourite, how often it won, and of how many games, in tenths."""
    sure, right = np.maximum(chances, 1 - chances), (chances > 0.5) == (won > 0)
    tenths = np.minimum((sure * 10).astype(int), 9)
    return [
        (float(sure[tenths == tenth].mean()), float(right[tenths == tenth].mean()), int((tenths == tenth).sum()))
        for tenth in range(5, 10)
        if (tenths == tenth).any()
    ]


def calibration_error(chances: Values, won: Values) -> float:
    """Return how far chances are from how often they came true: the mean over games, in tenths."""
    return sum(abs(called - came) * games for called, came, games in calibration(chances, won)) / len(won)


def interval(differences: Values, pools: NDArray[np.int64]) -> tuple[float, float]:
    """Return the 95 % interval of a mean, by bootstrap over pools."""
    found = np.unique(pools)
    sums = np.array([differences[pools == pool].sum() for pool in found])
    counts = np.array([(pools == pool).sum() for pool in found])
    drawn = np.random.default_rng(0).integers(0, len(found), (SAMPLES, len(found)))
    low, high = np.percentile(sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1), [2.5, 97.5])
    return float(low), float(high)


def calibration_interval(chances: Values, base: Values, won: Values, pools: NDArray[np.int64]) -> tuple[float, float]:
    """Return the 95 % interval of the difference of two calibration errors, by bootstrap over pools."""
    differences = [
        calibration_error(chances[at], won[at]) - calibration_error(base[at], won[at]) for at in _drawn(pools)
    ]
    low, high = np.percentile(differences, [2.5, 97.5])
    return float(low), float(high)


def compare(greedy: Predicted, other: Predicted) -> None:
    """Print how well each prediction did, in all pools and in those without Buka."""
    every = {
        AS_IS: other.chances(AS_IS, greedy),
        ANEW: other.chances(AS_IS, other),
        BOTH: other.chances(BOTH, other),
        ALONE: other.chances(ALONE, other),
    }
    without = np.array([People.BUKA not in POOLS[pool] for pool in other.pools])
    for name, tried in (("all pools", np.ones(len(without), dtype=bool)), ("pools without Buka", without)):
        won, pools = other.won[tried], other.pools[tried]
        sys.stdout.write(f"\n{name}: {tried.sum()} games; a coin 0.6931 and 0.2500\n")
        for model, chances in every.items():
            sys.stdout.write(f"{model}:{_figures(chances[tried], every[ANEW][tried], won, pools)}\n")
    for model, chances in every.items():
        found = ", ".join(
            f"{called:.1%} {came:.1%} of {games}" for called, came, games in calibration(chances, other.won)
        )
        sys.stdout.write(f"\n{model}, called and came true: {found}")
    for name, model, by in (("greedy", AS_IS, greedy), ("the other", AS_IS, other), ("the other", BOTH, other)):
        scale, low, high = scale_with_interval(by.leads[model], by.starts, by.won, by.pools)
        sys.stdout.write(f"\nlog odds a crystal of {model} in games of {name}: {scale:.3f} ({low:.3f} to {high:.3f})")
    own = log_losses(greedy.chances(AS_IS, greedy), greedy.won)
    sys.stdout.write(f"\ngreedy’s own games by its own worths: log loss {own.mean():.4f} of {len(own)}\n")


def _figures(chances: Values, base: Values, won: Values, pools: NDArray[np.int64]) -> str:
    text = ""
    for name, losses_of in (("log loss", log_losses), ("Brier", briers)):
        losses, compared = losses_of(chances, won), losses_of(base, won)
        low, high = interval(losses - compared, pools)
        text += f" {name} {losses.mean():.4f}, {(losses - compared).mean():+.4f} ({low:+.4f} to {high:+.4f});"
    low, high = calibration_interval(chances, base, won, pools)
    error = calibration_error(chances, won)
    return text + f" off by {error:.1%}, {error - calibration_error(base, won):+.1%} ({low:+.1%} to {high:+.1%})"


def scale_with_interval(
    leads: Values, starts: Values, won: Values, pools: NDArray[np.int64]
) -> tuple[float, float, float]:
    """Return what a crystal of lead brings, in log odds, with its 95 % interval by bootstrap over pools."""
    found = [logistic(leads[at], starts[at], won[at])[0] for at in _drawn(pools)]
    low, high = np.percentile(found, [2.5, 97.5])
    return float(logistic(leads, starts, won)[0]), float(low), float(high)


def _drawn(pools: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """Yield the places of games of pools drawn with replacement, many times."""
    found, chance = np.unique(pools), np.random.default_rng(0)
    places = [np.flatnonzero(pools == pool) for pool in found]
    for _ in range(SAMPLES // 8):
        yield np.concatenate([places[number] for number in chance.integers(0, len(found), len(found))])


def show_differences(solved: Solved) -> None:
    """Print the cards and traits that are worth most more or less to the other player, with intervals."""
    equations, spreads = solved.equations, solved.spreads
    covariance = equations.covariance(spreads)
    solution = covariance @ (equations.sums / spreads.chance)
    found = []
    for (kind, name), at in equations.place.items():
        if kind == BY_PLAYER:
            half = STANDARD_ERRORS_OF_95_PERCENT * float(covariance[at, at]) ** 0.5
            found.append((name, float(solution[at]), half))
    cards = sorted((row for row in found if row[0] not in (*ALL_TRAITS, START)), key=lambda row: -abs(row[1]))
    apart = sum(abs(value) > half for _, value, half in cards)
    sys.stdout.write(f"\nvariances: {spreads}")
    sys.stdout.write(f"\n{apart} of {len(cards)} cards differ by more than their interval; the most:\n")
    for name, value, half in [*cards[:SHOWN], *(row for row in found if row[0] in (*ALL_TRAITS, START))]:
        sys.stdout.write(f"  {name} {value:+.2f} ({value - half:+.2f} to {value + half:+.2f})\n")


def show_published(ours: dict[str, dict[int, int]], theirs: dict[str, dict[int, int]]) -> None:
    """Print how alike the results of published decks are, and how many turns the same deals lasted."""
    rows: list[tuple[str, CardValue, CardValue]] = []
    for number, pair in enumerate(PAIRS):
        own, other = (
            mean_with_interval(
                score for at, score in games.get(PEOPLES_SERIES, {}).items() if at % len(PAIRS) == number
            )
            for games in (ours, theirs)
        )
        if min(own.games, other.games) >= MIN_PAIR_GAMES:
            rows.append((" – ".join(pair), own, other))
    if rows:
        means = np.array([[own.value, other.value] for _, own, other in rows])
        noise = np.mean([[variance_of(own), variance_of(other)] for _, own, other in rows], axis=0)
        drawn = means[np.random.default_rng(0).integers(0, len(rows), (SAMPLES, len(rows)))]
        low, high = np.percentile([_slope(sample, noise) for sample in drawn], [2.5, 97.5])
        spread = np.sqrt(np.maximum((means**2).mean(axis=0) - noise, 0)).round(2)
        sys.stdout.write(
            f"\npairs of published decks: without chance they differ by {spread} crystals; a crystal of greedy’s is "
            f"{_slope(means, noise):.2f} ({low:.2f} to {high:.2f}) of the other’s; intervals apart:\n"
        )
        for name, own, other in rows:
            if own.high < other.low or other.high < own.low:
                sys.stdout.write(f"  {name} {_shown(own)}; {_shown(other)}\n")
    turns = [(ours[PACE][number], count) for number, count in theirs.get(PACE, {}).items() if number in ours[PACE]]
    if turns:
        sys.stdout.write(f"turns of {len(turns)} same deals: {np.mean(turns, axis=0).round(1)}\n")


def _slope(means: Values, noise: Values) -> float:
    """Return how much of the first player’s means is in the second’s, without the chance in the first ones."""
    return float((means[:, 0] * means[:, 1]).mean() / ((means[:, 0] ** 2).mean() - noise[0]))


def variance_of(worth: CardValue) -> float:
    return ((worth.high - worth.low) / 2 / STANDARD_ERRORS_OF_95_PERCENT) ** 2


def _shown(worth: CardValue) -> str:
    return f"{worth.value:+.2f} ({worth.low:+.2f} to {worth.high:+.2f}) of {worth.games}"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="scores of the other player’s games")
    parser.add_argument("--player", default="strong", choices=LEVELS)
    parser.add_argument("--base", type=Path, default=FOLDER / "measured_games.jsonl", help="scores of greedy’s games")
    asked = parser.parse_args(arguments)
    catalogue = read_catalogue_file(FOLDER / "cards.csv")
    ours, theirs = stored_scores(asked.base, SEED, GREEDY), stored_scores(asked.file, SEED, asked.player)
    for player, scores in ((GREEDY, ours), (asked.player, theirs)):
        sys.stdout.write(f"{player}: " + ", ".join(f"{len(games)} {name}" for name, games in scores.items()) + "\n")
    greedy, other = (read_games(catalogue, found, other_player=found is theirs) for found in (ours, theirs))
    of_greedy, of_other, solved = predict(greedy, other)
    compare(of_greedy, of_other)
    show_differences(solved)
    show_published(ours, theirs)


if __name__ == "__main__":
    main()
