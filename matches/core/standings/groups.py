"""The rules of a group's table, the same on every page: crystals first, a draw as half a win (MATCH-05); pure."""

from matches.core.standings.criteria import P
from matches.core.standings.engine import Outcome, PlayedMatch, Rules, StandingRow

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


def place_and_name(row: StandingRow[str]) -> tuple[int, str]:
    """The sort key of rows: the place, then the name."""
    return row.place, row.player.casefold()
