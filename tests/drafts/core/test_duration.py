"""Duration of a draft with a clock, as the set-up page gives it."""

from __future__ import annotations

from cards.core.facts import PEOPLES
from drafts.core.engine.clock import Clock, expected_duration
from drafts.core.engine.setup import LastDealDirection, PassingMode, Setup

DAY = 86400


def setup(players: int, peoples: int, flow: PassingMode = PassingMode.TOGETHER) -> Setup:
    return Setup(players, tuple(PEOPLES[:peoples]), LastDealDirection.RIGHT, flow)


def test_two_players_with_twelve_hours_may_need_nineteen_days_together_and_about_a_week_in_a_queue() -> None:
    clock = Clock(12 * 3600)
    together, queued = expected_duration(setup(2, 3), clock), expected_duration(setup(2, 3, PassingMode.QUEUED), clock)
    assert together.max_seconds is not None
    assert 18 <= together.max_seconds / DAY <= 20
    assert queued.max_seconds == together.max_seconds
    assert 5 <= queued.usual_seconds / DAY <= 7
    assert together.usual_seconds > queued.usual_seconds


def test_an_evening_without_a_clock_has_no_most() -> None:
    evening = expected_duration(setup(6, 9), Clock())
    assert evening.max_seconds is None
    assert 20 <= evening.usual_seconds / 60 <= 40


def test_a_short_clock_bounds_every_pick_and_pauses_are_added() -> None:
    fast = expected_duration(setup(6, 9), Clock(30))
    assert fast.max_seconds == fast.usual_seconds
    slower = expected_duration(setup(6, 9), Clock(30, review_seconds=60))
    assert fast.max_seconds is not None
    assert slower.max_seconds == fast.max_seconds + 6 * 60
    shrinking = expected_duration(setup(6, 9), Clock(30, shrinking=True))
    assert shrinking.max_seconds is not None
    assert shrinking.max_seconds < fast.max_seconds
