"""Transactions of a game: write actions with a compare-and-set of the version, or end the game; notify the seats."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from common.database.prepared import insert_rows, update_rows
from common.database.transactions import RetriedTransaction, VersionConflict
from common.hooks import SingleHook
from common.text import gettext_noop
from game.engine.dragons import MAX_CRYSTALS_WITH_EMISSARIES
from game.engine.state import State, game_result
from live.pubsub import notify
from online.core.offers import DoneAction
from online.core.orders import DELAY_SECONDS, PAUSE_SECONDS, auto_answer_delay, is_answered_by_order, is_auto_passed
from online.core.positions import state_as_text
from online.core.seat_view import SeatView
from online.games.loaded import LoadedGame, RecentAction, cache_game, last_streak_actions, view_of_side
from online.models import Game, GameAction, GameSeat

# Columns of the game, and of its seats by place.
ClockColumns = tuple[Mapping[str, Any], Mapping[int, Mapping[str, Any]]]
in_transaction = RetriedTransaction(
    gettext_noop("This game is being changed by someone else. Nothing was changed; try again.")
)


@SingleHook
def call_finished_game_listener(game: Game) -> None:
    """Tell the listener that a game has ended, within the same transaction; its seats and result are already saved."""


def append_actions(
    loaded: LoadedGame, done: Sequence[DoneAction], *, by: int | None, columns: ClockColumns = ({}, {})
) -> LoadedGame:
    """Write actions with the position after each, record the end of a game that is over, and notify seats that see it.

    `by` is the side whose view always changes; `columns` are changes of clock and take-back. Raises `VersionConflict`.
    """
    game = loaded.game
    others = [seat.place for seat in loaded.seats if not seat.level and seat.place != by]
    before = {place: view_fingerprint(loaded, place) for place in others}
    texts = [state_as_text(step.state) for step in done]
    state = done[-1].state
    changes: dict[str, Any] = {
        "version": game.version + len(done),
        "position": texts[-1],
        "decides": None if game_result(state) else state.player,
    }
    due, clock = _answer_due_and_clock(loaded, state, changes["version"], columns)
    changes |= clock
    if due != game.answer_due:
        changes["answer_due"] = due
    if game.draw_offered_by is not None and loaded.state is not None and is_turn_over(loaded.state, state):
        changes["draw_offered_by"] = None
    if result := game_result(state):
        changes |= ended_columns(result.winner, Game.Ending.PLAYED, result.crystals)
    save_game(game, changes)
    # Cache after the commit and before notifying the seats, because their sockets show the game from the cache.
    transaction.on_commit(lambda: cache_game(after))
    after = LoadedGame(game, loaded.seats, state, (*loaded.recent, *_new_recent_actions(loaded, done, texts)))
    changed = {place for place, seen in before.items() if view_fingerprint(after, place) != seen}
    changed = changed if by is None else changed | {by}
    of_seats = {seat.place: _take_back_columns(loaded, state, seat, by, changed) for seat in loaded.seats}
    of_seats = {place: {**values, **columns[1].get(place, {})} for place, values in of_seats.items()}
    if any("requested_back_to" in values for values in of_seats.values()):
        changed = {0, 1}
    save_seats(after, changed, of_seats)
    recent = _new_recent_actions(loaded, done, texts)
    names = ("game_id", "number", "place", "action", "events", "position", "view_0", "view_1", "at")
    rows = [
        (game.pk, action.number, action.place, step.text, action.events, action.position, *action.views, timezone.now())
        for action, step in zip(recent, done, strict=True)
    ]
    insert_rows(GameAction, names, rows)
    after = replace(after, recent=last_streak_actions([*loaded.recent, *recent]))
    if game.status == Game.Status.OVER:
        call_finished_game_listener(game)
    return after


def _answer_due_and_clock(
    loaded: LoadedGame, state: State, number: int, columns: ClockColumns
) -> tuple[Any, Mapping[str, Any]]:
    """Return when an order or a pause passes the question (None if neither does), and the columns of the clock.

    The clock stops during a pause, so that passing by hand costs no more time than waiting for its end.
    """
    clock, of_seats = columns
    orders = [
        (seat.place, of_seats.get(seat.place, {}).get("lets_be_until", seat.lets_be_until)) for seat in loaded.seats
    ]
    is_ordered = any(is_answered_by_order(state, place, until) for place, until in orders)
    has_pause = is_auto_passed(state, loaded.game.clock)
    delay = auto_answer_delay(loaded.game.chance, number, PAUSE_SECONDS if has_pause else DELAY_SECONDS)
    if has_pause:
        clock = {name: at + delay if at else at for name, at in clock.items()}
    return timezone.now() + delay if is_ordered or has_pause else None, clock


def _new_recent_actions(loaded: LoadedGame, done: Sequence[DoneAction], texts: Sequence[str]) -> list[RecentAction]:
    """Return actions with the present view versions of the seats."""
    first, second = (seat.view_version for seat in loaded.seats)
    numbered = enumerate(zip(done, texts, strict=True), loaded.recent[-1].number + 1 if loaded.recent else 1)
    return [
        RecentAction(number, step.place, step.text, step.events, (first, second), text, step.state)
        for number, (step, text) in numbered
    ]


def _take_back_columns(
    loaded: LoadedGame, state: State, seat: GameSeat, by: int | None, changed: Collection[int]
) -> dict[str, Any]:
    """Return the take-back columns of a seat after an action: where its next take-back leads, lapsed requests.

    A request only lapses by an opponent’s action that the seat sees; otherwise it would reveal unseen actions.
    """
    values: dict[str, Any] = {}
    state_before, last = loaded.state, loaded.recent[-1].place if loaded.recent else None
    if seat.place == by and state_before is not None and not (last == by and state_before.board.choice):
        values["back_to"] = loaded.recent[-1].number if loaded.recent else 0
    if seat.requested_back_to is not None and seat.place != by and seat.place in changed:
        values["requested_back_to"] = None
    if (
        seat.refused_backs
        and state_before is not None
        and is_turn_over(state_before, state)
        and state.player_in_turn == seat.place
    ):
        values["refused_backs"] = 0
    return values


def is_turn_over(before: State, after: State) -> bool:
    return before.player_in_turn != after.player_in_turn


def view_fingerprint(loaded: LoadedGame, place: int) -> tuple[SeatView | None, Any, Any]:
    """Return everything that determines a seat’s view, except the time; the view has changed if this has."""
    game = loaded.game
    if loaded.state is None:
        return None, game.status, None
    return view_of_side(loaded, place), game.status, game.draw_offered_by


def ended_columns(winner: int | None, ending: Game.Ending, crystals: int) -> dict[str, Any]:
    return {
        "status": Game.Status.OVER,
        "winner": winner,
        "ending": ending,
        "crystals_won": crystals,
        "decides": None,
        "deadline": None,
        "running_since": None,
        "answer_due": None,
        "draw_offered_by": None,
    }


def save_game(game: Game, changes: Mapping[str, Any]) -> None:
    """Write columns of a game; raises `VersionConflict` if its row has changed since it was read."""
    columns = {**changes, "changed": timezone.now()}
    if not update_rows(Game, columns, id=game.pk, version=game.version, status=game.status):
        raise VersionConflict
    for name, value in changes.items():
        setattr(game, name, value)


def save_seats(loaded: LoadedGame, changed: Collection[int], columns: Mapping[int, Mapping[str, Any]]) -> None:
    """Raise the versions of seats with a changed view, and notify them; `columns` are further changes by place."""
    for seat in loaded.seats:
        values = dict(columns.get(seat.place, {}))
        if seat.place in changed:
            values["view_version"] = seat.view_version + 1
        if not values:
            continue
        update_rows(GameSeat, values, id=seat.pk)
        for name, value in values.items():
            setattr(seat, name, value)
        if seat.place in changed:
            notify(seat.topic, seat.view_version)


def end_early(loaded: LoadedGame, winner: int | None, ending: Game.Ending) -> LoadedGame:
    """End a game early: the winner scores what the present board is worth. Both seats see it."""
    crystals = 0
    if winner is not None and loaded.state is not None:
        balance = loaded.state.dragons_balance if winner == 0 else -loaded.state.dragons_balance
        trophies = loaded.state.board.trophies[winner].bit_count()
        crystals = min(1 + max(0, balance) + trophies, MAX_CRYSTALS_WITH_EMISSARIES)
    save_game(loaded.game, ended_columns(winner, ending, crystals))
    save_seats(loaded, {seat.place for seat in loaded.seats}, {})
    call_finished_game_listener(loaded.game)
    return loaded
