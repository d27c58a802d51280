"""The writers of a process take turns where the database has one write lock."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Sequence

from django.conf import LazySettings
from django.db import connection

from live.group_writer import GroupWriter, WriteResults
from live.pubsub import listeners


class _Work:
    """What both writers write: it records whether another one is writing."""

    def __init__(self) -> None:
        self.writing = threading.Semaphore(1)
        self.met = 0

    def __call__(self, commands: Sequence[int]) -> WriteResults[int]:
        alone = self.writing.acquire(blocking=False)
        self.met += not alone
        time.sleep(0.01)
        if alone:
            self.writing.release()
        return WriteResults(list(commands), [])


async def test_two_writers_take_turns_on_sqlite(settings: LazySettings) -> None:
    settings.GROUP_COMMIT = True
    work = _Work()
    writers = [GroupWriter(f"writer {name}", work) for name in "ab"]
    for writer in writers:
        writer.start(listeners())
    results = await asyncio.gather(*(writer.write_async(number) for number in range(5) for writer in writers))
    assert results == [number for number in range(5) for _writer in writers]
    assert work.met == 0 or connection.vendor != "sqlite"
