"""The clocks run in a thread of their own, however busy the worker is."""

from __future__ import annotations

import threading
from datetime import datetime

import pytest
from django.core.cache import cache

from drafts.table import clocks
from online.games import clocks as game_clocks
from tenmoons.monitoring.measurements import CLOCK_CHECK_CACHE_KEY
from tenmoons.serving import clock_thread
from tenmoons.serving.clock_thread import ClockThread


def test_the_clocks_go_on_by_themselves_also_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    at_games: list[datetime] = []
    enough = threading.Event()

    def expire(now: datetime) -> int:
        looked.append(threading.current_thread().name)
        if len(looked) == 1:
            raise RuntimeError("the database is away")
        if len(looked) == 3:
            enough.set()
        return 0

    monkeypatch.setattr(clock_thread, "CLOCK_CHECK_SECONDS", 0.01)
    monkeypatch.setattr(clock_thread, "close_old_connections", lambda: None)
    monkeypatch.setattr(clocks, "expire_due_picks", expire)
    monkeypatch.setattr(game_clocks, "expire_due", at_games.append)
    cache.delete(CLOCK_CHECK_CACHE_KEY)
    thread = ClockThread()
    thread.start()
    assert enough.wait(20)
    thread.stop()
    assert len(at_games) >= 2  # also after the first round, which failed for drafts
    assert set(looked) == {"clocks"} and cache.get(CLOCK_CHECK_CACHE_KEY) is not None
    assert not any(thread.name == "clocks" and thread.is_alive() for thread in threading.enumerate())
