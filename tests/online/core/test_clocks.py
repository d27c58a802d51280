"""Clocks by worked examples: ten minutes and fifteen seconds a turn, and days with quiet nights."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from drafts.core.engine.clock import QuietHours
from online.core.clocks import GameClock, clock_after_action, clock_after_thinking, clock_deadline, initial_clock

START = datetime(2026, 11, 29, 18, 0, tzinfo=UTC)
NIGHT = QuietHours(22, 8, "UTC")


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def ten_minutes() -> GameClock:
    clock = initial_clock("minutes", decides=0, turn_of=0, now=START)
    assert clock is not None
    return clock


def test_without_a_clock_there_is_none() -> None:
    assert initial_clock("none", decides=0, turn_of=0, now=START) is None


def test_each_own_turn_brings_fifteen_seconds() -> None:
    clock = ten_minutes()
    assert clock.left == (615_000, 600_000)
    clock = clock_after_action(clock, decides=0, turn_of=0, is_new_turn=False, now=at(20))
    assert clock.left == (595_000, 600_000)
    clock = clock_after_action(clock, decides=1, turn_of=1, is_new_turn=True, now=at(30))
    assert (clock.left, clock.side) == ((585_000, 615_000), 1)
    assert clock_deadline(clock) == at(30 + 615)


def test_an_answer_in_the_opponents_turn_uses_the_bank_first() -> None:
    clock = clock_after_action(ten_minutes(), decides=1, turn_of=0, is_new_turn=False, now=at(15))
    assert clock_deadline(clock) == at(15 + 60 + 600)
    clock = clock_after_action(clock, decides=0, turn_of=0, is_new_turn=False, now=at(55))
    assert (clock.left, clock.bank) == ((600_000, 600_000), (60_000, 20_000))
    clock = clock_after_action(clock, decides=1, turn_of=0, is_new_turn=False, now=at(55))
    clock = clock_after_action(clock, decides=0, turn_of=0, is_new_turn=False, now=at(85))
    assert (clock.left, clock.bank) == ((600_000, 590_000), (60_000, 0))


def test_time_left_is_never_below_zero() -> None:
    assert clock_deadline(ten_minutes()) == at(615)
    assert clock_after_thinking(ten_minutes(), at(9_000)).left == (0, 600_000)


def test_a_finished_game_has_no_deadline() -> None:
    clock = clock_after_action(ten_minutes(), decides=-1, turn_of=0, is_new_turn=False, now=at(5))
    assert (clock_deadline(clock), clock.since) == (None, None)
    assert clock_after_thinking(clock, at(500)) == clock


def test_a_day_ends_at_the_same_time_tomorrow_and_nights_do_not_count() -> None:
    clock = initial_clock("day", decides=1, turn_of=0, now=START, quiet=NIGHT)
    assert clock is not None
    assert clock_deadline(clock) == START + timedelta(days=1)
    asleep = initial_clock("day", decides=1, turn_of=0, now=START + timedelta(hours=5), quiet=NIGHT)
    assert asleep is not None
    assert clock_deadline(asleep) == datetime(2026, 11, 30, 22, 0, tzinfo=UTC)
    assert clock_after_thinking(clock, START + timedelta(hours=12)).left == (14 * 3_600_000, 10 * 3_600_000)


def test_with_days_each_decision_has_its_own_time() -> None:
    clock = initial_clock("three_days", decides=0, turn_of=0, now=START)
    assert clock is not None
    later = clock_after_action(clock, decides=0, turn_of=0, is_new_turn=False, now=START + timedelta(days=1))
    assert clock_deadline(later) == START + timedelta(days=3)
    answer = clock_after_action(later, decides=1, turn_of=0, is_new_turn=False, now=START + timedelta(days=2))
    assert clock_deadline(answer) == START + timedelta(days=5)
    turn = clock_after_action(answer, decides=1, turn_of=1, is_new_turn=True, now=START + timedelta(days=4))
    assert clock_deadline(turn) == START + timedelta(days=7)
