"""Games in tests are dealt the same cards every time."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count

import pytest
import time_machine
from django.utils import timezone

from cards.catalogue.queries import catalogue
from game.engine.state import State
from online.core.positions import state_from_text


@pytest.fixture(autouse=True)
def same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the first game of a test from seed 6, in which side 0 starts, the next ones from 7, 8 …"""
    chances = count(6)
    monkeypatch.setattr("online.games.services.seed_from", lambda _secret, _numbers: next(chances))


@pytest.fixture
def stopped_clock() -> Iterator[None]:
    """Stop the clock: however slow the machine, both players stay between two views."""
    with time_machine.travel(timezone.now(), tick=False):
        yield


@pytest.fixture
def each_position_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a whole game each view shows earlier steps, whose positions would be read again, 4 ms each."""

    @cache
    def read(text: str) -> State:
        return state_from_text(catalogue(), text)

    monkeypatch.setattr("online.games.loaded.state_from_text", lambda _catalogue, text: read(text))
