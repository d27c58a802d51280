"""Batches: the requests of many coroutines are carried out by one call in a thread."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Generic, TypeVar

from channels.db import database_sync_to_async

BatchItem = TypeVar("BatchItem")
BatchResult = TypeVar("BatchResult")

MAX_BATCH_ITEMS = 256


class BatchedCalls(Generic[BatchItem, BatchResult]):
    """Calls `work` with requested items: at once when it is idle, otherwise with everything that came in meanwhile.

    `work` gets the items and returns as many results, each a value or the exception to raise for that item. It runs in
    a thread with a database connection; an exception of its own is raised for all of its items.
    """

    def __init__(self, work: Callable[[Sequence[BatchItem]], Sequence[BatchResult | Exception]]) -> None:
        self._work = work
        self._waiting: list[tuple[BatchItem, asyncio.Future[BatchResult]]] = []
        self._running: asyncio.Task[None] | None = None

    async def result_for(self, item: BatchItem) -> BatchResult:
        """Return the result for one item; raises the exception that `work` returned for it."""
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
