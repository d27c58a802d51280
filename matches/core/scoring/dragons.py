"""The three dragons: a tug between two players (GAME-19 to GAME-22)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum

DRAGONS = 3
CARDS_FOR_A_SECOND_DRAGON = 6


class Side(IntEnum):
    """Towards whom a dragon moves; the number is the step on the track."""

    FIRST = 1
    SECOND = -1


class SixCards(StrEnum):
    """What counts towards the six cards that attract a second dragon (GAME-21, C-03): agreed before the match."""

    COMBAT_AND_SUPPORT = "combat_and_support"
    COMBAT_ONLY = "combat_only"


@dataclass(frozen=True, slots=True)
class Tug:
    """Where the dragons are: +3 when the first player has all three, -3 when the second has, 0 when all are neutral.

    `winner` is set once a player who had three dragons attracted another, which ends the game at once (GAME-22).
    """

    state: int = 0
    winner: Side | None = None


def attract(state: int, side: Side, n: int = 1) -> Tug:
    """Move `n` dragons towards `side`, one by one, from a state of -3 to +3 (GAME-19, GAME-22).

    Raises ValueError for a state off the track or a negative number.

    >>> attract(2, Side.FIRST, 2)
    Tug(state=3, winner=<Side.FIRST: 1>)
    >>> attract(-1, Side.FIRST, 2)
    Tug(state=1, winner=None)
    """
    if not -DRAGONS <= state <= DRAGONS:
        raise ValueError(f"dragons lie between -3 and +3, not at {state}")
    if n < 0:
        raise ValueError(f"a player cannot attract {n} dragons")
    for _ in range(n):
        if state == DRAGONS * side:
            return Tug(state, side)
        state += side
    return Tug(state)


def dragons_for_fight(cards: int) -> int:
    """How many dragons the winner of a fight attracts with so many cards: one, with six or more two (GAME-20)."""
    return 2 if cards >= CARDS_FOR_A_SECOND_DRAGON else 1


def cards_that_count(combat: int, support: int, reading: SixCards) -> int:
    """The number of cards towards six: covered ones count, leadership, Hyla, ships and crystals do not (GAME-21)."""
    return combat + (support if reading is SixCards.COMBAT_AND_SUPPORT else 0)
