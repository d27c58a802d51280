"""Standings: counted from results and ordered by tie-breaks, for an event or a group."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic

from common.text import gettext_noop
from matches.core.standings.criteria import DEFAULT_ORDER, POINTS, P, Points, Tally, criterion

# So many players who share a place are named; of more only the number is told.
MAX_NAMED = 5
_NOT_PLAYED = gettext_noop("has not finished a match yet")
_SHARED = gettext_noop("level with %(other)s in everything that counts")
_MANY_SHARED = gettext_noop("level with %(count)s others in everything that counts")
_ALONE = gettext_noop("the only one in the table")


DEFAULT_POINTS = Points()


class Outcome(StrEnum):
    """Outcome of a pairing: one of the two won, a draw, nobody (both lose), or a bye."""

    A = "a"
    B = "b"
    DRAW = "draw"
    NOBODY = "nobody"
    BYE = "bye"


@dataclass(frozen=True, slots=True)
class Rules:
    """Rules of a table: points, the criteria in their order after the points, and whether points count at all.

    With `by_points` false the first criterion of the order leads, and players without a match stand at the end. With
    `bye_mean` a bye counts in the order like the mean of the player's own matches; while they have none, like the mean
    of all matches won.
    """

    points: Points = DEFAULT_POINTS
    order: tuple[str, ...] = DEFAULT_ORDER
    by_points: bool = True
    bye_mean: bool = False


@dataclass(frozen=True, slots=True)
class PlayedMatch(Generic[P]):
    """A result: two players (the second None for a bye), the outcome, the crystals of each, and the games each won.

    `games` is None where only the crystals are known.
    """

    a: P
    b: P | None
    outcome: Outcome
    crystals_a: int = 0
    crystals_b: int = 0
    games: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Reason(Generic[P]):
    """Why a player has this place: a sentence with parameters; `others` are the players it names."""

    template: str
    params: Mapping[str, object] = field(default_factory=dict)
    others: tuple[P, ...] = ()

    def named(self, names: Mapping[P, str]) -> Reason[P]:
        """The reason with names filled in."""
        if not self.others:
            return self
        spelled = ", ".join(names.get(other, str(other)) for other in self.others)
        return Reason(self.template, {**self.params, "other": spelled}, self.others)


@dataclass(frozen=True, slots=True)
class StandingRow(Generic[P]):
    """One row of the table; several share a `place` (from 1) where nothing separates them.

    `values` are what the player was compared by, by the name of the criterion.
    """

    place: int
    player: P
    points: int
    won: int
    drawn: int
    lost: int
    byes: int
    crystals_for: int
    crystals_against: int
    values: Mapping[str, float]
    shared: bool
    why: Reason[P]

    @property
    def played(self) -> int:
        """Matches, byes not counted."""
        return self.won + self.drawn + self.lost

    @property
    def difference(self) -> int:
        """Crystals won less crystals given away."""
        return self.crystals_for - self.crystals_against

    @property
    def opponents(self) -> float:
        """The mean of the opponents' points, byes left out; 0 where it is not compared or nobody was met."""
        return round(self.values.get("opponents", 0.0), 3)


def standings(
    players: Iterable[P], results: Iterable[PlayedMatch[P]], rules: Rules = Rules()
) -> tuple[StandingRow[P], ...]:
    """The table of these players and of everybody in a result, best first; the order of the input does not matter.

    >>> rows = standings([1, 2, 3], [PlayedMatch(1, 2, Outcome.A, 5, 3), PlayedMatch(3, None, Outcome.BYE)])
    >>> [(row.place, row.player, row.points) for row in rows]
    [(1, 1, 3), (2, 3, 3), (3, 2, 0)]
    """
    results = list(results)
    tallies = _tally(players, results, rules.points)
    if rules.bye_mean:
        _count_byes(tallies.values(), results)
    names = (POINTS, *rules.order) if rules.by_points else rules.order
    idle = [] if rules.by_points else [tally for tally in tallies.values() if not tally.played]
    compared = [tally for tally in tallies.values() if rules.by_points or tally.played]
    groups, decided = _split(compared, names, tallies)
    rows: list[StandingRow[P]] = []
    for index, group in enumerate(groups):
        place = len(rows) + 1
        reason = _reasons(groups, decided, index, names=names, tallies=tallies)
        rows += [_row(tally, place, names, tallies, shared=len(group) > 1, why=reason[tally.player]) for tally in group]
    place, shared = len(rows) + 1, len(idle) > 1
    rows += [_row(tally, place, names, tallies, shared=shared, why=Reason(_NOT_PLAYED)) for tally in idle]
    return tuple(rows)


def _row(
    tally: Tally[P], place: int, names: Sequence[str], tallies: Mapping[P, Tally[P]], *, shared: bool, why: Reason[P]
) -> StandingRow[P]:
    shown = ((name, criterion(name)) for name in names)
    values = {name: entry.value(tally, tallies, ()) for name, entry in shown if entry.show is not None}
    sums = tally.points, tally.won, tally.drawn, tally.lost, tally.byes, tally.crystals_for, tally.crystals_against
    return StandingRow(place, tally.player, *sums, values, shared, why)


