"""Clocks of games: read and write columns, end games on time, answer by orders, ignore downtime."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import cast

from django.db import transaction
from django.db.models import F, QuerySet

from game.engine.actions import PASS
from game.engine.state import State, game_result
from online.core.clocks import GameClock, clock_after_action, clock_deadline, initial_clock
from online.core.offers import carry_out_action
from online.core.orders import is_auto_passed
from online.core.terms import ClockKind
from online.games.computer import computer_actions
from online.games.loaded import LoadedGame, load_game
from online.games.presence import record_presence
from online.games.transactions import ClockColumns, append_actions, end_early, in_transaction
from online.models import Game, GameSeat, Heartbeat

logger = logging.getLogger(__name__)

BEAT_EVERY = timedelta(seconds=5)
# After a longer gap between two heartbeats, the server was down.
MAX_BEAT_GAP = timedelta(seconds=15)


def clock_of_game(loaded: LoadedGame) -> GameClock | None:
    """Return the clock of a running game; None without a clock."""
    game, state = loaded.game, loaded.state
    if game.clock == Game.Clock.NONE or state is None:
        return None
    first_seat, second = loaded.seats
    return GameClock(
        kind=cast("ClockKind", game.clock),
        left=(first_seat.time_left_ms or 0, second.time_left_ms or 0),
        bank=(first_seat.bank_ms, second.bank_ms),
        side=-1 if game.decides is None else game.decides,
        is_answer=game.decides != state.player_in_turn,
        since=game.running_since,
    )


def columns_at_start(game: Game, state: State, now: datetime) -> ClockColumns:
    """Return the columns of the game and of its seats that start the clock."""
    record_heartbeat(now)
    return _clock_columns(
        initial_clock(cast("ClockKind", game.clock), decides=state.player, turn_of=state.player_in_turn, now=now)
    )


def columns_after(loaded: LoadedGame, state: State, now: datetime, *, is_back: bool = False) -> ClockColumns:
    """Return the columns of the game and of its seats after actions that led, or went back, to `state`."""
    clock = clock_of_game(loaded)
    if clock is None or loaded.state is None:
        return {}, {}
    is_new_turn = state.board.number != loaded.state.board.number and not is_back
    decides, turn_of = -1 if game_result(state) else state.player, state.player_in_turn
    if decides == clock.side and not is_new_turn:
        return {}, {}  # The clock runs on: even rounding would shift the deadline and reveal the action.
    return _clock_columns(clock_after_action(clock, decides=decides, turn_of=turn_of, is_new_turn=is_new_turn, now=now))


def _clock_columns(clock: GameClock | None) -> ClockColumns:
    if clock is None:
        return {}, {}
    seats = {place: {"time_left_ms": clock.left[place], "bank_ms": clock.bank[place]} for place in (0, 1)}
    return {"running_since": clock.since, "deadline": clock_deadline(clock)}, seats


def record_heartbeat(now: datetime) -> bool:
    """Record that the server is up; return whether it had been down. Downtime moves all clocks on by its length.

    It also moves the last contact of players, who couldn’t reach the site and so haven’t left their game.
    """
    last, _created = Heartbeat.objects.get_or_create(pk=1, defaults={"at": now})
    gap = now - last.at
    if gap < BEAT_EVERY or not Heartbeat.objects.filter(pk=last.pk, at=last.at).update(at=now) or gap < MAX_BEAT_GAP:
        return False
    running = Game.objects.filter(status=Game.Status.PLAYING)
    running.filter(deadline__isnull=False).update(deadline=F("deadline") + gap, running_since=F("running_since") + gap)
    running.filter(interference=True, answer_due__isnull=False).update(answer_due=F("answer_due") + gap)
    GameSeat.objects.filter(game__in=running, seen__lt=last.at + MAX_BEAT_GAP).update(seen=F("seen") + gap)
    return True


def expire_due(now: datetime) -> int:
    """End all games in which time is up; return their number. Several callers may run at once."""
    playing = Game.objects.filter(status=Game.Status.PLAYING)
    if not playing.exists():
        return 0
    with transaction.atomic():
        record_heartbeat(now)
    # Answer first, so that no game is lost on time at a question that was due to be passed.
    for key in _game_keys(playing.filter(answer_due__lte=now)):
        _decide_or_log_error(_answer_by_order, key, now)
    return sum(_decide_or_log_error(_expire_game, key, now) for key in _game_keys(playing.filter(deadline__lte=now)))


def _game_keys(games: QuerySet[Game]) -> list[str]:
    return list(games.values_list("key", flat=True))


def is_time_up(loaded: LoadedGame, now: datetime) -> bool:
    deadline, answer_due = loaded.game.deadline, loaded.game.answer_due
    if loaded.game.status != Game.Status.PLAYING or deadline is None or deadline > now:
        return False
    return answer_due is None or answer_due > deadline


def end_by_clock(loaded: LoadedGame) -> LoadedGame:
    """End a game as lost by the side whose time is up."""
    assert loaded.game.decides is not None
    return end_early(loaded, 1 - loaded.game.decides, Game.Ending.TIME)


def _expire_game(key: str, now: datetime) -> bool:
    with transaction.atomic():
        loaded = load_game(key, lock=True)
        if is_up := is_time_up(loaded, now):
            end_by_clock(loaded)
    return is_up


@in_transaction
def _answer_by_order(key: str, now: datetime) -> bool:
    """Pass the question of a game that an order or the end of a pause must answer now; return whether there was one."""
    loaded = load_game(key, lock=True)
    game = loaded.game
    if game.status != Game.Status.PLAYING or game.answer_due is None or game.answer_due > now or loaded.state is None:
        return False
    place = loaded.state.player
    done_actions = [carry_out_action(loaded.state, PASS)]
    done_actions += computer_actions(loaded, done_actions[-1].state)
    if is_auto_passed(loaded.state, game.clock):
        # The wait between the end of the pause and this run is free, too.
        game.running_since = max(game.running_since, now) if game.running_since else None
    else:
        record_presence(loaded.seats[place], now)  # looks like the player’s own answer
    append_actions(loaded, done_actions, by=place, columns=columns_after(loaded, done_actions[-1].state, now))
    return True


def pause_left(loaded: LoadedGame, place: int, now: datetime) -> float | None:
    """Return the seconds until a seat’s question passes; None if it isn’t a pause, or the seat chose *Wait*."""
    due, state = loaded.game.answer_due, loaded.state
    if due is None or state is None or state.player != place or not is_auto_passed(state, loaded.game.clock):
        return None
    return max(0.0, (due - now).total_seconds())


def _decide_or_log_error(decide: Callable[[str, datetime], bool], key: str, now: datetime) -> bool:
    try:
        return decide(key, now)
    except Exception:
        # One broken game must not stop the clocks of others.
        logger.exception("The clock of game %s could not be decided.", key)
        return False
