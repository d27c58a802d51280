"""Address turns: the threads of a lane, for which the addresses of the network wait in turn, however much one sends."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

# Threads of a lane that work for one address at the same time; the others are kept for others.
MOST_OF_ONE = 2


class AddressTurns:
    """Threads, and a line of waiting requests for each address; the first of each line comes in turn.

    Used from the event loop alone, so nothing is locked.
    """

    def __init__(self, name: str, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._free = threads
        self._busy: Counter[str] = Counter()
        self._lines: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[ThreadPoolExecutor]:
        """Wait for a thread to be free for this address; the block may run one call in the pool."""
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(address, deque()).append(mine)
        self._begin()
        try:
            await mine
            yield self._pool
        finally:
            if not mine.cancelled():
                self._free += 1
                self._busy -= Counter((address,))
            self._begin()

    def _begin(self) -> None:
        """Give free threads to the first of each line; a line that had its turn goes behind the others."""
        for address, line in list(self._lines.items()):
            while line and line[0].cancelled():
                line.popleft()
            if line and self._free and self._busy[address] < MOST_OF_ONE:
                line.popleft().set_result(None)
                self._free -= 1
                self._busy[address] += 1
                self._lines[address] = self._lines.pop(address)
            if not line:
                del self._lines[address]
