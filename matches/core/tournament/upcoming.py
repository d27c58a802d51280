"""What comes next for a player in a bracket: the match, whom they wait for, in which round at the earliest; pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matches.core.tournament.elimination import NOBODY, Player, Source, TreeMatch


@dataclass(frozen=True, slots=True)
class Upcoming:
    """The next match of a player that is not paired yet, and the round of the event it is played in at the earliest.

    `opponent` is None while that is open; then `source` is the match they come from, as its winner or loser.
    """

    match: TreeMatch
    opponent: Player | None
    source: Source | None
    round: int


def upcoming(tree: Sequence[TreeMatch], player: Player, *, round_of: Mapping[int, int], last: int) -> Upcoming | None:
    """The next match of a player; None while they sit at a table without a result, and once nothing comes for them.

    `round_of` says in which round of the event a match of the tree, by its number, is paired; `last` is the newest.
    """
    by_number = {match.slot.number: match for match in tree}
    mine = next((match for match in tree if match.real and match.winner is None and player in (match.a, match.b)), None)
    if mine is None or mine.slot.number in round_of:
        return None
    first = mine.a == player
    opponent = mine.b if first else mine.a
    source = None if opponent else _real_source(by_number, mine.slot.b if first else mine.slot.a)
    return Upcoming(mine, opponent or None, source, _earliest(by_number, mine, round_of, last))


def went_out(tree: Sequence[TreeMatch]) -> dict[Player, TreeMatch]:
    """The last match each player has lost; in a double elimination also of those who play on after their first."""
    return {match.loser: match for match in tree if match.real and match.loser}


def _real_source(by_number: Mapping[int, TreeMatch], source: Source) -> Source:
    """The match somebody will come out of, past those that nobody plays because of a bye."""
    match = by_number[source.number]
    if match.real:
        return source
    inner = match.slot.b if match.a == NOBODY else match.slot.a
    return source if inner.kind == "seed" else _real_source(by_number, inner)


def _earliest(by_number: Mapping[int, TreeMatch], match: TreeMatch, round_of: Mapping[int, int], last: int) -> int:
    """The round in which a match can be played: one after those its players come from."""
    if match.slot.number in round_of:
        return round_of[match.slot.number]
    before = [last]
    for player, source in ((match.a, match.slot.a), (match.b, match.slot.b)):
        if player is None:
            number = _real_source(by_number, source).number
            before.append(_earliest(by_number, by_number[number], round_of, last))
    return 1 + max(before)
