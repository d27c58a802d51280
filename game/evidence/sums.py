"""What the measured games say: the worth of a card in a series and of a people against another, with intervals.

The worth of a card is the mean of crystals won less crystals lost with it, less the same without it, in games of one
series that differ by chance alone. Intervals are of 95 %, from the spread of the games.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from game.engine.catalogue import PEOPLES
from game.evidence.plan import DRAFTED, PEOPLES_SERIES, Planned

SPREADS = 1.96  # standard errors on either side of an interval of 95 %


@dataclass(slots=True)
class Mean:
    """A mean in the making."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """Take a value in."""
        self.count += 1
        self.total += value
        self.squares += value * value

    def less(self, other: Mean) -> Mean:
        """The values of this one that are not in the other."""
        return Mean(self.count - other.count, self.total - other.total, self.squares - other.squares)

    @property
    def value(self) -> float:
        """The mean."""
        return self.total / self.count if self.count else 0.0

    @property
    def error(self) -> float:
        """The square of the standard error of the mean; infinite where too few values say nothing of it."""
        if self.count < 2:
            return math.inf
        spread = max(0.0, self.squares / self.count - self.value**2) * self.count / (self.count - 1)
        return spread / self.count


@dataclass(frozen=True, slots=True)
class Worth:
    """A figure with its number of games and its interval."""

    value: float
    low: float
    high: float
    games: int


def difference(with_it: Mean, without: Mean) -> Worth:
    """With less without, and the interval of that."""
    value = with_it.value - without.value
    half = SPREADS * math.sqrt(with_it.error + without.error)
    return Worth(value, value - half, value + half, with_it.count)


def mean(of: Mean) -> Worth:
    """A mean and its interval."""
    half = SPREADS * math.sqrt(of.error)
    return Worth(of.value, of.value - half, of.value + half, of.count)


@dataclass(slots=True)
class Sums:
    """All games of a measurement, added up as they come."""

    every: dict[str, Mean] = field(default_factory=dict)
    holding: dict[tuple[str, str], Mean] = field(default_factory=dict)
    pairs: dict[tuple[int, int], Mean] = field(default_factory=dict)

    def add(self, game: Planned, score: int) -> None:
        """Take the result of a game in; drafted decks count on both sides."""
        if game.series == PEOPLES_SERIES:
            place = divmod(game.number % len(PEOPLES) ** 2, len(PEOPLES))
            self.pairs.setdefault(place, Mean()).add(score)
            return
        sides = [(game.first, score)]
        if game.series == DRAFTED:
            sides.append((game.second, -score))
        for deck, crystals in sides:
            self.every.setdefault(game.series, Mean()).add(crystals)
            for code in deck:
                self.holding.setdefault((game.series, code), Mean()).add(crystals)

    def cards(self, fewest: int) -> Iterable[tuple[str, str, Worth]]:
        """Setting, card and worth, where at least so many games were played with and without the card."""
        for (series, code), holding in sorted(self.holding.items()):
            without = self.every[series].less(holding)
            if min(holding.count, without.count) >= fewest:
                yield series, code, difference(holding, without)

    def peoples(self) -> Mapping[tuple[int, int], Worth]:
        """The crystals of the first people's published deck against the second's."""
        return {place: mean(found) for place, found in sorted(self.pairs.items())}
