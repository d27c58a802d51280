"""Standings of an event or a group: count results, and order players by tie-breaks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Generic, NamedTuple

from common.text import gettext_noop
from matches.core.standings.criteria import CRITERIA, DEFAULT_ORDER, POINTS, P, PlayerTally, Points, int_if_whole

# If more players share a place, the reason gives their number instead of their names.
MAX_PLAYERS_IN_REASON = 5
_NOT_PLAYED = gettext_noop("has not finished a match yet")
_TIED_REASON = gettext_noop("tied with %(other)s on everything that counts")


DEFAULT_MATCH_POINTS = Points()


class Outcome(StrEnum):
    """Outcome of a pairing: a win for a or b, a draw, a double loss (`nobody`), or a bye.

    A requested bye gives the points of a draw (`half`) or nothing (`zero`).
    """

    A = "a"
    B = "b"
    DRAW = "draw"
    NOBODY = "nobody"
    BYE = "bye"
    HALF_BYE = "half"
    ZERO_BYE = "zero"


@dataclass(frozen=True, slots=True)
class StandingsRules:
    """Rules of a table: points, the order of criteria after the points, and whether points count.

    With `by_points` false, the first criterion of the order counts first, and players without a match come last. With
    `bye_mean`, a bye counts in tie-breaks as the mean of the player’s matches, or if they have none, as the mean of all
    won matches.
    """

    points: Points = DEFAULT_MATCH_POINTS
    order: tuple[str, ...] = DEFAULT_ORDER
    by_points: bool = True
    bye_mean: bool = False


@dataclass(frozen=True, slots=True)
class PlayedMatch(Generic[P]):
    """A result: two players (the second None for a bye), outcome, crystals, and games won, None if unknown."""

    a: P
    b: P | None
    outcome: Outcome
    crystals_a: int = 0
    crystals_b: int = 0
    games: tuple[int, int] | None = None


class Reason(NamedTuple, Generic[P]):
    """Why a player has this place: a sentence with parameters; `others` are the players named in it.

    `Reason` and `StandingRow` are tuples because tables have thousands: a frozen dataclass takes four times as long.
    """

    template: str
    params: Mapping[str, object] = MappingProxyType({})
    others: tuple[P, ...] = ()

    def with_names(self, names: Mapping[P, str]) -> Reason[P]:
        if not self.others:
            return self
        spelled = ", ".join(names.get(other, str(other)) for other in self.others)
        return Reason(self.template, {**self.params, "other": spelled}, self.others)


class StandingRow(NamedTuple, Generic[P]):
    """One row of the table. Players whom no criterion separates share a `place` (from 1).

    `values` has the player’s value for each criterion.
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
        """Return the number of matches without byes."""
        return self.won + self.drawn + self.lost

    @property
    def difference(self) -> int:
        """Return the player’s crystals minus the opponents’ crystals."""
        return self.crystals_for - self.crystals_against

    @property
    def opponents(self) -> float:
        """Return the mean of the opponents’ points without byes; 0 without opponents or if it isn’t a criterion."""
        return round(self.values.get("opponents", 0.0), 3)


