"""Duration of a draft with a clock, as the set-up page gives it."""

from __future__ import annotations

from cards.core.facts import PEOPLES
from drafts.core.engine.clock import Clock, expected_duration
from drafts.core.engine.setup import Flow, Setup, Step8

DAY = 86400


def setup(players: int, peoples: int, flow: Flow = Flow.TOGETHER) -> Setup:
    return Setup(players, tuple(PEOPLES[:peoples]), Step8.RIGHT, flow)


def test_two_players_with_twelve_hours_may_need_nineteen_days_together_and_about_a_week_in_a_queue() -> None:
    clock = Clock(12 * 3600)
    together, queued = expected_duration(setup(2, 3), clock), expected_duration(setup(2, 3, Flow.QUEUED), clock)
    assert together.most is not None
    assert 18 <= together.most / DAY <= 20
    assert queued.most == together.most
    assert 5 <= queued.usual / DAY <= 7
    assert together.usual > queued.usual


def test_an_evening_without_a_clock_has_no_most() -> None:
    evening = expected_duration(setup(6, 9), Clock())
    assert evening.most is None
    assert 20 <= evening.usual / 60 <= 40


def test_a_short_clock_bounds_every_pick_and_pauses_are_added() -> None:
    fast = expected_duration(setup(6, 9), Clock(30))
    assert fast.most == fast.usual
    slower = expected_duration(setup(6, 9), Clock(30, review=60))
    assert fast.most is not None
    assert slower.most == fast.most + 6 * 60
    shrinking = expected_duration(setup(6, 9), Clock(30, shrinking=True))
    assert shrinking.most is not None
    assert shrinking.most < fast.most
