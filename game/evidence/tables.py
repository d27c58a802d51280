"""Evidence: measured figures with their intervals, and the tables of them that ship with the site.

`benchmarks.evidence` writes the tables; what weighs cards reads them once.
"""

import csv
import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from game.engine.catalogue import PEOPLES, CardFacts, People

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


CARDS_TABLE, PEOPLES_TABLE, TRAITS_TABLE = "strength.csv", "strength_of_peoples.csv", "strength_of_traits.csv"
PACE_TABLE = "pace_of_peoples.csv"
UNMEASURED = Worth(0.0, 0.0, 0.0, 0)


@dataclass(frozen=True)
class Evidence:
    """Measurements: worths of cards by context and code, of traits, and of published decks against each other.

    `pace` is how many turns a game of each people's cards lasts.
    """

    cards: Mapping[tuple[str, str], Worth] = field(default_factory=dict)
    traits: Mapping[str, Worth] = field(default_factory=dict)
    peoples: Mapping[tuple[str, str], Worth] = field(default_factory=dict)
    pace: Mapping[str, Worth] = field(default_factory=dict)

    def of(self, code: str, context: str = DRAFTED) -> Worth | None:
        """The worth of a card in a context; None where it was not measured."""
        return self.cards.get((context, code))

    def value_or_average(self, code: str, context: str = DRAFTED) -> float:
        """The figure alone; an average card's, 0, where it was not measured."""
        return self.cards.get((context, code), UNMEASURED).value

    def mean_worth(self, people: People, cards: Iterable[CardFacts]) -> float | None:
        """The mean worth in a draft of a people's own cards among some; None where none of them was measured."""
        own = [worth.value for card in cards if card.people is people and (worth := self.of(card.code))]
        return sum(own) / len(own) if own else None

    def trait_value(self, name: str) -> float:
        return self.traits.get(name, UNMEASURED).value


@cache
def read_evidence(folder: Path) -> Evidence:
    """Return the tables of a folder; a missing file counts as empty."""
    return Evidence(
        {(row["series"], row["code"]): _worth_of_row(row, "worth") for row in _csv_rows(folder / CARDS_TABLE)},
        {row["trait"]: _worth_of_row(row, "worth") for row in _csv_rows(folder / TRAITS_TABLE)},
        {(row["people"], row["against"]): _worth_of_row(row, "crystals") for row in _csv_rows(folder / PEOPLES_TABLE)},
        {row["people"]: _worth_of_row(row, "turns") for row in _csv_rows(folder / PACE_TABLE)},
    )


def _csv_rows(path: Path) -> list[dict[str, str]]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _worth_of_row(row: Mapping[str, str], name: str) -> Worth:
    return Worth(float(row[name]), float(row["low"]), float(row["high"]), int(row["games"]))
