"""Group commit: one thread that writes all picks which have come in while the last transaction ran.

Started when the process serves its first socket; without it (in a command, in a test) each caller writes its own pick.
Either way a pick has been committed when it is answered.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue

from django.conf import settings
from django.db import close_old_connections

from drafts.table.loaded import Loaded
from drafts.table.picks.command import PickCommand, PickResults
from live.pubsub import Listeners

logger = logging.getLogger(__name__)

MAX_BATCH = 256
WAIT_SECONDS = 30
# A connection that was idle for so long may have been closed by the other side.
IDLE_SECONDS = 5.0
Pending = tuple[PickCommand, "Future[Loaded] | asyncio.Future[Loaded]"]
Write = Callable[[Sequence[PickCommand]], PickResults]

_queue: SimpleQueue[Pending] = SimpleQueue()
_thread: threading.Thread | None = None
_listeners: Listeners | None = None


def start(listeners: Listeners, write: Write) -> None:
    """Begin to write picks together with `write`, unless the operator has turned that off; `listeners` are notified."""
    global _thread, _listeners
    _listeners = listeners
    if _thread is None and settings.GROUP_COMMIT:
        _thread = threading.Thread(target=_run, args=(write,), name="draft-writer", daemon=True)
        _thread.start()


def running() -> bool:
    """Whether picks go through the thread."""
    return _thread is not None


def write_and_wait(command: PickCommand) -> Loaded:
    """Hand a pick over and wait, in a thread; raises why it was refused."""
    future: Future[Loaded] = Future()
    _queue.put((command, future))
    return future.result(timeout=WAIT_SECONDS)


def submit(command: PickCommand) -> asyncio.Future[Loaded]:
    """Hand a pick over from the event loop of the sockets; the future ends when it is committed or refused."""
    future: asyncio.Future[Loaded] = asyncio.get_running_loop().create_future()
    _queue.put((command, future))
    return future


def _run(write: Write) -> None:
    last = time.monotonic()
    while True:
        batch = _next_batch()
        try:
            if time.monotonic() - last > IDLE_SECONDS:
                close_old_connections()
            results = write([command for command, _future in batch])
        except Exception as error:
            logger.exception("Picks could not be written.")
            results = PickResults([error] * len(batch), [])
            close_old_connections()
        last = time.monotonic()
        _answer(batch, results)


def _next_batch() -> list[Pending]:
    """Wait for a pick; take with it what else has come in."""
    batch = [_queue.get()]
    try:
        while len(batch) < MAX_BATCH:
            batch.append(_queue.get_nowait())
    except Empty:
        pass
    return batch


def _answer(batch: list[Pending], results: PickResults) -> None:
    """Answer threads at once, and wake the event loop once for all of its futures and notices."""
    ours = []
    for (_command, future), outcome in zip(batch, results.outcomes, strict=True):
        if isinstance(future, Future):
            _resolve(future, outcome)
        else:
            ours.append((future, outcome))
    if _listeners is not None and not _listeners.loop.is_closed():
        _listeners.loop.call_soon_threadsafe(_answer_in_loop, _listeners, ours, results.notices)


def _answer_in_loop(
    listeners: Listeners, ours: list[tuple[asyncio.Future[Loaded], Loaded | Exception]], notices: list[tuple[str, int]]
) -> None:
    """In the event loop: first those who picked, then everybody at the tables."""
    for future, outcome in ours:
        if not future.done():
            _resolve(future, outcome)
    listeners.notify(notices)


def _resolve(future: Future[Loaded] | asyncio.Future[Loaded], outcome: Loaded | Exception) -> None:
    if isinstance(outcome, Exception):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)
