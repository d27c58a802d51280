"""Clocks of games in the database: time runs out, and stands still while the server is down."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from online.core.terms import GameTerms
from online.games import clocks
from online.games.clocks import clock_of_game
from online.games.loaded import LoadedGame, load_game
from online.games.presence import claimable_at
from online.models import Game, GameSeat, Heartbeat
from online.tasks import expire_due_games
from tests.drafts.tables import person
from tests.online.games_made import between, play_on

pytestmark = pytest.mark.usefixtures("db_catalogue")
TIMED = GameTerms(clock="minutes")


def _timed(roland: User, elinor: User) -> LoadedGame:
    return between(person(roland), person(elinor), TIMED)


def _deadline(key: str) -> datetime:
    deadline = Game.objects.get(key=key).deadline
    assert deadline is not None
    return deadline


def test_whoever_starts_has_ten_minutes_and_fifteen_seconds(roland: User, elinor: User) -> None:
    loaded = _timed(roland, elinor)
    game = loaded.game
    assert game.deadline is not None and game.running_since is not None
    assert game.deadline - game.running_since == timedelta(minutes=10, seconds=15)
    assert sorted(seat.time_left_ms or 0 for seat in loaded.seats) == [600_000, 615_000]
    assert load_game(game.key).game.decides == game.started_by


def test_time_that_was_used_is_gone(roland: User, elinor: User) -> None:
    people = person(roland), person(elinor)
    key = _timed(roland, elinor).game.key
    two_minutes = timedelta(minutes=2)
    Game.objects.update(running_since=timezone.now() - two_minutes, deadline=_deadline(key) - two_minutes)
    loaded, deadline = load_game(key), _deadline(key)
    while loaded.game.decides == loaded.game.started_by:
        assert loaded.game.deadline == deadline  # the clock runs on as it is, however many steps there are
        loaded = play_on(key, *people, steps=1)
    seat = loaded.seats[loaded.game.started_by]
    assert 300_000 < (seat.time_left_ms or 0) <= 495_000
    clock = clock_of_game(loaded)
    assert clock is not None and clock.side == loaded.game.decides


def test_a_game_without_a_clock_never_ends_by_it(roland: User, elinor: User) -> None:
    key = between(person(roland), person(elinor)).game.key
    assert Game.objects.get(key=key).deadline is None
    assert clocks.expire_due(timezone.now() + timedelta(days=9)) == 0


def test_when_time_is_up_the_other_has_won(roland: User, elinor: User) -> None:
    key = _timed(roland, elinor).game.key
    deadline = _deadline(key)
    Heartbeat.objects.update(at=deadline)
    assert clocks.expire_due(deadline - timedelta(seconds=1)) == 0
    assert clocks.expire_due(deadline) == 1
    assert clocks.expire_due(deadline) == 0
    game = load_game(key).game
    assert (game.status, game.ending, game.winner, game.deadline) == ("over", "time", 1 - game.started_by, None)


def test_clocks_stand_still_while_the_server_is_down(roland: User, elinor: User) -> None:
    key = _timed(roland, elinor).game.key
    deadline, seen = _deadline(key), GameSeat.objects.get(place=0).seen
    beaten = Heartbeat.objects.get().at
    back = beaten + timedelta(hours=1)
    assert clocks.expire_due(back) == 0
    down = _deadline(key) - deadline
    assert down == back - beaten
    assert seen is not None and GameSeat.objects.get(place=0).seen == seen + down
    assert clocks.expire_due(back + timedelta(seconds=1)) == 0
    assert _deadline(key) == deadline + down


def test_without_a_clock_no_player_has_left_while_the_server_was_down(roland: User, elinor: User) -> None:
    loaded = between(person(roland), person(elinor))
    away = next(seat for seat in loaded.seats if seat.place == loaded.game.decides)
    other = next(seat for seat in loaded.seats if seat is not away)
    beaten = Heartbeat.objects.get().at
    back = beaten + timedelta(hours=1)
    GameSeat.objects.filter(pk=other.pk).update(seen=back)  # the first to be back, before clocks run again
    assert clocks.expire_due(back) == 0
    loaded = load_game(loaded.game.key)
    at = claimable_at(loaded, loaded.seats[other.place])
    assert at is not None and back + timedelta(minutes=1) < at <= back + timedelta(minutes=3)
    assert loaded.seats[other.place].seen == back


def test_an_action_right_after_the_server_was_down_comes_in_time(roland: User, elinor: User) -> None:
    people = person(roland), person(elinor)
    key = _timed(roland, elinor).game.key
    hours = timedelta(hours=3)
    Heartbeat.objects.update(at=timezone.now() - hours)
    Game.objects.update(deadline=_deadline(key) - hours, running_since=timezone.now() - hours)
    assert play_on(key, *people, steps=1).game.status == Game.Status.PLAYING


def test_an_action_after_time_is_up_ends_the_game(roland: User, elinor: User) -> None:
    people = person(roland), person(elinor)
    key = _timed(roland, elinor).game.key
    Game.objects.update(deadline=timezone.now() - timedelta(seconds=1))
    game = play_on(key, *people, steps=1).game
    assert (game.ending, game.winner) == (Game.Ending.TIME, 1 - game.started_by)


def test_a_game_that_cannot_be_decided_does_not_stop_others(roland: User, elinor: User) -> None:
    keys = [_timed(roland, elinor).game.key for _ in range(2)]
    Game.objects.filter(key=keys[0]).update(position="broken")
    Game.objects.update(deadline=timezone.now())
    expire_due_games()
    assert Game.objects.get(key=keys[1]).ending == Game.Ending.TIME
    assert Game.objects.get(key=keys[0]).status == Game.Status.PLAYING
