"""The final ranking of a knock-out or a cut: 1, 2, 3–4, 5–8, then everybody else by the rounds; pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from matches.core.tournament.elimination import THIRD_PLACE, Branch, Player, TreeMatch


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """The places `first` to `last` that a player shares with others who got as far; `decided` once it is certain."""

    first: int
    last: int
    player: Player
    decided: bool = True

    @property
    def label(self) -> str:
        """Return the place as displayed: 1, or 3–4."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


def final_ranking(matches: Sequence[TreeMatch], places: Sequence[tuple[int, Player]]) -> tuple[FinalPlace, ...]:
    """Everybody's final place, best first; empty without a tree.

    `places` is the table of the event as (place, player), best first, in which those who share a place are listed.
    Players who went out in the same round of a branch share places; who is not in the tree comes last, by the table.

    >>> from matches.core.tournament.elimination import bracket_slots, filled_tree
    >>> matches = filled_tree(bracket_slots(2, double=False), [1, 2], {1: 2})
    >>> [(each.label, each.player) for each in final_ranking(matches, [(1, 1), (2, 2), (3, 3)])]
    [('1', 2), ('2', 1), ('3', 3)]
    """
    out: dict[Player, tuple[int, int]] = {}
    first, worst = 2, 1
    for group in _matches_that_eliminate(matches):
        last = first + len(group) - 1
        out |= {match.loser: (first, last) for match in group if match.loser}
        if any(match.winner is None for match in group):
            worst = last
        first = last + 1
    waiting: set[Player | None] = set()
    for match in (match for match in matches if match.slot.number == THIRD_PLACE and match.real):
        if match.winner and match.loser:
            out |= {match.winner: (3, 3), match.loser: (4, 4)}
        elif match.winner is None:
            waiting = {match.a, match.b}
    inside = {player for match in matches for player in (match.a, match.b) if player}
    still = [player for _place, player in places if player in inside and player not in out]
    ranking = [FinalPlace(1, worst, player, decided=worst == 1) for player in still]
    gone = sorted((out[player], nth, player) for nth, (_place, player) in enumerate(places) if player in out)
    ranking += [FinalPlace(*place, player, decided=player not in waiting) for place, _nth, player in gone]
    rest = [each for each in places if each[1] not in inside]
    return (*ranking, *_places_by_round(rest, after=len(inside))) if matches else ()


def _places_by_round(rest: Sequence[tuple[int, Player]], *, after: int) -> Iterator[FinalPlace]:
    for _place, group in groupby(rest, key=lambda each: each[0]):
        players = [player for _same, player in group]
        yield from (FinalPlace(after + 1, after + len(players), player) for player in players)
        after += len(players)


def _matches_that_eliminate(matches: Sequence[TreeMatch]) -> list[list[TreeMatch]]:
    """Return the matches whose losers are out, those of one round together, the last round first."""
    double = any(match.slot.branch is Branch.FINAL for match in matches)
    second = any(match.slot.again and match.real and match.a for match in matches)
    groups: dict[tuple[bool, int], list[TreeMatch]] = {}
    for match in matches:
        final = match.slot.branch is Branch.FINAL
        goes_on = (double and match.slot.branch is Branch.WINNERS) or match.slot.number == THIRD_PLACE
        if match.real and not goes_on and (not final or match.slot.again == second):
            groups.setdefault((final, match.slot.round), []).append(match)
    return [groups[key] for key in sorted(groups, reverse=True)]
