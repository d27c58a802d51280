"""The rules of a group's table: matches or crystals first, a draw as half a win (MATCH-05); pure."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from matches.core.standings.criteria import P
from matches.core.standings.engine import Outcome, PlayedMatch, Rules, StandingRow


class First(StrEnum):
    """What a table is ordered by: matches won and then crystals, or the other way round."""

    MATCHES = "matches"
    CRYSTALS = "crystals"


GROUP_RULES: Mapping[First, Rules] = {
    First.MATCHES: Rules(order=("wins", "crystals", "difference", "direct"), by_points=False),
    First.CRYSTALS: Rules(order=("crystals", "wins", "difference", "direct"), by_points=False),
}


def between(players: tuple[P, P], crystals: tuple[int, int], winner: P | None) -> PlayedMatch[P]:
    """A finished match of two players; without a winner it was drawn.

    >>> between(("Roland", "Elinor"), (3, 5), "Elinor").outcome
    <Outcome.B: 'b'>
    """
    a, b = players
    outcome = Outcome.A if winner == a else Outcome.B if winner == b else Outcome.DRAW
    return PlayedMatch(a, b, outcome, *crystals)


def place_and_name(row: StandingRow[str]) -> tuple[int, str]:
    """What rows are sorted by: the place, then the name."""
    return row.place, row.player.casefold()
