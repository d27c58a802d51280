"""One thread that writes the picks of a serving process: what comes in while it commits goes into its next commit.

Started when the process serves its first socket; without it (in a command, in a test) a pick is written by whoever
makes it. What is answered has been committed, either way.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import close_old_connections

from live.pubsub import Ears

if TYPE_CHECKING:
    from drafts.table.picks import Ask, Taken
    from drafts.table.queries import Loaded

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 256
WAIT = 30
# A connection that lay idle for so many seconds may have been closed by the other side.
IDLE = 5.0
Waiting = tuple["Ask", "Future[Loaded] | asyncio.Future[Loaded]"]

_queue: SimpleQueue[Waiting] = SimpleQueue()
_thread: threading.Thread | None = None
_ears: Ears | None = None


def start(ears: Ears) -> None:
    """Begin to write picks together, unless the operator does not want that; `ears` hear what was committed."""
    global _thread, _ears
    _ears = ears
    if _thread is None and settings.GROUP_COMMIT:
        _thread = threading.Thread(target=_run, name="draft-writer", daemon=True)
        _thread.start()


def running() -> bool:
    """Whether picks go through the thread."""
    return _thread is not None


def write(ask: Ask) -> Loaded:
    """Hand a pick over and wait, in a thread; raises what stands against it."""
    found: Future[Loaded] = Future()
    _queue.put((ask, found))
    return found.result(timeout=WAIT)


def submit(ask: Ask) -> asyncio.Future[Loaded]:
    """Hand a pick over from the loop of the sockets; the future ends when it is committed or refused."""
    found: asyncio.Future[Loaded] = asyncio.get_running_loop().create_future()
    _queue.put((ask, found))
    return found


def _run() -> None:
    from drafts.table.picks import Taken, take_all

    last = time.monotonic()
    while True:
        batch = [_queue.get()]
        try:
            while len(batch) < MOST_AT_ONCE:
                batch.append(_queue.get_nowait())
        except Empty:
            pass
        try:
            if time.monotonic() - last > IDLE:
                close_old_connections()
            taken = take_all([ask for ask, _future in batch])
        except Exception as error:
            logger.exception("Picks could not be written.")
            taken = Taken([error] * len(batch), [])
            close_old_connections()
        last = time.monotonic()
        _answer(batch, taken)


def _answer(batch: list[Waiting], taken: Taken) -> None:
    """Tell threads at once, and wake the loop once for all of its futures and bells."""
    ours = []
    for (_ask, future), one in zip(batch, taken.found, strict=True):
        if isinstance(future, Future):
            _end(future, one)
        else:
            ours.append((future, one))
    if _ears is not None and not _ears.loop.is_closed():
        _ears.loop.call_soon_threadsafe(_answer_here, _ears, ours, taken.notices)


def _answer_here(
    ears: Ears, ours: list[tuple[asyncio.Future[Loaded], Loaded | Exception]], notices: list[tuple[str, int]]
) -> None:
    """In the loop: first whoever has picked, then everybody at the tables."""
    for future, one in ours:
        if not future.done():
            _end(future, one)
    ears.tell(notices)


def _end(future: Future[Loaded] | asyncio.Future[Loaded], one: Loaded | Exception) -> None:
    if isinstance(one, Exception):
        future.set_exception(one)
    else:
        future.set_result(one)