def compute_standings(
    players: Iterable[P],
    results: Iterable[PlayedMatch[P]],
    rules: StandingsRules = StandingsRules(),
    *,
    behind: Collection[P] = (),
) -> tuple[StandingRow[P], ...]:
    """Return the table of these players and all players in results, best first, whatever the order of the input.

    Players in `behind` come after all other players and are only compared with each other.

    >>> rows = compute_standings([1, 2, 3], [PlayedMatch(1, 2, Outcome.A, 5, 3), PlayedMatch(3, None, Outcome.BYE)])
    >>> [(row.place, row.player, row.points) for row in rows]
    [(1, 1, 3), (2, 3, 3), (3, 2, 0)]
    """
    results = list(results)
    tallies = _tally_results(players, results, rules.points)
    if rules.bye_mean:
        _count_bye_crystals(tallies.values(), results)
    names = (POINTS, *rules.order) if rules.by_points else rules.order
    columns = {
        name: {player: entry.value(tally, tallies, ()) for player, tally in tallies.items()}
        for name in names
        if (entry := CRITERIA[name]).show is not None
    }
    columns_shown = tuple(columns.items())
    rows: list[StandingRow[P]] = []
    for last in (False, True) if behind else (False,):
        part = [tally for tally in tallies.values() if (tally.player in behind) is last]
        idle = [] if rules.by_points else [tally for tally in part if not tally.played]
        groups = _split_into_tied_groups(
            [tally for tally in part if rules.by_points or tally.played], names, columns, tallies
        )
        for index, (group, _by) in enumerate(groups):
            place, shared = len(rows) + 1, len(group) > 1
            same = [tally.player for tally in group]
            for tally in group:
                why = tied_reason(tally.player, same) if shared else _untied_reason(groups, index, names, columns)
                rows.append(_standing_row(tally, place, columns_shown, shared=shared, why=why))
        place, shared = len(rows) + 1, len(idle) > 1
        rows += [_standing_row(tally, place, columns_shown, shared=shared, why=Reason(_NOT_PLAYED)) for tally in idle]
    return tuple(rows)


def _standing_row(
    tally: PlayerTally[P], place: int, columns: Iterable[tuple[str, Mapping[P, float]]], *, shared: bool, why: Reason[P]
) -> StandingRow[P]:
    player = tally.player
    values = {name: column[player] for name, column in columns}
    sums = tally.points, tally.won, tally.drawn, tally.lost, tally.byes, tally.crystals_for, tally.crystals_against
    return StandingRow(place, player, *sums, values, shared, why)


def _tally_results(players: Iterable[P], results: Iterable[PlayedMatch[P]], points: Points) -> dict[P, PlayerTally[P]]:
    tallies: dict[P, PlayerTally[P]] = {player: PlayerTally(player) for player in set(players)}
    won_a, won_b = Outcome.A, Outcome.B
    for result in results:
        a = tallies.get(result.a) or tallies.setdefault(result.a, PlayerTally(result.a))
        if result.b is None:
            a.byes += 1
            a.full_byes += result.outcome is Outcome.BYE
            a.bye_points += points_of_bye(points, result.outcome)
            continue
        b = tallies.get(result.b) or tallies.setdefault(result.b, PlayerTally(result.b))
        crystals_a, crystals_b, games, outcome = result.crystals_a, result.crystals_b, result.games, result.outcome
        a.crystals_for += crystals_a
        a.crystals_against += crystals_b
        b.crystals_for += crystals_b
        b.crystals_against += crystals_a
        if outcome is won_a:
            a.beat.append(b.player)
            b.lost_to.append(a.player)
        elif outcome is won_b:
            b.beat.append(a.player)
            a.lost_to.append(b.player)
        else:
            _tally_match_without_winner(a, b, outcome)
        if games is not None:
            a.games += games[0] - (outcome is won_a)
            b.games += games[1] - (outcome is won_b)
    for tally in tallies.values():
        tally.compute_totals(points)
    return dict(sorted(tallies.items()))


def points_of_bye(points: Points, outcome: Outcome) -> int:
    return {Outcome.BYE: points.bye, Outcome.HALF_BYE: points.draw}.get(outcome, 0)


def _count_bye_crystals(tallies: Iterable[PlayerTally[P]], results: Iterable[PlayedMatch[P]]) -> None:
    """Give each bye the crystals of an average match, so that sitting out doesn’t change a player’s place."""
    decided = [result for result in results if result.outcome in (Outcome.A, Outcome.B)]
    scores = [sorted((result.crystals_a, result.crystals_b)) for result in decided]
    usual = tuple(sum(score[side] for score in scores) / max(len(scores), 1) for side in (1, 0))
    for tally in tallies:
        if tally.full_byes:
            own = tally.played and (tally.crystals_for / tally.played, tally.crystals_against / tally.played)
            plus, minus = own or usual
            tally.bye_for, tally.bye_against = (int_if_whole(tally.full_byes * mean) for mean in (plus, minus))


