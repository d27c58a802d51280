"""Orders of seats, given and cancelled by their owner; the clock carries them out."""

from collections.abc import Callable
from functools import partial

from common.errors import Conflict
from common.text import gettext_noop
from online.core.orders import LET_BE, turn_of_order
from online.games.loaded import LoadedGame
from online.games.transactions import save_seats
from online.models import GameSeat


def is_ordered(loaded: LoadedGame, seat: GameSeat) -> bool:
    """Return whether a seat has an order that isn’t over."""
    state, until = loaded.state, seat.lets_be_until
    return state is not None and until is not None and until >= turn_of_order(state, seat.place)


def prepared_order(loaded: LoadedGame, seat: GameSeat, do: str) -> Callable[[], LoadedGame]:
    """Return the function that gives or cancels an order, in the same transaction. Only its owner sees it."""
    assert loaded.state is not None
    if loaded.state.player == seat.place != loaded.state.player_in_turn:
        raise Conflict(gettext_noop("It’s your decision now. Answer first."))
    until = turn_of_order(loaded.state, seat.place) if do == LET_BE else None
    return partial(_save_order, loaded, seat, until)


def _save_order(loaded: LoadedGame, seat: GameSeat, until: int | None) -> LoadedGame:
    save_seats(loaded, {seat.place}, {seat.place: {"lets_be_until": until}})
    return loaded
