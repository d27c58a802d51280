"""The final ranking of an event with a cut: 1, 2, 3-4, 5-8, then everybody else by the rounds; pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

Player = int


@dataclass(frozen=True, slots=True)
class Duel:
    """A match of the cut: the two players, and who has won; None while it is being played."""

    a: Player
    b: Player
    winner: Player | None


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """The places `first` to `last` that a player shares with those who went as far; `decided` once it is certain."""

    first: int
    last: int
    player: Player
    decided: bool = True

    @property
    def label(self) -> str:
        """The place as it is written: 1, or 3–4."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


def final_ranking(cut: Sequence[Sequence[Duel]], places: Sequence[tuple[int, Player]]) -> tuple[FinalPlace, ...]:
    """Everybody's final place, best first; empty without a cut.

    `cut` are the rounds of the cut in their order, `places` the table after the rounds as (place, player), best
    first. Players who lost in the same round of the cut share their places, in the order of the table.

    >>> [(each.label, each.player) for each in final_ranking([[Duel(1, 2, 2)]], [(1, 1), (2, 2), (3, 3)])]
    [('1', 2), ('2', 1), ('3', 3)]
    """
    if not cut:
        return ()
    out = {_loser(duel): len(duels) for duels in cut for duel in duels if duel.winner is not None}
    inside = {player for duel in cut[0] for player in (duel.a, duel.b)}
    ranking: list[FinalPlace] = []
    for _place, player in places:
        if player in inside:
            matches = out.get(player)
            first, last = (1, _still_in(cut[-1])) if matches is None else (matches + 1, 2 * matches)
            ranking.append(FinalPlace(first, last, player, decided=matches is not None or last == 1))
    ranking.sort(key=lambda each: (each.last, each.first))
    return (*ranking, *_by_the_rounds([each for each in places if each[1] not in inside], after=len(inside)))


def _by_the_rounds(rest: Sequence[tuple[int, Player]], *, after: int) -> list[FinalPlace]:
    places: list[FinalPlace] = []
    for _place, group in groupby(rest, key=lambda each: each[0]):
        players = [player for _same, player in group]
        first = after + len(places) + 1
        places += [FinalPlace(first, first + len(players) - 1, player) for player in players]
    return places


def _loser(duel: Duel) -> Player:
    return duel.b if duel.winner == duel.a else duel.a


def _still_in(last: Sequence[Duel]) -> int:
    """How many players may still win: the winners of the last round once all its matches are decided."""
    return len(last) if all(duel.winner is not None for duel in last) else 2 * len(last)
