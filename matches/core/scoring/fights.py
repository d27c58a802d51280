"""A game from its fights: the dragons move one by one, and the track says who has won (GAME-19 to GAME-24)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matches.core.scoring.dragons import Side, SixCards, Tug, attract, cards_that_count, dragons_for_fight

MOST_CARDS = 40
MOST_MODIFIER = 3


@dataclass(frozen=True, slots=True)
class Fight:
    """Who attracted dragons, and by what: a fight won with so many cards of his own, or a bluff that was called.

    `combat` and `support` count the winner's cards in the two areas, covered ones included (GAME-21). `modifier` is
    what the text of a card adds to the dragons of a retreat or takes from them; it never touches those of a called
    bluff (GAME-24).
    """

    winner: str
    combat: int = 1
    support: int = 0
    bluff: bool = False
    modifier: int = 0


@dataclass(frozen=True, slots=True)
class Track:
    """The dragons after each fight, from the first player's side (-3 to +3), and where they lie at the end.

    `surplus` counts the fights that came after a player had attracted a fourth dragon: they cannot have been.
    """

    states: tuple[int, ...]
    tug: Tug
    surplus: int = 0


def dragons_of(fight: Fight, reading: SixCards) -> int:
    """How many dragons a fight attracts: one, with six cards two, as a card's text changes it; a bluff always one.

    >>> dragons_of(Fight("Roland", combat=4, support=2), SixCards.COMBAT_AND_SUPPORT)
    2
    >>> dragons_of(Fight("Roland", combat=4, support=2), SixCards.COMBAT_ONLY)
    1
    """
    if fight.bluff:
        return 1
    cards = cards_that_count(fight.combat, fight.support, reading)
    return max(0, dragons_for_fight(cards) + fight.modifier)


def track_of(players: tuple[str, str], fights: Sequence[Fight], reading: SixCards) -> Track:
    """Let every fight move the dragons in its turn; a fight nobody of the two has won moves none.

    >>> track_of(("Roland", "Elinor"), [Fight("Roland", 6), Fight("Elinor")], SixCards.COMBAT_AND_SUPPORT).states
    (2, 1)
    """
    tug = Tug()
    states: list[int] = []
    for number, fight in enumerate(fights):
        if tug.winner is not None:
            return Track(tuple(states), tug, surplus=len(fights) - number)
        if fight.winner in players:
            side = Side.FIRST if fight.winner == players[0] else Side.SECOND
            tug = attract(tug.state, side, dragons_of(fight, reading))
        states.append(tug.state)
    return Track(tuple(states), tug)


def winner_by_dragons(players: tuple[str, str], tug: Tug, *, out_first: str = "") -> str:
    """Who has won a game that is over: whoever has a dragon, else whoever held a card last; "" if not told (MATCH-07).

    >>> winner_by_dragons(("Roland", "Elinor"), Tug(-1))
    'Elinor'
    >>> winner_by_dragons(("Roland", "Elinor"), Tug(0), out_first="Elinor")
    'Roland'
    """
    if tug.state:
        return players[0] if tug.state > 0 else players[1]
    if out_first in players:
        return players[1] if out_first == players[0] else players[0]
    return ""


def own_dragons(players: tuple[str, str], tug: Tug, player: str) -> int:
    """The dragons that lie on a player's side."""
    return max(0, tug.state if player == players[0] else -tug.state)
