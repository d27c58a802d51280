"""Orders: a seat passes in advance, until the opponent’s turn ends; it interferes with nothing and calls no bluff.

Only its owner knows of an order, so it must not be revealed by answering at once: it answers after minutes, as an
absent player would after a notification.

With interference cards and no clock in days, questions that only interference cards can answer pass automatically after
some seconds, whatever the seat holds and has ordered, unless the seat answers or presses *Wait*. Questions about a
bluff don’t: they wait for an answer or an order.
"""

import random
from datetime import timedelta

from game.engine.actions import CALL
from game.engine.state import State, legal_actions

PASS_IN_ADVANCE, CANCEL, WAIT = "order", "order:cancel", "wait"
ORDER_WORDS = frozenset({PASS_IN_ADVANCE, CANCEL, WAIT})
DELAY_SECONDS = (60.0, 900.0)  # shortest and longest wait before an order answers
PAUSE_SECONDS = (2.0, 4.0)


def turn_number_for_order(state: State, seat: int) -> int:
    """Return the number of the opponent’s turn that a seat’s order is for: the present turn or the next one."""
    return state.board.number + (state.player_in_turn == seat)


def is_order_open(state: State, seat: int, until: int | None) -> bool:
    """Return whether a seat’s order for the turn `until` is still open."""
    return until is not None and until >= turn_number_for_order(state, seat)


def is_answered_by_order(state: State, seat: int, until: int | None) -> bool:
    """Return whether a seat’s order for the turn `until` answers the present question."""
    return state.player == seat != state.player_in_turn and state.board.number == until and is_response_window(state)


def is_response_window(state: State) -> bool:
    """Return whether a seat is asked to answer something that its opponent did."""
    choice = state.board.choice
    return choice is not None and choice[0] == "window"


def has_auto_passes(state: State, clock: str) -> bool:
    """Return whether a game’s questions pass after some seconds; with a clock in days, only orders pass them."""
    return state.table.settings.ask_always and clock in ("none", "minutes")


def is_interference_question(state: State) -> bool:
    """Return whether a question is only about interference cards. A question about a bluff, seen by both, waits."""
    return is_response_window(state) and CALL not in legal_actions(state)


def is_auto_passed(state: State, clock: str) -> bool:
    """Return whether the present question passes after some seconds, unless the seat answers or presses *Wait*."""
    return has_auto_passes(state, clock) and is_interference_question(state)


def auto_answer_delay(chance: int, number: int, seconds: tuple[float, float] = DELAY_SECONDS) -> timedelta:
    """Return how long to wait before passing a question: random, but always the same after the same action."""
    return timedelta(seconds=random.Random(f"{chance}.order.{number}").uniform(*seconds))
