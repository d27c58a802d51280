"""Worth: a measured figure with its interval, and where cards are measured."""

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from game.engine.catalogue import PEOPLES

STANDARD_ERRORS_OF_95_PERCENT = 1.96  # standard errors on either side of an interval of 95 %
DRAFTED = "drafted"
MEASUREMENT_CONTEXTS: tuple[str, ...] = (DRAFTED, *(people.value for people in PEOPLES))


@dataclass(frozen=True, slots=True)
class Worth:
    """A figure in crystals a game with its interval of 95 %, how many games it rests on, and how many were won."""

    value: float
    low: float
    high: float
    games: int
    won: int = 0


def value_of_variance(value: float, variance: float, games: int) -> Worth:
    half = STANDARD_ERRORS_OF_95_PERCENT * math.sqrt(max(variance, 0.0))
    return Worth(value, value - half, value + half, games)


def mean_with_interval(scores: Iterable[float]) -> Worth:
    values = list(scores)
    won = sum(value > 0 for value in values)
    if len(values) < 2:
        return Worth(sum(values), -math.inf, math.inf, len(values), won)
    found = value_of_variance(statistics.fmean(values), statistics.variance(values) / len(values), len(values))
    return replace(found, won=won)


def mean_of_values(worths: Sequence[Worth]) -> Worth:
    """The mean of some independent figures, each counted alike; raises `ZeroDivisionError` for none."""
    count = len(worths)
    value = sum(worth.value for worth in worths) / count
    half = sum(((worth.high - worth.low) / 2) ** 2 for worth in worths) ** 0.5 / count
    games, won = (sum(counts) for counts in zip(*((worth.games, worth.won) for worth in worths), strict=True))
    return Worth(value, value - half, value + half, games, won)
