"""Batching: a thread that writes the commands of many sockets together, and calls that serve many coroutines.

One commit for each pick takes six times as much processor time (`benchmarks.drafts.switched_off`).
"""

import asyncio
import logging
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import close_old_connections, connection, transaction

from common.database.transactions import VersionConflict
from live.pubsub import Listeners, TopicVersion, notify

BatchItem = TypeVar("BatchItem")
BatchResult = TypeVar("BatchResult")

MAX_BATCH_ITEMS = 256


class BatchedCalls(Generic[BatchItem, BatchResult]):
    """Calls `work` with requested items: at once if idle, otherwise with all items that came in during the last call.

    `work` gets the items and returns as many results, each a value or the exception to raise for that item. It runs in
    a thread with a database connection; if it raises, all of its items get the exception.
    """

    def __init__(self, work: Callable[[Sequence[BatchItem]], Sequence[BatchResult | Exception]]) -> None:
        self._work = work
        self._waiting: list[tuple[BatchItem, asyncio.Future[BatchResult]]] = []
        self._running: asyncio.Task[None] | None = None

    async def result_for(self, item: BatchItem) -> BatchResult:
        """Return the result for one item; raise the exception that `work` returned for the item."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[BatchResult] = loop.create_future()
        self._waiting.append((item, future))
        if self._running is None or self._running.done() or self._running.get_loop() is not loop:
            self._running = loop.create_task(self._run_batches())
        return await future

    async def _run_batches(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:MAX_BATCH_ITEMS], self._waiting[MAX_BATCH_ITEMS:]
            outcomes: Sequence[BatchResult | Exception]
            try:
                work = database_sync_to_async(self._work, thread_sensitive=False)
                outcomes = await work([item for item, _future in batch])
            except Exception as error:
                outcomes = [error] * len(batch)
            for (_item, future), outcome in zip(batch, outcomes, strict=True):
                resolve_future(future, outcome)


def resolve_future(future: Future[BatchResult] | asyncio.Future[BatchResult], outcome: BatchResult | Exception) -> None:
    """Give a future its result or exception, unless its caller has left."""
    if future.done():
        return
    if isinstance(outcome, Exception):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)


logger = logging.getLogger(__name__)
Command = TypeVar("Command")
Outcome = TypeVar("Outcome")
MAX_COMMANDS_PER_BATCH = 256
ANSWER_WAIT_SECONDS = 30
# After this idle time, the server may have closed the database connection.
WRITER_IDLE_SECONDS = 5.0
# SQLite has one write lock, and waiting for it takes longer than most writes, so the threads of a process take turns.
_sqlite_turn = threading.Lock()


@contextmanager
def _sqlite_write_turn() -> Iterator[None]:
    """On SQLite, hold the turn to write, and then wait until the commit is on disk.

    The next writer commits while this one waits. Commands are answered after the wait, and no commit reaches the disk
    before an earlier one, so a power cut loses nothing acknowledged. Notices to others don't wait: they may announce a
    write some milliseconds before it is on disk.
    """
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()
    database = connection.connection
    waits = settings.SQLITE_SYNCHRONOUS == "FULL" and database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    with _sqlite_turn:
        if waits:
            database.execute("PRAGMA synchronous=NORMAL")
        yield
    if waits:
        _number, _schema, path = database.execute("PRAGMA database_list").fetchone()
        with suppress(FileNotFoundError):  # the last connection was closed, which wrote everything to the database
            _flush_to_disk(f"{path}-wal")


def _flush_to_disk(path: str) -> None:
    file = os.open(path, os.O_RDWR)
    try:
        getattr(os, "fdatasync", os.fsync)(file)
    finally:
        os.close(file)


class RetryAlone(Exception):
    """The command must be tried alone: something is due first, or only its row can say whether to refuse it."""


@dataclass(frozen=True, slots=True)
class WriteResults(Generic[Outcome]):
    """The outcome of each command, in order, and the topics they changed, with their versions."""

    outcomes: list[Outcome | Exception]
    notices: list[TopicVersion]


def write_together(
    commands: Sequence[Command],
    together: Callable[[Sequence[Command], bool], WriteResults[Outcome]],
    alone: Callable[[Command], Outcome],
) -> WriteResults[Outcome]:
    """Write commands in one transaction; the caller must notify the topics.

    The first try may use caches, the second must not (`together` gets a flag); then each command is tried alone.
    """
    results: WriteResults[Outcome] = WriteResults([RetryAlone()] * len(commands), [])
    for fresh in (False, True):
        try:
            with transaction.atomic():
                results = together(commands, fresh)
            break
        except VersionConflict:
            continue
        except Exception:
            logger.exception("Commands could not be written together; each is tried alone.")
            if not connection.in_atomic_block:  # closing the connection would lose the caller’s transaction
                connection.close_if_unusable_or_obsolete()
            break
    pairs = zip(commands, results.outcomes, strict=True)
    outcomes = [_outcome_of(alone, command) if isinstance(first, RetryAlone) else first for command, first in pairs]
    return WriteResults(outcomes, results.notices)


def _outcome_of(alone: Callable[[Command], Outcome], command: Command) -> Outcome | Exception:
    try:
        return alone(command)
    except Exception as error:
        return error


class GroupWriter(Generic[Command, Outcome]):
    """A queue and a thread that calls `write`; each command gets its outcome or exception when `write` has returned."""

    def __init__(self, name: str, write: Callable[[Sequence[Command]], WriteResults[Outcome]]) -> None:
        self._name, self._write = name, write
        self._queue: SimpleQueue[tuple[Command, Future[Outcome] | asyncio.Future[Outcome]]] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._listeners: Listeners | None = None

    @property
    def is_running(self) -> bool:
        return self._thread is not None

    def start(self, listeners: Listeners) -> None:
        """Start the thread, unless settings turn it off; `listeners` get the new versions."""
        self._listeners = listeners
        if self._thread is None and settings.GROUP_COMMIT:
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()

    async def write_async(self, command: Command) -> Outcome:
        """Write a command from the event loop; return its outcome or raise its exception."""
        if not self.is_running:
            return await database_sync_to_async(self.write, thread_sensitive=False)(command)
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._queue.put((command, future))
        return await future

    def write(self, command: Command) -> Outcome:
        """Write a command, by the thread if it runs; return its outcome or raise its exception."""
        if self.is_running:
            future: Future[Outcome] = Future()
            self._queue.put((command, future))
            return future.result(timeout=ANSWER_WAIT_SECONDS)
        results = self._write([command])
        for topic, version in results.notices:
            notify(topic, version)
        outcome = results.outcomes[0]
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def _run(self) -> None:
        last = time.monotonic()
        while True:
            batch = self._next_batch()
            results: WriteResults[Outcome] = WriteResults([], [])
            try:
                if time.monotonic() - last > WRITER_IDLE_SECONDS:
                    close_old_connections()
                with _sqlite_write_turn():
                    results = self._write([command for command, _future in batch])
            except Exception as error:
                logger.exception("Commands could not be written.")
                # If only writing to disk failed, others can see the rows, so they are still notified.
                results = WriteResults([error] * len(batch), results.notices)
                close_old_connections()
            last = time.monotonic()
            self._resolve_futures([future for _command, future in batch], results)

    def _next_batch(self) -> list[tuple[Command, Future[Outcome] | asyncio.Future[Outcome]]]:
        """Wait for a command; return it with all others that are waiting."""
        batch = [self._queue.get()]
        with suppress(Empty):
            while len(batch) < MAX_COMMANDS_PER_BATCH:
                batch.append(self._queue.get_nowait())
        return batch

    def _resolve_futures(
        self, futures: Sequence[Future[Outcome] | asyncio.Future[Outcome]], results: WriteResults[Outcome]
    ) -> None:
        """Answer waiting threads; wake the event loop once for all futures and notices."""
        ours = []
        for future, outcome in zip(futures, results.outcomes, strict=True):
            if isinstance(future, Future):
                resolve_future(future, outcome)
            else:
                ours.append((future, outcome))
        if self._listeners is not None and not self._listeners.loop.is_closed():
            self._listeners.loop.call_soon_threadsafe(_resolve_in_loop, self._listeners, ours, results.notices)


def _resolve_in_loop(
    listeners: Listeners,
    ours: Sequence[tuple[asyncio.Future[Outcome], Outcome | Exception]],
    notices: Sequence[TopicVersion],
) -> None:
    for future, outcome in ours:
        resolve_future(future, outcome)
    listeners.notify(notices)
