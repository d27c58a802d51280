"""Taking back a move: at once if it revealed nothing, else once the opponent agrees."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.utils import timezone

from common.errors import Conflict
from common.text import gettext_noop
from game.engine.state import State
from online.core.offers import DoneAction
from online.core.take_back import (
    ALLOW,
    BACK,
    MAX_REFUSALS,
    REFUSE,
    WITHDRAW,
    can_take_back_freely,
    rows_not_taken_back,
    start_of_last_move,
    take_back_event,
)
from online.games.clocks import columns_after
from online.games.decks import state_after_action
from online.games.loaded import LoadedGame, RecentAction, recent_action_from_row
from online.games.transactions import append_actions, save_game, save_seats
from online.models import Game, GameAction, GameSeat

FREE, ASK, REQUESTED = "free", "ask", "asked"


def take_back_mode(loaded: LoadedGame, seat: GameSeat) -> str:
    """Return how a seat can take its last move back: `free`, `ask`, `asked` while a request is open, or empty.

    It depends only on what the seat knows, so that it reveals no unseen action of the opponent.
    """
    game, state, other_seat = loaded.game, loaded.state, loaded.opponent_of(seat)
    if game.status != Game.Status.PLAYING or state is None or other_seat is None:
        return ""
    if seat.requested_back_to is not None:
        return REQUESTED
    if game.moves_final or seat.back_to is None:
        return ""
    if state.board.choice and _is_question_half_answered(loaded, state, seat.place):
        return ""
    since = [action for action in loaded.recent if action.number > seat.back_to]
    if other_seat.level or (state.player == seat.place and can_take_back_freely(since, seat.place)):
        return FREE
    return "" if other_seat.computer_level or seat.refused_backs >= MAX_REFUSALS else ASK


def _is_question_half_answered(loaded: LoadedGame, state: State, place: int) -> bool:
    """Return whether a place has begun to answer a text: it paid part of a cost, or its opponent must answer next."""
    last = loaded.recent[-1] if loaded.recent else None
    if state.player != place:
        return state.player_in_turn == place
    return last is not None and last.place == place and last.action != BACK


def prepare_take_back(loaded: LoadedGame, seat: GameSeat, do: str) -> Callable[[], LoadedGame]:
    """Check a take-back, its request or the answer to it; return a function that writes it in the same transaction."""
    other_seat = loaded.opponent_of(seat)
    if do == BACK:
        way, to = take_back_mode(loaded, seat), seat.back_to
        if way == FREE and to is not None:
            return partial(append_take_back, loaded, seat.place, to, by=seat.place)
        if way != ASK:
            raise Conflict(gettext_noop("You can’t take a move back now."))
        return partial(_save_take_back_request, loaded, {seat.place: {"requested_back_to": to}})
    asker = seat if do == WITHDRAW else other_seat
    if asker is None or asker.requested_back_to is None:
        raise Conflict(gettext_noop("That request is closed."))
    if do == ALLOW:
        return partial(append_take_back, loaded, asker.place, asker.requested_back_to, by=seat.place)
    assert do in (REFUSE, WITHDRAW)
    refused = {"requested_back_to": None, "refused_backs": asker.refused_backs + 1}
    return partial(_save_take_back_request, loaded, {asker.place: refused})


def _save_take_back_request(loaded: LoadedGame, columns: Mapping[int, Mapping[str, Any]]) -> LoadedGame:
    save_game(loaded.game, {})
    save_seats(loaded, {0, 1}, columns)
    return loaded


def append_take_back(loaded: LoadedGame, place: int, to: int, *, by: int | None) -> LoadedGame:
    """Append the action that goes back to action `to`, for a place or by `JUDGE`. The clocks run on from now."""
    actions = [
        recent_action_from_row(action) for action in GameAction.objects.filter(game=loaded.game).order_by("number")
    ]
    remaining = rows_not_taken_back(actions)
    undone = [action for action in remaining if action.number > to]
    assert loaded.state is not None
    state = state_after_action(loaded, to)
    event = take_back_event(loaded.state.board.number, place, to, undone)
    done_action = DoneAction(BACK, place, state, [event])
    of_game, of_seats = columns_after(loaded, state, timezone.now(), is_back=True)
    left = remaining[: len(remaining) - len(undone)]
    columns = {
        seat.place: {**of_seats.get(seat.place, {}), **_seat_columns_after_take_back(seat, left)}
        for seat in loaded.seats
    }
    for seat in loaded.seats:
        # An unseen step back keeps the opponent’s order: ending it would reveal the step.
        if event[-1] or seat.place == place:
            columns[seat.place]["lets_be_until"] = None
    return append_actions(loaded, [done_action], by=by, columns=(of_game, columns))


def _seat_columns_after_take_back(seat: GameSeat, left: list[RecentAction]) -> dict[str, Any]:
    """Return the columns of a seat after a take-back: where its next take-back leads, and no open request."""
    to = start_of_last_move([(action, action.views[seat.place]) for action in left], seat.place)
    return {"back_to": to, **({} if seat.requested_back_to is None else {"requested_back_to": None})}
