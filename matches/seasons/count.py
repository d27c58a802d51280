"""What a season comes to, counted from its results in the order of play; pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from matches.seasons.ratings import FEW, ratings


@dataclass(frozen=True, slots=True)
class Encounter:
    """A finished match by names: the crystals of both, and who won (empty for a draw)."""

    a: str
    b: str
    crystals_a: int
    crystals_b: int
    winner: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player of a season; `few` says that his rating rests on little."""

    name: str
    played: int
    won: int
    crystals_for: int
    crystals_against: int
    rating: float
    uncertainty: float

    @property
    def few(self) -> bool:
        """Whether he has played so little that the rating says next to nothing."""
        return self.played < FEW


@dataclass(frozen=True, slots=True)
class Duel:
    """Two players against each other: matches won by each, draws, and crystals."""

    a: str
    b: str
    won_a: int
    won_b: int
    drawn: int
    crystals_a: int
    crystals_b: int


@dataclass(frozen=True, slots=True)
class Season:
    """The crystal table, most first; every duel; and each player's crystals after each of his matches."""

    standings: tuple[Standing, ...]
    duels: tuple[Duel, ...]
    courses: dict[str, tuple[int, ...]]


def season(encounters: Iterable[Encounter]) -> Season:
    """Count a season; raises nothing, an empty season is empty.

    >>> season([Encounter("Roland", "Elinor", 5, 3, "Roland")]).standings[0].crystals_for
    5
    """
    played = tuple(encounters)
    rated = ratings((one.a, one.b, one.winner) for one in played)
    courses = {name: _course(name, played) for name in rated}
    rows = [_standing(name, played, rated[name]) for name in rated]
    rows.sort(key=lambda row: (-row.crystals_for, -row.won, row.name.casefold()))
    return Season(tuple(rows), _duels(played), courses)


def _of(name: str, played: Iterable[Encounter]) -> list[tuple[int, int, str]]:
    mine = [(one.crystals_a, one.crystals_b, one.winner) for one in played if one.a == name]
    return mine + [(one.crystals_b, one.crystals_a, one.winner) for one in played if one.b == name]


def _standing(name: str, played: tuple[Encounter, ...], rated: tuple[float, float]) -> Standing:
    mine = _of(name, played)
    won = sum(winner == name for _, _, winner in mine)
    return Standing(name, len(mine), won, sum(one[0] for one in mine), sum(one[1] for one in mine), *rated)


def _course(name: str, played: tuple[Encounter, ...]) -> tuple[int, ...]:
    course, total = [], 0
    for one in played:
        if name in (one.a, one.b):
            total += one.crystals_a if one.a == name else one.crystals_b
            course.append(total)
    return tuple(course)


def _duels(played: tuple[Encounter, ...]) -> tuple[Duel, ...]:
    pairs: dict[tuple[str, str], list[Encounter]] = {}
    for one in played:
        pairs.setdefault((min(one.a, one.b), max(one.a, one.b)), []).append(one)
    return tuple(_duel(a, b, pairs[a, b]) for a, b in sorted(pairs))


def _duel(a: str, b: str, met: list[Encounter]) -> Duel:
    won_a, won_b = (sum(one.winner == name for one in met) for name in (a, b))
    crystals = [one.crystals_a if one.a == a else one.crystals_b for one in met]
    theirs = [one.crystals_b if one.a == a else one.crystals_a for one in met]
    return Duel(a, b, won_a, won_b, len(met) - won_a - won_b, sum(crystals), sum(theirs))
