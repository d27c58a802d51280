"""Games in tests are dealt the same cards every time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest
import time_machine
from django.utils import timezone


@pytest.fixture(autouse=True)
def same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the first game of a test from seed 6, in which side 0 starts, the next ones from 7, 8 …"""
    chances = count(6)
    monkeypatch.setattr("online.games.services.seed_from", lambda _secret, _numbers: next(chances))


@pytest.fixture
def stopped_clock() -> Iterator[None]:
    """Stop the clock: however long a slow machine takes, nobody goes away between two views."""
    with time_machine.travel(timezone.now(), tick=False):
        yield
