"""One thread that writes the picks of a serving process: what comes in while it commits goes into its next commit.

Started when the process serves its first socket; without it (in a command, in a test) a pick is written by whoever
makes it. What is answered has been committed, either way.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import close_old_connections

if TYPE_CHECKING:
    from drafts.picking import Ask
    from drafts.queries import Loaded

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 256
WAIT = 30
Heard = Callable[[list["Loaded"]], None]

_queue: SimpleQueue[tuple[Ask, Future[Loaded]]] = SimpleQueue()
_thread: threading.Thread | None = None
_heard: Heard | None = None


def start(heard: Heard) -> None:
    """Begin to write picks together, unless the operator does not want that; `heard` learns what was committed."""
    global _thread, _heard
    _heard = heard
    if _thread is None and settings.GROUP_COMMIT:
        _thread = threading.Thread(target=_run, name="draft-writer", daemon=True)
        _thread.start()


def running() -> bool:
    """Whether picks go through the thread."""
    return _thread is not None


def submit(ask: Ask) -> Future[Loaded]:
    """Hand a pick over; the future ends when it is committed or refused."""
    found: Future[Loaded] = Future()
    _queue.put((ask, found))
    return found


def write(ask: Ask) -> Loaded:
    """Hand a pick over and wait; raises what stands against it."""
    return submit(ask).result(timeout=WAIT)


def _run() -> None:
    from drafts.picking import take_all

    while True:
        batch = [_queue.get()]
        try:
            while len(batch) < MOST_AT_ONCE:
                batch.append(_queue.get_nowait())
        except Empty:
            pass
        try:
            close_old_connections()
            found = take_all([ask for ask, _future in batch])
        except Exception as error:
            logger.exception("Picks could not be written.")
            found = [error] * len(batch)
        _answer(batch, found)


def _answer(batch: list[tuple[Ask, Future[Loaded]]], found: list[Loaded | Exception]) -> None:
    for (_ask, future), one in zip(batch, found, strict=True):
        if isinstance(one, Exception):
            future.set_exception(one)
        else:
            future.set_result(one)
    if _heard is not None:
        _heard([one for one in found if not isinstance(one, Exception)])
