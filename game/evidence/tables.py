"""Tables of evidence that ship with the site: written by `measure_cards`, read once by whatever weighs cards."""

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from game.engine.catalogue import CardFacts, People
from game.evidence.traits import TRAITS
from game.evidence.worth import DRAFTED, Fitted, Worth

CARDS, PEOPLES_TABLE, TRAITS_TABLE = "strength.csv", "strength_of_peoples.csv", "strength_of_traits.csv"
PACE_TABLE = "pace_of_peoples.csv"
_FIGURES = ("low", "high", "games")
NOTHING = Worth(0.0, 0.0, 0.0, 0)


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

    def worth(self, code: str, context: str = DRAFTED) -> float:
        """The figure alone; an average card's, 0, where it was not measured."""
        return self.cards.get((context, code), NOTHING).value

    def mean_worth(self, people: People, cards: Iterable[CardFacts]) -> float | None:
        """The mean worth in a draft of a people's own cards among some; None where none of them was measured."""
        own = [worth.value for card in cards if card.people is people and (worth := self.of(card.code))]
        return sum(own) / len(own) if own else None

    def trait(self, name: str) -> float:
        """The worth of one more of a trait."""
        return self.traits.get(name, NOTHING).value


@cache
def read_evidence(folder: Path) -> Evidence:
    """The tables of a folder; a file that is not there has no figures."""
    return Evidence(
        {(row["series"], row["code"]): _worth(row, "worth") for row in _rows(folder / CARDS)},
        {row["trait"]: _worth(row, "worth") for row in _rows(folder / TRAITS_TABLE)},
        {(row["people"], row["against"]): _worth(row, "crystals") for row in _rows(folder / PEOPLES_TABLE)},
        {row["people"]: _worth(row, "turns") for row in _rows(folder / PACE_TABLE)},
    )


def _rows(path: Path) -> list[dict[str, str]]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _worth(row: Mapping[str, str], name: str) -> Worth:
    return Worth(float(row[name]), float(row["low"]), float(row["high"]), int(row["games"]))


def write_evidence(folder: Path, fitted: Fitted, fewest: int) -> None:
    """Write the tables; a card is left out of a context in which it was in too few games."""
    cards = sorted((code, context, worth) for (context, code), worth in fitted.cards.items() if worth.games >= fewest)
    _write(folder / CARDS, ("code", "series", "worth"), (((code, context), worth) for code, context, worth in cards))
    pairs = ((pair, worth) for pair, worth in fitted.peoples.items() if worth.games > 1)
    _write(folder / PEOPLES_TABLE, ("people", "against", "crystals"), pairs)
    traits = (((trait,), fitted.traits[trait]) for trait in TRAITS if trait in fitted.traits)
    _write(folder / TRAITS_TABLE, ("trait", "worth"), traits)
    _write(folder / PACE_TABLE, ("people", "turns"), (((people,), worth) for people, worth in fitted.pace.items()))


def _write(path: Path, head: tuple[str, ...], rows: Iterable[tuple[tuple[str, ...], Worth]]) -> None:
    text = io.StringIO(newline="")
    table = csv.writer(text, lineterminator="\n")
    table.writerow((*head, *_FIGURES))
    for names, worth in rows:
        table.writerow((*names, f"{worth.value:.3f}", f"{worth.low:.3f}", f"{worth.high:.3f}", worth.games))
    path.write_text(text.getvalue(), encoding="utf-8")
