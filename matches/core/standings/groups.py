"""Who stands where and why: a table computed from finished matches, nothing added up beforehand (MATCH-05).

A drawn match (time up, nobody ahead) is finished: it counts half a win for both. A match that is not finished is no
`Result`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from common.text import gettext_noop


@dataclass(frozen=True, slots=True)
class Result:
    """A finished match: two players, the crystals of each in the same order, and who won; empty for a draw."""

    players: tuple[str, str]
    crystals: tuple[int, int]
    winner: str = ""


class First(StrEnum):
    """What a table is ordered by: matches won and then crystals, or the other way round."""

    MATCHES = "matches"
    CRYSTALS = "crystals"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a player stands where he stands, as a sentence with places to fill; `others` are the players it names."""

    template: str
    params: Mapping[str, object] = field(default_factory=dict)
    others: tuple[str, ...] = ()

    def named(self, names: Mapping[str, str]) -> Reason:
        """The same sentence with names in place of the ids the table was computed with."""
        spelled = tuple(names.get(other, other) for other in self.others)
        key = "others" if "others" in self.params else "other"
        params = {**self.params, key: ", ".join(spelled)} if spelled else self.params
        return Reason(self.template, params, spelled)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table; several rows share a `place` (from 1) when nothing separates them."""

    place: int
    player: str
    won: int
    lost: int
    crystals_for: int
    crystals_against: int
    drawn: int
    reason: Reason
    shared: bool = False

    @property
    def played(self) -> int:
        """Finished matches."""
        return self.won + self.drawn + self.lost

    @property
    def difference(self) -> int:
        """Crystals won less crystals given away."""
        return self.crystals_for - self.crystals_against


class _Tally(NamedTuple):
    player: str
    won: int
    lost: int
    crystals_for: int
    crystals_against: int
    drawn: int

    def level(self, first: First) -> tuple[int, ...]:
        """What is compared before the matches between those who are level; larger is better.

        Wins are counted in halves, so that a draw is one of them.
        """
        halves, crystals = 2 * self.won + self.drawn, self.crystals_for
        pair = (halves, crystals) if first is First.MATCHES else (crystals, halves)
        return (self.won + self.drawn + self.lost > 0, *pair, self.crystals_for - self.crystals_against)


class _Group(NamedTuple):
    """Players whom nothing separates, with everything they were compared by."""

    key: tuple[int, ...]
    tallies: tuple[_Tally, ...]


# One sentence for each place of a key, in the same order: having played, wins, crystals, difference, direct matches.
_AHEAD = (
    gettext_noop("has played, %(other)s has not"),
    gettext_noop("most matches won: %(mine)s, %(other)s has %(theirs)s"),
    gettext_noop("as many wins as %(other)s, but more crystals: %(mine)s to %(theirs)s"),
    gettext_noop("as many wins and crystals as %(other)s, but the better difference: %(mine)s to %(theirs)s"),
    gettext_noop("level with %(other)s, but ahead in the matches among those who are level"),
)
_BEHIND = (
    gettext_noop("has not finished a match yet"),
    gettext_noop("fewer matches won than %(other)s: %(mine)s to %(theirs)s"),
    gettext_noop("as many wins as %(other)s, but fewer crystals: %(mine)s to %(theirs)s"),
    gettext_noop("as many wins and crystals as %(other)s, but the smaller difference: %(mine)s to %(theirs)s"),
    gettext_noop("level with %(other)s, but behind in the matches among those who are level"),
)
_AHEAD_BY_CRYSTALS = (
    _AHEAD[0],
    gettext_noop("most crystals: %(mine)s, %(other)s has %(theirs)s"),
    gettext_noop("as many crystals as %(other)s, but more matches won: %(mine)s to %(theirs)s"),
    *_AHEAD[3:],
)
_BEHIND_BY_CRYSTALS = (
    _BEHIND[0],
    gettext_noop("fewer crystals than %(other)s: %(mine)s to %(theirs)s"),
    gettext_noop("as many crystals as %(other)s, but fewer matches won: %(mine)s to %(theirs)s"),
    *_BEHIND[3:],
)
_SENTENCES = {
    First.MATCHES: (_AHEAD, _BEHIND),
    First.CRYSTALS: (_AHEAD_BY_CRYSTALS, _BEHIND_BY_CRYSTALS),
}
# The place of the wins in a key.
_WINS = {First.MATCHES: 1, First.CRYSTALS: 2}
_SHARED = gettext_noop("level with %(others)s in everything")
_ALONE = gettext_noop("the only one in the table")


def standings(players: Iterable[str], results: Iterable[Result], *, first: First = First.MATCHES) -> tuple[Row, ...]:
    """The table of `players` (and of everybody who appears in a result), best first.

    Compared are matches won (a draw is half a win) and crystals won, in the order that `first` says, the difference,
    and, among those still level, the matches between them; who has not finished a match stands below everybody who
    has. The order of the input does not matter.

    >>> rows = standings(["Roland"], [Result(("Roland", "Elinor"), (3, 5), "Elinor")])
    >>> [(row.place, row.player, row.difference) for row in rows]
    [(1, 'Elinor', 2), (2, 'Roland', -2)]
    """
    finished = tuple(results)
    groups = _groups(_tally(players, finished), finished, first)
    rows: list[Row] = []
    for index, group in enumerate(groups):
        place = len(rows) + 1
        for tally in group.tallies:
            reason = _reason(groups, index, tally=tally, first=first)
            rows.append(Row(place, *tally, reason=reason, shared=len(group.tallies) > 1))
    return tuple(rows)


def _tally(players: Iterable[str], results: Sequence[Result]) -> list[_Tally]:
    sums: dict[str, list[int]] = {player: [0, 0, 0, 0, 0] for player in players}
    for result in results:
        for mine, theirs in ((0, 1), (1, 0)):
            player = result.players[mine]
            line = sums.setdefault(player, [0, 0, 0, 0, 0])
            line[4 if not result.winner else 0 if result.winner == player else 1] += 1
            line[2] += result.crystals[mine]
            line[3] += result.crystals[theirs]
    return [_Tally(player, *line) for player, line in sorted(sums.items())]


def _groups(tallies: Sequence[_Tally], results: Sequence[Result], first: First) -> list[_Group]:
    ordered = sorted(tallies, key=lambda tally: tally.level(first), reverse=True)
    groups: list[_Group] = []
    for level, level_tallies in groupby(ordered, key=lambda tally: tally.level(first)):
        among = tuple(level_tallies)
        direct = _wins_among({tally.player for tally in among}, results)
        among = tuple(sorted(among, key=lambda tally: (-direct[tally.player], tally.player)))
        for wins, tied in groupby(among, key=lambda tally: direct[tally.player]):
            groups.append(_Group((*level, wins), tuple(tied)))
    return groups


def _wins_among(players: set[str], results: Sequence[Result]) -> dict[str, int]:
    """Matches won against each other by players who are level; wins less losses, so that a second match is fair."""
    balance = dict.fromkeys(players, 0)
    for result in results:
        if result.winner and players.issuperset(result.players):
            for player in result.players:
                balance[player] += 1 if player == result.winner else -1
    return balance


def _reason(groups: Sequence[_Group], index: int, *, tally: _Tally, first: First) -> Reason:
    group = groups[index]
    if not group.key[0]:
        return Reason(_BEHIND[0])
    others = tuple(other.player for other in group.tallies if other is not tally)
    if others:
        return Reason(_SHARED, {"others": ", ".join(others)}, others)
    if len(groups) == 1:
        return Reason(_ALONE)
    neighbour, side = (groups[index - 1], 1) if index else (groups[1], 0)
    place = next(i for i, (mine, theirs) in enumerate(zip(group.key, neighbour.key, strict=True)) if mine != theirs)
    mine, theirs = (_shown(one.key[place], halves=place == _WINS[first]) for one in (group, neighbour))
    other = neighbour.tallies[0].player
    return Reason(_SENTENCES[first][side][place], {"other": other, "mine": mine, "theirs": theirs}, (other,))


def _shown(value: int, *, halves: bool) -> object:
    """A number of a sentence; wins with their halves: 3½."""
    if not halves:
        return value
    whole, half = divmod(value, 2)
    return f"{whole or ''}½" if half else whole
