"""Concurrent calls are handled in one batch; an objection to one is reported to that one alone."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence

import pytest

from live.group_writer import MAX_BATCH_ITEMS, BatchedCalls


class Work:
    """Squares numbers, refuses 13, fails at a negative one, and waits to be let go on."""

    def __init__(self) -> None:
        self.calls: list[int] = []
        self.go_on = threading.Event()

    def __call__(self, items: Sequence[int]) -> list[int | Exception]:
        self.calls.append(len(items))
        self.go_on.wait(10)
        if min(items) < 0:
            raise RuntimeError("broken")
        return [ValueError("no 13") if item == 13 else item * item for item in items]


async def test_what_comes_in_meanwhile_is_done_together() -> None:
    work = Work()
    batches = BatchedCalls(work)
    first = asyncio.create_task(batches.result_for(1))
    while not work.calls:
        await asyncio.sleep(0.01)
    others = [asyncio.create_task(batches.result_for(number)) for number in range(2, MAX_BATCH_ITEMS + 12)]
    await asyncio.sleep(0)
    work.go_on.set()
    assert await first == 1
    answers = await asyncio.gather(*others, return_exceptions=True)
    assert [str(answer) for answer in answers if isinstance(answer, Exception)] == ["no 13"]
    assert answers[:3] == [4, 9, 16]
    assert work.calls == [1, MAX_BATCH_ITEMS, 10]


async def test_a_call_that_fails_is_told_to_all_of_it_and_the_next_works() -> None:
    work = Work()
    work.go_on.set()
    batches = BatchedCalls(work)
    answers = await asyncio.gather(batches.result_for(3), batches.result_for(-1), return_exceptions=True)
    assert [type(answer) for answer in answers] == [RuntimeError, RuntimeError]
    assert await batches.result_for(3) == 9


async def test_somebody_who_has_gone_holds_nobody_up() -> None:
    work = Work()
    batches = BatchedCalls(work)
    gone, left = asyncio.create_task(batches.result_for(2)), asyncio.create_task(batches.result_for(3))
    while not work.calls:
        await asyncio.sleep(0.01)
    gone.cancel()
    work.go_on.set()
    assert await left == 9
    with pytest.raises(asyncio.CancelledError):
        await gone
