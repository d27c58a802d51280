"""The table of an event from its results: match points, then tie-breaks in the organiser's order; pure.

Nothing is added up beforehand: the table is computed from all results each time, so that any of them may be corrected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from common.text import gettext_noop

Player = int


class Outcome(StrEnum):
    """How a pairing came out: one of the two won, a draw, nobody (both lose), or a bye."""

    A = "a"
    B = "b"
    DRAW = "draw"
    NOBODY = "nobody"
    BYE = "bye"


class TieBreak(StrEnum):
    """What decides between players with equally many points."""

    CRYSTALS = "crystals"
    DIFFERENCE = "difference"
    OPPONENTS = "opponents"
    DIRECT = "direct"


DEFAULT_ORDER = (TieBreak.CRYSTALS, TieBreak.DIFFERENCE, TieBreak.OPPONENTS, TieBreak.DIRECT)


@dataclass(frozen=True, slots=True)
class Points:
    """Match points for each outcome."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    bye: int = 3


@dataclass(frozen=True, slots=True)
class Rules:
    """How a table is made: points, and the tie-breaks in their order."""

    points: Points = Points()
    order: tuple[TieBreak, ...] = DEFAULT_ORDER


@dataclass(frozen=True, slots=True)
class Played:
    """A result: two players (the second None for a bye), the outcome, and the crystals of each."""

    a: Player
    b: Player | None
    outcome: Outcome
    crystals_a: int = 0
    crystals_b: int = 0


