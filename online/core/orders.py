"""Orders: what a seat answers in advance, until the opponent’s turn ends: it lets everything be and calls no bluff.

Only its owner knows of an order. It’s carried out some minutes after the question, like the answer of a player whom a
notification brought: an answer within seconds from someone who isn’t there would give the order away.

Where interference cards are agreed and no decision has days, every question that only they could answer is a pause: it
passes after some seconds, with or without an order and whatever the seat holds, unless the seat answers or waits. A
bluff that can be called doesn’t pass: it waits for an answer, or for an order, which comes after minutes.
"""

import random
from datetime import timedelta

from game.engine.actions import CALL
from game.engine.state import State, legal_actions

LET_BE, CANCEL, WAIT = "order", "order:cancel", "wait"
ORDER_WORDS = frozenset({LET_BE, CANCEL, WAIT})
DELAY_SECONDS = (60.0, 900.0)  # of an answer by an order, from and to
PAUSE_SECONDS = (2.0, 4.0)


def turn_number_for_order(state: State, place: int) -> int:
    """Return the number of the opponent’s turn for which an order of a seat is: the present one, or else the next."""
    return state.board.number + (state.player_in_turn == place)


def is_order_open(state: State, place: int, until: int | None) -> bool:
    """Return whether an order of a seat for the turn `until` isn’t over."""
    return until is not None and until >= turn_number_for_order(state, place)


def is_answered_by_order(state: State, place: int, until: int | None) -> bool:
    """Return whether an order of a seat for the turn `until` answers what the seat is asked now."""
    return state.player == place != state.player_in_turn and state.board.number == until and is_response_window(state)


def is_response_window(state: State) -> bool:
    """Return whether a seat is asked whether it answers something that the other one did."""
    choice = state.board.choice
    return choice is not None and choice[0] == "window"


def has_auto_passes(state: State, clock: str) -> bool:
    """Return whether a game’s questions pass after some seconds; where a decision has days, only orders answer."""
    return state.table.settings.ask_always and clock in ("none", "minutes")


def is_interference_question(state: State) -> bool:
    """Return whether a question is only about interference cards. A bluff is seen by both, and waits for an answer."""
    return is_response_window(state) and CALL not in legal_actions(state)


def is_auto_passed(state: State, clock: str) -> bool:
    """Return whether a seat is asked something that passes after some seconds, unless it answers or waits."""
    return has_auto_passes(state, clock) and is_interference_question(state)


def auto_answer_delay(chance: int, number: int, seconds: tuple[float, float] = DELAY_SECONDS) -> timedelta:
    """Return how long to wait before a question is passed: by chance, but always the same after the same action."""
    return timedelta(seconds=random.Random(f"{chance}.order.{number}").uniform(*seconds))
