"""Address accounts: what each network address has used of the processor, and how addresses take turns at threads.

An address has two rates. `loop_time` is the event loop’s time for parsing its bytes (`connection`); above that rate,
they are read more slowly. `thread_time` is the time of its calls in threads, charged when they end; until it is paid
off, the queue skips its next calls, however many it sends.
"""

import asyncio
import resource
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from math import inf
from typing import Any

from django.conf import settings

from common.headers import client_ip_address, rate_limit_address

# Event loop time for one address: a share of each second, and seconds in advance.
PROCESSOR_SHARE, PROCESSOR_ADVANCE_SECONDS = 0.25, 0.5
TICK_SECONDS = 0.001  # of the event loop
OPEN_FILES_WANTED = 65_536
ACCOUNTS_BEFORE_SWEEP = 1000


@dataclass
class ProcessorTimeRate:
    """A rate of processor seconds: a share of each second, and some in advance."""

    share: float
    advance: float
    paid_at: float = -inf

    def spend_seconds(self, seconds: float) -> float:
        """Count seconds; return how long until they are paid off, 0 if they were available in advance."""
        now = time.monotonic()
        self.paid_at = max(self.paid_at, now - self.advance / self.share) + seconds / self.share
        return max(0.0, self.paid_at - now)

    def seconds_to_wait(self) -> float:
        return max(0.0, self.paid_at - time.monotonic())


class AddressAccount:
    """The open connections, spent seconds and waiting steps of one address; only used from the event loop."""

    def __init__(self, address: str) -> None:
        self.address, self.open = address, 0
        self.loop_time = self.thread_time = ProcessorTimeRate(inf, 0)
        if address:
            self.loop_time = ProcessorTimeRate(PROCESSOR_SHARE, PROCESSOR_ADVANCE_SECONDS)
            self.thread_time = ProcessorTimeRate(settings.SECONDS_PER_ADDRESS / 60, settings.SECONDS_PER_ADDRESS)
        self._waiting: deque[Callable[[], None]] = deque()
        self._scheduled = False

    def can_open_connection(self) -> bool:
        """Return whether one more connection may open: no address may use over half of this process’s files."""
        max_open = min(settings.SOCKETS_PER_ADDRESS, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2)
        return not self.address or self.open < max_open

    def run_step_in_turn(self, step: Callable[[], None]) -> None:
        """Run a step of a connection and charge it: one per iteration of the event loop, at once if allowed."""
        self._waiting.append(step)
        if not self._scheduled:
            self._run_next_step()

    def _run_next_step(self) -> None:
        self._scheduled = bool(self._waiting)
        wait = self.loop_time.seconds_to_wait()
        try:
            if self._waiting and not wait:
                self._run_and_charge(self._waiting.popleft())
        finally:
            # Scheduled after the step: a call that it began runs before the next step.
            if self._scheduled:
                asyncio.get_running_loop().call_later(max(wait, TICK_SECONDS) if wait else 0, self._run_next_step)

    def _run_and_charge(self, step: Callable[[], None]) -> None:
        began = time.thread_time()
        try:
            step()
        finally:
            self.loop_time.spend_seconds(time.thread_time() - began)


class TransportMeter:
    """The accounts of this process, by address. Unix socket connections share one without limits."""

    def __init__(self) -> None:
        self._accounts: dict[str, AddressAccount] = {}
        self._unlimited = AddressAccount("")
        self._sweep_at = ACCOUNTS_BEFORE_SWEEP

    def account(self, address: str) -> AddressAccount:
        """Return the account of an address; IPv6 addresses share that of their 64-bit network."""
        counted = rate_limit_address(address)
        if not counted:
            return self._unlimited
        if counted not in self._accounts:
            if len(self._accounts) >= self._sweep_at:
                self._accounts = {
                    key: account
                    for key, account in self._accounts.items()
                    if account.open or account.thread_time.seconds_to_wait()
                }
                self._sweep_at = 2 * len(self._accounts) + ACCOUNTS_BEFORE_SWEEP
            self._accounts[counted] = AddressAccount(counted)
        return self._accounts[counted]

    def account_of_caller(self, scope: Any) -> AddressAccount:
        """Return the account of the visitor who sent a call, also behind proxies."""
        forwarded = dict(scope.get("headers", ())).get(b"x-forwarded-for", b"").decode("latin-1")
        return self.account(client_ip_address(forwarded, (scope.get("client") or ("",))[0]))


transport_meter = TransportMeter()


def allow_many_files() -> None:
    """Let this process open as many files as the system allows; many shells start with 1,024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES_WANTED if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES_WANTED)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):  # the system may allow fewer than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


# Threads that may work for one address at the same time; the rest stay free.
MAX_THREADS_PER_ADDRESS = 2


class AddressTurns:
    """Threads, and a queue of waiting requests per address, which take turns; only for the event loop."""

    def __init__(self, name: str, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._free_threads = threads
        self._busy: Counter[AddressAccount] = Counter()
        self._queues: dict[AddressAccount, dict[asyncio.Future[None], None]] = {}
        self._timer: asyncio.TimerHandle | None = None

    @asynccontextmanager
    async def thread_for(self, account: AddressAccount) -> AsyncIterator[ThreadPoolExecutor]:
        """Wait until a thread is free for this address; the block may run one call in the pool."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(account, {})[turn] = None
        self._start_waiting_requests()
        try:
            await turn
            yield self._pool
        finally:
            if turn.cancelled():
                self._queues.get(account, {}).pop(turn, None)
            else:
                self._free_threads += 1
                self._busy -= Counter((account,))
            self._start_waiting_requests()

    def _start_waiting_requests(self) -> None:
        """Give free threads to the first of each queue; a queue that had its turn goes behind the others."""
        waits = []
        for account, queue in list(self._queues.items()):
            while queue and next(iter(queue)).cancelled():
                del queue[next(iter(queue))]
            if queue and (wait := account.thread_time.seconds_to_wait()):
                waits.append(wait)
            elif queue and self._free_threads and self._busy[account] < MAX_THREADS_PER_ADDRESS:
                first = next(iter(queue))
                del queue[first]
                first.set_result(None)
                self._free_threads -= 1
                self._busy[account] += 1
                self._queues[account] = self._queues.pop(account)
            if not queue:
                del self._queues[account]
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(min(waits) + TICK_SECONDS, self._start_waiting_requests) if waits else None
