"""Orders: what a seat answers in advance, until the opponent’s turn ends: it lets everything be and calls no bluff.

Only its owner knows of an order. It’s carried out some minutes after the question, like the answer of a player whom a
notification brought: an answer within seconds from someone who isn’t there would give the order away.
"""

import random
from datetime import timedelta

from game.engine.actions import PASS
from game.engine.state import State, legal_actions

LET_BE, CANCEL = "order", "order:cancel"
ORDER_WORDS = frozenset({LET_BE, CANCEL})
DELAY_SECONDS = (60.0, 900.0)  # of an answer by an order, from and to


def turn_of_order(state: State, place: int) -> int:
    """Return the number of the opponent’s turn for which an order of a seat is: the present one, or else the next."""
    return state.board.number + (state.player_in_turn == place)


def is_open(state: State, place: int, until: int | None) -> bool:
    """Return whether an order of a seat for the turn `until` isn’t over."""
    return until is not None and until >= turn_of_order(state, place)


def is_answered(state: State, place: int, until: int | None) -> bool:
    """Return whether an order of a seat for the turn `until` answers what the seat is asked now."""
    return (
        state.player == place != state.player_in_turn
        and state.board.number == until
        and (state.board.choice or ("",))[0] == "window"
        and PASS in legal_actions(state)
    )


def delay_of_answer(chance: int, number: int) -> timedelta:
    """Return how long to wait before an order answers: by chance, but always the same after the same action."""
    return timedelta(seconds=random.Random(f"{chance}.order.{number}").uniform(*DELAY_SECONDS))
