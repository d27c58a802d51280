"""Worth: a measured figure with its interval, and where cards are measured."""

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from game.engine.catalogue import PEOPLES

SPREADS = 1.96  # standard errors on either side of an interval of 95 %
DRAFTED = "drafted"
CONTEXTS: tuple[str, ...] = (DRAFTED, *(people.value for people in PEOPLES))


@dataclass(frozen=True, slots=True)
class Worth:
    """A figure in crystals a game with its interval of 95 %, and how many games it rests on."""

    value: float
    low: float
    high: float
    games: int


def interval(value: float, variance: float, games: int) -> Worth:
    """A figure and its interval from the variance of the figure."""
    half = SPREADS * math.sqrt(max(variance, 0.0))
    return Worth(value, value - half, value + half, games)


@dataclass(slots=True)
class Fitted:
    """The worths that were found; `cards` by context and code."""

    cards: dict[tuple[str, str], Worth] = field(default_factory=dict)
    traits: dict[str, Worth] = field(default_factory=dict)
    peoples: dict[tuple[str, str], Worth] = field(default_factory=dict)
    pace: dict[str, Worth] = field(default_factory=dict)
    start: Worth | None = None
    chance: float = 0.0


def mean(scores: Iterable[float]) -> Worth:
    """The mean of some scores."""
    values = list(scores)
    if len(values) < 2:
        return Worth(sum(values), -math.inf, math.inf, len(values))
    return interval(statistics.fmean(values), statistics.variance(values) / len(values), len(values))


def mean_of(worths: Sequence[Worth]) -> Worth:
    """The mean of some independent figures, each counted alike; raises `ZeroDivisionError` for none."""
    count = len(worths)
    value = sum(worth.value for worth in worths) / count
    half = sum(((worth.high - worth.low) / 2) ** 2 for worth in worths) ** 0.5 / count
    return Worth(value, value - half, value + half, sum(worth.games for worth in worths))
