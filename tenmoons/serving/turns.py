"""Turns: one page is drawn after the other, and the next begins while one waits for a database server.

Python gives the processor to a thread at a time. Pages that are drawn at once take it from each other and answer no
sooner, and picks of drafts wait for all of them (docs/performance.md).
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.dispatch import receiver

from tenmoons.serving.lanes import Lane

# A page that takes longer waits for something else, and the next begins beside it.
TURN_SECONDS = 0.1

_turn = threading.Lock()
_mine = threading.local()


@contextmanager
def turn(lane: Lane) -> Iterator[None]:
    """Wait until no other page is drawn, TURN_SECONDS at most; other lanes wait for nothing."""
    if lane is Lane.PAGES:
        _mine.turn = _turn.acquire(timeout=TURN_SECONDS)
    try:
        yield
    finally:
        _end()


def _end() -> bool:
    """Let the next one begin; whether it was this thread's turn."""
    ours, _mine.turn = getattr(_mine, "turn", False), False
    if ours:
        _turn.release()
    return ours


def give_way(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """Wrapper of a statement: while the server works on it, another page is drawn."""
    ours = _end()
    try:
        return execute(sql, params, many, context)
    finally:
        if ours:
            _mine.turn = _turn.acquire(timeout=TURN_SECONDS)


@receiver(connection_created)
def _watch(sender: object, connection: BaseDatabaseWrapper, **kwargs: object) -> None:
    # SQLite works in the thread itself; what waits for its write lock has waited TURN_SECONDS soon enough.
    if connection.vendor != "sqlite" and give_way not in connection.execute_wrappers:
        connection.execute_wrappers.append(give_way)
