"""Address turns: network addresses take turns at the threads, however many requests one of them sends.

An address that has used more processor time than its rate allows is passed over until that is paid off.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

from tenmoons.serving.transport_meter import MOMENT, AddressAccount

# Threads that work for one address at the same time; the others stay free.
MAX_THREADS_PER_ADDRESS = 2


class AddressTurns:
    """Threads, and a queue of waiting requests per address; the queues take turns.

    Only used from the event loop, so nothing is locked.
    """

    def __init__(self, name: str, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._free = threads
        self._busy: Counter[AddressAccount] = Counter()
        self._lines: dict[AddressAccount, dict[asyncio.Future[None], None]] = {}
        self._timer: asyncio.TimerHandle | None = None

    @asynccontextmanager
    async def thread_for(self, account: AddressAccount) -> AsyncIterator[ThreadPoolExecutor]:
        """Wait until a thread is free for this address; the block may run one call in the pool."""
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(account, {})[mine] = None
        self._start_waiting_requests()
        try:
            await mine
            yield self._pool
        finally:
            if mine.cancelled():
                self._lines.get(account, {}).pop(mine, None)
            else:
                self._free += 1
                self._busy -= Counter((account,))
            self._start_waiting_requests()

    def _start_waiting_requests(self) -> None:
        """Give free threads to the first of each queue; a queue that had its turn goes behind the others."""
        waits = []
        for account, line in list(self._lines.items()):
            while line and next(iter(line)).cancelled():
                del line[next(iter(line))]
            if line and (wait := account.work.wait()):
                waits.append(wait)
            elif line and self._free and self._busy[account] < MAX_THREADS_PER_ADDRESS:
                first = next(iter(line))
                del line[first]
                first.set_result(None)
                self._free -= 1
                self._busy[account] += 1
                self._lines[account] = self._lines.pop(account)
            if not line:
                del self._lines[account]
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(min(waits) + MOMENT, self._start_waiting_requests) if waits else None
