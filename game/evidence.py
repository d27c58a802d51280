"""Evidence: the values of cards, peoples and traits of a deck, measured by playing games.

`benchmarks.evidence` writes the tables that ship with the site; a process reads them once.

A trait counts what cards bring together beyond what each brings alone: pairs, gangs, the spread over types.
`benchmarks.evidence.fit` measures the crystals that one more of it brings, and bots in drafts and deck builders weigh
their choices by them. A number that rises with each single card of a kind isn’t a trait, but part of the cards’ values.
"""

import csv
import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from game.engine.catalogue import PEOPLES, CardFacts, CardType, IconKind, People

STANDARD_ERRORS_OF_95_PERCENT = 1.96  # standard errors on either side of an interval of 95 %
DRAFTED = "drafted"
MEASUREMENT_CONTEXTS: tuple[str, ...] = (DRAFTED, *(people.value for people in PEOPLES))


@dataclass(frozen=True, slots=True)
class CardValue:
    """A figure in crystals a game with its interval of 95 %, how many games it rests on, and how many were won."""

    value: float
    low: float
    high: float
    games: int
    won: int = 0


def estimate_from_variance(value: float, variance: float, games: int) -> CardValue:
    half = STANDARD_ERRORS_OF_95_PERCENT * math.sqrt(max(variance, 0.0))
    return CardValue(value, value - half, value + half, games)


def mean_with_interval(scores: Iterable[float]) -> CardValue:
    values = list(scores)
    won = sum(value > 0 for value in values)
    if len(values) < 2:
        return CardValue(sum(values), -math.inf, math.inf, len(values), won)
    found = estimate_from_variance(statistics.fmean(values), statistics.variance(values) / len(values), len(values))
    return replace(found, won=won)


def mean_of_estimates(worths: Sequence[CardValue]) -> CardValue:
    """Return the unweighted mean of independent values; raises `ZeroDivisionError` for none."""
    count = len(worths)
    value = sum(worth.value for worth in worths) / count
    half = sum(((worth.high - worth.low) / 2) ** 2 for worth in worths) ** 0.5 / count
    games, won = (sum(counts) for counts in zip(*((worth.games, worth.won) for worth in worths), strict=True))
    return CardValue(value, value - half, value + half, games, won)


CARDS_TABLE, PEOPLES_TABLE, TRAITS_TABLE = "strength.csv", "strength_of_peoples.csv", "strength_of_traits.csv"
PACE_TABLE = "pace_of_peoples.csv"
UNMEASURED = CardValue(0.0, 0.0, 0.0, 0)


@dataclass(frozen=True)
class Measurements:
    """Measured values of cards (by context and code), traits and decks; `pace` is turns per game by people."""

    cards: Mapping[tuple[str, str], CardValue] = field(default_factory=dict)
    traits: Mapping[str, CardValue] = field(default_factory=dict)
    peoples: Mapping[tuple[str, str], CardValue] = field(default_factory=dict)
    pace: Mapping[str, CardValue] = field(default_factory=dict)

    def card_value(self, code: str, context: str = DRAFTED) -> CardValue | None:
        """Return the value of a card in a context; None if it was not measured."""
        return self.cards.get((context, code))

    def value_or_average(self, code: str, context: str = DRAFTED) -> float:
        """Return the value without its interval; 0, the value of an average card, if it was not measured."""
        return self.cards.get((context, code), UNMEASURED).value

    def mean_value(self, people: People, cards: Iterable[CardFacts]) -> float | None:
        """Return the mean value in drafts of those cards that are the people’s own; None if none was measured."""
        own = [worth.value for card in cards if card.people is people and (worth := self.card_value(card.code))]
        return sum(own) / len(own) if own else None

    def trait_value(self, name: str) -> float:
        return self.traits.get(name, UNMEASURED).value


@cache
def read_evidence(folder: Path) -> Measurements:
    """Return the tables of a folder; a missing file counts as empty."""
    return Measurements(
        {(row["series"], row["code"]): _estimate_from_row(row, "worth") for row in _csv_rows(folder / CARDS_TABLE)},
        {row["trait"]: _estimate_from_row(row, "worth") for row in _csv_rows(folder / TRAITS_TABLE)},
        {
            (row["people"], row["against"]): _estimate_from_row(row, "crystals")
            for row in _csv_rows(folder / PEOPLES_TABLE)
        },
        {row["people"]: _estimate_from_row(row, "turns") for row in _csv_rows(folder / PACE_TABLE)},
    )


def _csv_rows(path: Path) -> list[dict[str, str]]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _estimate_from_row(row: Mapping[str, str], name: str) -> CardValue:
    return CardValue(float(row[name]), float(row["low"]), float(row["high"]), int(row["games"]))


CHARACTER_PAIRS_TRAIT, BOOSTER_PAIRS_TRAIT, GANGS_TRAIT = "character pairs", "booster pairs", "gangs"
LEAN_TRAIT, SHIELDS_TRAIT = "lean", "shields"
# The traits of spread count the squared distance from these usual numbers of cards.
USUAL: Mapping[str, float] = {"characters": 17, "boosters": 5, "supports": 5, "leaderships": 3, SHIELDS_TRAIT: 6}
_TRAIT_BY_CARD_TYPE: Mapping[CardType, str] = {
    CardType.CHARACTER: "characters",
    CardType.BOOSTER: "boosters",
    CardType.SUPPORT: "supports",
    CardType.LEADERSHIP: "leaderships",
}
ALL_TRAITS: tuple[str, ...] = (CHARACTER_PAIRS_TRAIT, BOOSTER_PAIRS_TRAIT, GANGS_TRAIT, LEAN_TRAIT, *USUAL)
LEAN_UNIT = 10  # points of fire minus earth in one unit of the trait


@dataclass(slots=True)
class TraitCounts:
    """Counts in a deck that decide its traits: cards by kind, mates by pair or gang, fire minus earth."""

    kinds: dict[str, float] = field(default_factory=lambda: dict.fromkeys(USUAL, 0.0))
    mates: dict[str, int] = field(default_factory=dict)
    lean: float = 0.0

    def add_card(self, card: CardFacts, times: int = 1) -> None:
        """Count a card; with `times` of -1, no longer count it."""
        for kind in trait_kinds_of(card):
            self.kinds[kind] += times
        for mate in card.mates:
            self.mates[mate] = self.mates.get(mate, 0) + times
        self.lean += times * ((card.fire or 0) - (card.earth or 0)) / LEAN_UNIT

    def trait_figures(self) -> dict[str, float]:
        shares = dict.fromkeys(ALL_TRAITS, 0.0)
        for mate, count in self.mates.items():
            shares[trait_of(mate)] += max(count - 1, 0)
        for kind, cards in self.kinds.items():
            shares[kind] = (cards - USUAL[kind]) ** 2
        shares[LEAN_TRAIT] = self.lean**2
        return shares


def trait_kinds_of(card: CardFacts) -> tuple[str, ...]:
    shield = (SHIELDS_TRAIT,) if card.has_icon(IconKind.SHIELD) else ()
    return (_TRAIT_BY_CARD_TYPE[card.type], *shield) if card.type in _TRAIT_BY_CARD_TYPE else shield


def trait_of(mate: str) -> str:
    """Return the trait to which a pair or gang belongs, by its key in `CardFacts.mates`."""
    if mate.startswith(IconKind.GANG.value):
        return GANGS_TRAIT
    return BOOSTER_PAIRS_TRAIT if f":{CardType.BOOSTER}:" in mate else CHARACTER_PAIRS_TRAIT