@dataclass(frozen=True, slots=True)
class Why:
    """Why somebody stands where he stands, as a sentence with places to fill; `others` are the players it names."""

    template: str
    params: Mapping[str, object] = field(default_factory=dict)
    others: tuple[Player, ...] = ()

    def named(self, names: Mapping[Player, str]) -> Why:
        """The same sentence with names filled in."""
        if not self.others:
            return self
        spelled = ", ".join(names.get(other, str(other)) for other in self.others)
        return Why(self.template, {**self.params, "other": spelled}, self.others)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table; several share a `place` (from 1) where nothing separates them.

    `opponents` is the mean of the opponents' points, byes left out; 0 for somebody who has met nobody.
    """

    place: int
    player: Player
    points: int
    won: int
    drawn: int
    lost: int
    byes: int
    crystals_for: int
    crystals_against: int
    opponents: float
    shared: bool
    why: Why

    @property
    def played(self) -> int:
        """Matches, byes not counted."""
        return self.won + self.drawn + self.lost

    @property
    def difference(self) -> int:
        """Crystals won less crystals given away."""
        return self.crystals_for - self.crystals_against


@dataclass(slots=True)
class _Sum:
    player: Player
    points: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    byes: int = 0
    plus: int = 0
    minus: int = 0
    met: list[Player] = field(default_factory=list)
    beat: list[Player] = field(default_factory=list)
    mean: float = 0.0


# A level of the comparison: the index of the tie-break, -1 for the points, and the values on both sides.
_POINTS = -1
_AHEAD: Mapping[TieBreak | int, str] = {
    _POINTS: gettext_noop("most points: %(mine)s, %(other)s has %(theirs)s"),
    TieBreak.CRYSTALS: gettext_noop("level on points with %(other)s, but more crystals: %(mine)s to %(theirs)s"),
    TieBreak.DIFFERENCE: gettext_noop(
        "level with %(other)s, but the better difference of crystals: %(mine)s to %(theirs)s"
    ),
    TieBreak.OPPONENTS: gettext_noop(
        "level with %(other)s, but the stronger opponents: on average %(mine)s points to %(theirs)s"
    ),
    TieBreak.DIRECT: gettext_noop("level with %(other)s, but ahead in the matches among those who are level"),
}
_BEHIND: Mapping[TieBreak | int, str] = {
    _POINTS: gettext_noop("fewer points than %(other)s: %(mine)s to %(theirs)s"),
    TieBreak.CRYSTALS: gettext_noop("level on points with %(other)s, but fewer crystals: %(mine)s to %(theirs)s"),
    TieBreak.DIFFERENCE: gettext_noop(
        "level with %(other)s, but the smaller difference of crystals: %(mine)s to %(theirs)s"
    ),
    TieBreak.OPPONENTS: gettext_noop(
        "level with %(other)s, but the weaker opponents: on average %(mine)s points to %(theirs)s"
    ),
    TieBreak.DIRECT: gettext_noop("level with %(other)s, but behind in the matches among those who are level"),
}
_SHARED = gettext_noop("level with %(other)s in everything that counts")
_ALONE = gettext_noop("the only one in the table")
_MANY_SHARED = gettext_noop("level with %(count)s others in everything that counts")
_NAMED = 5


def table(players: Iterable[Player], results: Iterable[Played], rules: Rules = Rules()) -> tuple[Line, ...]:
    """The table of these players and of everybody in a result, best first; the order of the input does not matter.

    >>> lines = table([1, 2, 3], [Played(1, 2, Outcome.A, 5, 3), Played(3, None, Outcome.BYE)])
    >>> [(line.place, line.player, line.points) for line in lines]
    [(1, 1, 3), (2, 3, 3), (3, 2, 0)]
    """
    sums = _tally(players, results, rules.points)
    if TieBreak.OPPONENTS in rules.order:
        _opponents(sums)
    groups, reasons = _split(list(sums.values()), rules.order)
    lines: list[Line] = []
    for index, group in enumerate(groups):
        place = len(lines) + 1
        for one in group:
            why = _why(groups, reasons, index, one)
            mean = round(one.mean, 3)
            lines.append(
                Line(
                    place,
                    one.player,
                    one.points,
                    one.won,
                    one.drawn,
                    one.lost,
                    one.byes,
                    one.plus,
                    one.minus,
                    mean,
                    len(group) > 1,
                    why,
                )
            )
    return tuple(lines)


def _tally(players: Iterable[Player], results: Iterable[Played], points: Points) -> dict[Player, _Sum]:
    sums = {player: _Sum(player) for player in sorted(set(players))}
    win, loss = points.win, points.loss
    for result in results:
        a = sums.get(result.a) or sums.setdefault(result.a, _Sum(result.a))
        if result.b is None:
            a.byes += 1
            a.points += points.bye
            continue
        b = sums.get(result.b) or sums.setdefault(result.b, _Sum(result.b))
        a.met.append(b.player)
        b.met.append(a.player)
        a.plus += result.crystals_a
        a.minus += result.crystals_b
        b.plus += result.crystals_b
        b.minus += result.crystals_a
        if result.outcome is Outcome.A or result.outcome is Outcome.B:
            winner, loser = (a, b) if result.outcome is Outcome.A else (b, a)
            winner.won += 1
            winner.points += win
            winner.beat.append(loser.player)
            loser.lost += 1
            loser.points += loss
        else:
            _nobody_won(a, b, result.outcome, points)
    return sums


def _nobody_won(a: _Sum, b: _Sum, outcome: Outcome, points: Points) -> None:
    for one in (a, b):
        if outcome is Outcome.DRAW:
            one.drawn += 1
            one.points += points.draw
        else:
            one.lost += 1
            one.points += points.loss


def _opponents(sums: dict[Player, _Sum]) -> None:
    points = {player: one.points for player, one in sums.items()}
    for one in sums.values():
        if one.met:
            # The quotient of two whole numbers: equal fractions give the same number.
            one.mean = sum([points[other] for other in one.met]) / len(one.met)


_VALUES: Mapping[TieBreak | int, Callable[[_Sum], float]] = {
    _POINTS: lambda one: one.points,
    TieBreak.CRYSTALS: lambda one: one.plus,
    TieBreak.DIFFERENCE: lambda one: one.plus - one.minus,
    TieBreak.OPPONENTS: lambda one: one.mean,
}


def _split(everybody: list[_Sum], order: Sequence[TieBreak]) -> tuple[list[list[_Sum]], list[TieBreak | int]]:
    """Groups that nothing separates, best first, and for each what separates it from the one before."""
    groups: list[list[_Sum]] = [everybody] if everybody else []
    reasons: list[TieBreak | int] = [_POINTS] * len(groups)
    levels: tuple[TieBreak | int, ...] = (_POINTS, *order)
    for level in levels:
        finer: list[list[_Sum]] = []
        why: list[TieBreak | int] = []
        for group, reason in zip(groups, reasons, strict=True):
            if len(group) == 1:
                finer.append(group)
                why.append(reason)
                continue
            by_value: dict[float, list[_Sum]] = {}
            value = _among(group) if level == TieBreak.DIRECT else _VALUES[level]
            for one in group:
                by_value.setdefault(value(one), []).append(one)
            parts = [by_value[each] for each in sorted(by_value, reverse=True)]
            finer.extend(parts)
            why.append(reason)
            why.extend([level] * (len(parts) - 1))
        groups, reasons = finer, why
    return groups, reasons


def _among(group: Sequence[_Sum]) -> Callable[[_Sum], float]:
    """Wins less losses against the others of a group."""
    balance = dict.fromkeys((one.player for one in group), 0)
    for one in group:
        for loser in one.beat:
            if loser in balance:
                balance[one.player] += 1
                balance[loser] -= 1
    return lambda one: balance[one.player]


def _why(groups: Sequence[Sequence[_Sum]], reasons: Sequence[TieBreak | int], index: int, one: _Sum) -> Why:
    group = groups[index]
    if len(group) > _NAMED:
        return Why(_MANY_SHARED, {"count": len(group) - 1})
    if len(group) > 1:
        others = tuple(other.player for other in group if other is not one)
        return Why(_SHARED, {"other": ", ".join(map(str, others))}, others)
    if len(groups) == 1:
        return Why(_ALONE)
    first = index == 0
    neighbour = groups[1][0] if first else groups[index - 1][0]
    level = reasons[1] if first else reasons[index]
    params: dict[str, object] = {"other": neighbour.player}
    if level != TieBreak.DIRECT:
        value = _VALUES[level]
        params["mine"], params["theirs"] = _short(value(one)), _short(value(neighbour))
    return Why((_AHEAD if first else _BEHIND)[level], params, (neighbour.player,))


def _short(value: float) -> object:
    return value if isinstance(value, int) else f"{value:.2f}"
