"""Table of peoples: the published decks against each other, as rows that are coloured by their figures."""

from collections.abc import Sequence
from dataclasses import dataclass

from cards.core.facts import PEOPLES, People
from game.evidence.tables import Evidence
from game.evidence.worth import Worth, mean_of

# From so many crystals a game on, a cell has the next deeper colour.
_STEPS = (0.35, 0.9, 1.6)


@dataclass(frozen=True, slots=True)
class Cell:
    """One people's deck against another's; `worth` is None against itself and where nothing was played.

    `heat` is -3 to 3, 0 also where the interval holds the nought.
    """

    against: People
    worth: Worth | None
    heat: int


@dataclass(frozen=True, slots=True)
class PeopleRow:
    """A people against each of the others, and against all of them."""

    people: People
    cells: tuple[Cell, ...]
    against_all: Worth | None


def rows(evidence: Evidence, peoples: Sequence[People] = PEOPLES) -> list[PeopleRow]:
    """The table of some peoples, in the order of their symbols."""
    return [_row(people, peoples, evidence) for people in peoples]


def best_first(rows: Sequence[PeopleRow]) -> list[PeopleRow]:
    """The rows by what their peoples win against all others."""
    return sorted((row for row in rows if row.against_all), key=lambda row: -_value(row))


def _value(row: PeopleRow) -> float:
    return row.against_all.value if row.against_all else 0.0


def games(evidence: Evidence) -> int:
    """How many games the table rests on; each stands in it from both sides."""
    return sum(worth.games for worth in evidence.peoples.values()) // 2


def _row(people: People, peoples: Sequence[People], evidence: Evidence) -> PeopleRow:
    cells = []
    for other in peoples:
        worth = evidence.peoples.get((people.value, other.value))
        cells.append(Cell(other, worth, _heat(worth)))
    played = [cell.worth for cell in cells if cell.worth]
    return PeopleRow(people, tuple(cells), mean_of(played) if played else None)


def _heat(worth: Worth | None) -> int:
    if worth is None or worth.low <= 0 <= worth.high:
        return 0
    depth = max(1, sum(abs(worth.value) >= step for step in _STEPS))
    return depth if worth.value > 0 else -depth