def _tally(players: Iterable[P], results: Iterable[PlayedMatch[P]], points: Points) -> dict[P, Tally[P]]:
    tallies: dict[P, Tally[P]] = {player: Tally(player) for player in set(players)}
    for result in results:
        a = tallies.get(result.a) or tallies.setdefault(result.a, Tally(result.a))
        if result.b is None:
            a.byes += 1
            a.points += points.bye
            continue
        b = tallies.get(result.b) or tallies.setdefault(result.b, Tally(result.b))
        a.met.append(b.player)
        b.met.append(a.player)
        a.crystals_for += result.crystals_a
        a.crystals_against += result.crystals_b
        b.crystals_for += result.crystals_b
        b.crystals_against += result.crystals_a
        games_a, games_b = result.games or (result.outcome is Outcome.A, result.outcome is Outcome.B)
        a.games += games_a
        b.games += games_b
        _count(a, b, result.outcome, points)
    return dict(sorted(tallies.items()))


def _count_byes(tallies: Iterable[Tally[P]], results: Iterable[PlayedMatch[P]]) -> None:
    """Give each bye the crystals of a mean match, so that nobody loses or wins a place by sitting out."""
    decided = [result for result in results if result.outcome in (Outcome.A, Outcome.B)]
    scores = [sorted((result.crystals_a, result.crystals_b)) for result in decided]
    usual = tuple(sum(score[nth] for score in scores) / max(len(scores), 1) for nth in (1, 0))
    for tally in tallies:
        if tally.byes:
            own = tally.played and (tally.crystals_for / tally.played, tally.crystals_against / tally.played)
            plus, minus = own or usual
            tally.bye_for, tally.bye_against = round(tally.byes * plus, 6), round(tally.byes * minus, 6)


def _count(a: Tally[P], b: Tally[P], outcome: Outcome, points: Points) -> None:
    if outcome is Outcome.A or outcome is Outcome.B:
        winner, loser = (a, b) if outcome is Outcome.A else (b, a)
        winner.won += 1
        winner.points += points.win
        winner.beat.append(loser.player)
        loser.lost += 1
        loser.points += points.loss
        loser.lost_to.append(winner.player)
        return
    for player in (a, b):
        if outcome is Outcome.DRAW:
            player.drawn += 1
            player.points += points.draw
        else:
            player.lost += 1
            player.points += points.loss


def _split(
    everybody: list[Tally[P]], names: Sequence[str], tallies: Mapping[P, Tally[P]]
) -> tuple[list[list[Tally[P]]], list[str]]:
    """Groups that nothing separates, best first, and for each the criterion that separates it from the one before."""
    groups: list[list[Tally[P]]] = [everybody] if everybody else []
    decided: list[str] = [names[0]] * len(groups)
    for name in names:
        finer: list[list[Tally[P]]] = []
        by: list[str] = []
        for group, before in zip(groups, decided, strict=True):
            parts = [group] if len(group) == 1 else _parts(group, name, tallies)
            finer.extend(parts)
            by.append(before)
            by.extend(name for _part in parts[1:])
        groups, decided = finer, by
    return groups, decided


def _parts(group: list[Tally[P]], name: str, tallies: Mapping[P, Tally[P]]) -> list[list[Tally[P]]]:
    level, value = {tally.player for tally in group}, criterion(name).value
    by_value: dict[float, list[Tally[P]]] = {}
    for tally in group:
        by_value.setdefault(value(tally, tallies, level), []).append(tally)
    return [by_value[each] for each in sorted(by_value, reverse=True)]


def _reasons(
    groups: Sequence[Sequence[Tally[P]]],
    decided: Sequence[str],
    index: int,
    *,
    names: Sequence[str],
    tallies: Mapping[P, Tally[P]],
) -> dict[P, Reason[P]]:
    """The reason of everybody in a group, by player."""
    group = groups[index]
    if len(group) > 1:
        return {tally.player: _shared(tally, group) for tally in group}
    (tally,) = group
    if len(groups) == 1:
        return {tally.player: Reason(_ALONE)}
    first = index == 0
    neighbour = groups[1][0] if first else groups[index - 1][0]
    name = decided[1] if first else decided[index]
    entry = criterion(name)
    leading = name == names[0]
    ahead, behind = (entry.leads, entry.trails) if leading and entry.leads else (entry.ahead, entry.behind)
    params: dict[str, object] = {"other": neighbour.player}
    if entry.show is not None:
        level: Collection[P] = ()
        params["mine"], params["theirs"] = (
            entry.show(entry.value(each, tallies, level)) for each in (tally, neighbour)
        )
    return {tally.player: Reason(ahead if first else behind, params, (neighbour.player,))}


def _shared(tally: Tally[P], group: Sequence[Tally[P]]) -> Reason[P]:
    if len(group) > MAX_NAMED:
        return Reason(_MANY_SHARED, {"count": len(group) - 1})
    others = tuple(other.player for other in group if other is not tally)
    return Reason(_SHARED, {"other": ", ".join(map(str, others))}, others)


# Crystals, then matches won, then their difference, then the matches between those who are level.
GROUP_RULES = Rules(order=("crystals", "wins", "difference", "direct"), by_points=False)


def between(players: tuple[P, P], crystals: tuple[int, int], winner: P | None) -> PlayedMatch[P]:
    """A finished match of two players; without a winner it was drawn.

    >>> between(("Roland", "Elinor"), (3, 5), "Elinor").outcome
    <Outcome.B: 'b'>
    """
    a, b = players
    outcome = Outcome.A if winner == a else Outcome.B if winner == b else Outcome.DRAW
    return PlayedMatch(a, b, outcome, *crystals)
