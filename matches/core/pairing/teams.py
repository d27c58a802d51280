"""Rounds between teams: everyone meets each player of the other teams once, and partners never meet; pure."""

from collections.abc import Sequence
from typing import TypeVar

Player = TypeVar("Player")


def team_rounds(teams: Sequence[Sequence[Player | None]]) -> list[list[tuple[Player, Player]]]:
    """Return the rounds of two teams of any size, or of three teams of two.

    None stands for a player who has left, whose opponents sit out. Rounds without a pair are left out.

    >>> team_rounds([["Roland", "Mira"], ["Elinor", "Otto"]])
    [[('Roland', 'Elinor'), ('Mira', 'Otto')], [('Roland', 'Otto'), ('Mira', 'Elinor')]]
    """
    size = max(map(len, teams)) if len(teams) == 2 else 2
    filled = [[*team, *[None] * (size - len(team))] for team in teams]
    if len(filled) == 2:
        a, b = filled
        rounds = [[(a[at], b[(at + turn) % size]) for at in range(size)] for turn in range(size)]
    else:
        # The ring of a round robin in which partners are opposite, without its first round, in which they would meet.
        first, *others = [*(team[0] for team in filled), *(team[1] for team in reversed(filled))]
        rings = [[first, *others[turn:], *others[:turn]] for turn in range(1, len(others))]
        rounds = [list(zip(ring[:3], reversed(ring[3:]), strict=True)) for ring in rings]
    pairs = ([(x, y) for x, y in round_ if x is not None and y is not None] for round_ in rounds)
    return [some for some in pairs if some]
