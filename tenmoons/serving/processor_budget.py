"""Processor budget: how many seconds of the processor each address of the network has used in the last minute."""

import time
from collections import defaultdict
from collections.abc import Callable

from django.conf import settings

# Seconds are counted in parts of a minute; with the part that is not over yet they reach back at least that minute.
PART_SECONDS = 10
PARTS = 7


class ProcessorBudget:
    """What was used, by address; `settings.SECONDS_PER_ADDRESS` is how much each may use in any minute."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._used: dict[str, dict[int, float]] = {}
        self._part = 0

    def charge(self, address: str, seconds: float) -> None:
        """Count what a call has used."""
        part = int(self._clock()) // PART_SECONDS
        if part != self._part:
            self._part = part
            self._used = {other: used for other, used in self._used.items() if max(used) > part - PARTS}
        self._used.setdefault(address, defaultdict(float))[part] += seconds

    def wait(self, address: str) -> int:
        """Seconds until the address may use the processor again; 0 where it may now."""
        now = self._clock()
        oldest = int(now) // PART_SECONDS - PARTS + 1
        used = {part: seconds for part, seconds in self._used.get(address, {}).items() if part >= oldest}
        total, wait = sum(used.values()), 0
        for part in sorted(used):
            if total < settings.SECONDS_PER_ADDRESS:
                break
            total -= used[part]
            wait = (part + PARTS) * PART_SECONDS - int(now)
        return wait