def _tally_match_without_winner(a: PlayerTally[P], b: PlayerTally[P], outcome: Outcome) -> None:
    for player, other in ((a, b), (b, a)):
        player.unbeaten.append(other.player)
        if outcome is Outcome.DRAW:
            player.drawn += 1
        else:
            player.lost += 1


# Tied players, and the criterion that separates them from the players above.
Group = tuple[list[PlayerTally[P]], str]
ColumnValues = Mapping[str, Mapping[P, float]]


def _split_into_tied_groups(
    everybody: list[PlayerTally[P]], names: Sequence[str], columns: ColumnValues[P], tallies: Mapping[P, PlayerTally[P]]
) -> list[Group[P]]:
    """Return the groups of tied players, best first."""
    groups: list[Group[P]] = []

    def divide(level: list[PlayerTally[P]], index: int, by: str) -> None:
        """Split players tied in the first `index` criteria; criterion `by` separates them from the players above."""
        if len(level) == 1 or index == len(names):
            groups.append((level, by))
            return
        name = names[index]
        known = columns.get(name)
        if known is None:  # depends on which players are tied
            value, together = CRITERIA[name].value, {tally.player for tally in level}
            known = {tally.player: value(tally, tallies, together) for tally in level}
        by_value: dict[float, list[PlayerTally[P]]] = {}
        for tally in level:
            by_value.setdefault(known[tally.player], []).append(tally)
        for each in sorted(by_value, reverse=True):
            divide(by_value[each], index + 1, by)
            by = name

    if everybody:
        divide(everybody, 0, names[0])
    return groups


def _untied_reason(groups: Sequence[Group[P]], index: int, names: Sequence[str], columns: ColumnValues[P]) -> Reason[P]:
    """Return the reason for the place of a player who isn’t tied."""
    if len(groups) == 1:
        return Reason(gettext_noop("the only player in the standings"))
    first = index == 0
    player, neighbour = groups[index][0][0].player, groups[1 if first else index - 1][0][0].player
    name = groups[1 if first else index][1]
    entry = CRITERIA[name]
    leading = name == names[0]
    ahead, behind = (entry.leads, entry.trails) if leading and entry.leads else (entry.ahead, entry.behind)
    params: dict[str, object] = {"other": neighbour}
    if entry.show is not None:
        params["mine"], params["theirs"] = entry.show(columns[name][player]), entry.show(columns[name][neighbour])
    return Reason(ahead if first else behind, params, (neighbour,))


def tied_reason(player: P, group: Sequence[P]) -> Reason[P]:
    if len(group) > MAX_PLAYERS_IN_REASON:
        return Reason(gettext_noop("tied with %(count)s others on everything that counts"), {"count": len(group) - 1})
    others = tuple(other for other in group if other != player)
    return Reason(_TIED_REASON, {"other": ", ".join(map(str, others))}, others)


# Crystals, matches won, the difference of crystals, then the matches between tied players.
GROUP_STANDINGS_RULES = StandingsRules(order=("crystals", "wins", "difference", "direct"), by_points=False)


def played_match_between(players: tuple[P, P], crystals: tuple[int, int], winner: P | None) -> PlayedMatch[P]:
    """Return a finished match of two players, which was a draw if there is no winner.

    >>> played_match_between(("Roland", "Elinor"), (3, 5), "Elinor").outcome
    <Outcome.B: 'b'>
    """
    a, b = players
    outcome = Outcome.A if winner == a else Outcome.B if winner == b else Outcome.DRAW
    return PlayedMatch(a, b, outcome, *crystals)
