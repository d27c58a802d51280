"""Dragons: three, moved between two players (GAME-19 to GAME-22)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from matches.core.scoring.match import MAX_DRAGONS, Fight, SixCardsRule

CARDS_FOR_SECOND_DRAGON = 6


class Direction(IntEnum):
    """The player towards whom a dragon moves; the number is the step on the track."""

    FIRST = 1
    SECOND = -1


@dataclass(frozen=True, slots=True)
class DragonPosition:
    """Position of the dragons, from +3 (the first player has all three) to -3 (the second player has them).

    `winner` is set once a player with three dragons attracts another, which ends the game (GAME-22).
    """

    state: int = 0
    winner: Direction | None = None


def attract(state: int, side: Direction, n: int = 1) -> DragonPosition:
    """Move `n` dragons, one by one, towards `side`, starting from a state of -3 to +3 (GAME-19, GAME-22).

    Raises ValueError for a state off the track or a negative number.

    >>> attract(2, Direction.FIRST, 2)
    DragonPosition(state=3, winner=<Direction.FIRST: 1>)
    >>> attract(-1, Direction.FIRST, 2)
    DragonPosition(state=1, winner=None)
    """
    if not -MAX_DRAGONS <= state <= MAX_DRAGONS:
        raise ValueError(f"dragons lie between -3 and +3, not at {state}")
    if n < 0:
        raise ValueError(f"a player cannot attract {n} dragons")
    for _ in range(n):
        if state == MAX_DRAGONS * side:
            return DragonPosition(state, side)
        state += side
    return DragonPosition(state)


def dragons_for_fight(cards: int) -> int:
    """Return how many dragons the winner of a fight attracts: one, or two with at least six cards (GAME-20)."""
    return 2 if cards >= CARDS_FOR_SECOND_DRAGON else 1


def count_for_six(combat: int, support: int, reading: SixCardsRule) -> int:
    """Return how many cards count towards six. Leadership cards, Hyla, ships and crystals never count (GAME-21)."""
    return combat + (support if reading is SixCardsRule.COMBAT_AND_SUPPORT else 0)


MAX_CARDS = 40
MAX_MODIFIER = 3


@dataclass(frozen=True, slots=True)
class DragonTrack:
    """Position of the dragons after each fight (-3 to +3, seen from the first player), and at the end.

    `surplus` is the number of fights after a fourth dragon, which are impossible.
    """

    states: tuple[int, ...]
    tug: DragonPosition
    surplus: int = 0


def dragons_attracted_by(fight: Fight, reading: SixCardsRule) -> int:
    """Return how many dragons a fight attracts, with its modifier; a called bluff always attracts one.

    >>> dragons_attracted_by(Fight("Roland", combat=4, support=2), SixCardsRule.COMBAT_AND_SUPPORT)
    2
    >>> dragons_attracted_by(Fight("Roland", combat=4, support=2), SixCardsRule.COMBAT_ONLY)
    1
    """
    if fight.bluff:
        return 1
    cards = count_for_six(fight.combat, fight.support, reading)
    return max(0, dragons_for_fight(cards) + fight.modifier)


def dragon_track(players: tuple[str, str], fights: Sequence[Fight], reading: SixCardsRule) -> DragonTrack:
    """Move the dragons by each fight; a fight won by neither player moves none.

    >>> dragon_track(("Mira", "Elinor"), [Fight("Mira", 6), Fight("Elinor")], SixCardsRule.COMBAT_AND_SUPPORT).states
    (2, 1)
    """
    tug = DragonPosition()
    states: list[int] = []
    for number, fight in enumerate(fights):
        if tug.winner is not None:
            return DragonTrack(tuple(states), tug, surplus=len(fights) - number)
        if fight.winner in players:
            side = Direction.FIRST if fight.winner == players[0] else Direction.SECOND
            tug = attract(tug.state, side, dragons_attracted_by(fight, reading))
        states.append(tug.state)
    return DragonTrack(tuple(states), tug)


def winner_by_dragons(players: tuple[str, str], tug: DragonPosition, *, out_first: str = "") -> str:
    """Return who won: the player with dragons, else the opponent of `out_first`; "" if unknown (MATCH-07).

    >>> winner_by_dragons(("Roland", "Elinor"), DragonPosition(-1))
    'Elinor'
    >>> winner_by_dragons(("Roland", "Elinor"), DragonPosition(0), out_first="Elinor")
    'Roland'
    """
    if tug.state:
        return players[0] if tug.state > 0 else players[1]
    if out_first in players:
        return players[1] if out_first == players[0] else players[0]
    return ""


def dragons_of_player(players: tuple[str, str], tug: DragonPosition, player: str) -> int:
    return max(0, tug.state if player == players[0] else -tug.state)
