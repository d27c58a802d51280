"""Tables of evidence that ship with the site: written by `benchmarks.evidence`, read once by what weighs cards."""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from game.engine.catalogue import CardFacts, People
from game.evidence.worth import DRAFTED, Worth

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
