"""Clock thread: decides every second what is due in drafts and games, on a thread that no other task can block.

It runs in the web process of a small site and in each worker of a large one; any number may run at once, because each
decision is a compare-and-set that only one thread wins.
"""

import logging
import threading
import time

from django.db import close_old_connections
from django.utils import timezone

logger = logging.getLogger(__name__)

CLOCK_CHECK_SECONDS = 1.0


class ClockThread:
    """Checks clocks in rounds; `start` returns at once, `stop` waits for the current round."""

    def __init__(self) -> None:
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._check_clocks, name="clocks", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Stop; waits up to three seconds."""
        self._ended.set()
        self._thread.join(timeout=3)

    def _check_clocks(self) -> None:
        from drafts.table.clocks import expire_due_picks
        from online.games.clocks import expire_due
        from tenmoons.monitoring.measurements import record_clock_check

        while not self._ended.is_set():
            began = time.monotonic()
            try:
                close_old_connections()
                try:
                    expire_due_picks(timezone.now())
                finally:
                    expire_due(timezone.now())
                record_clock_check()
            except Exception:
                logger.exception("The clocks could not be looked at; the next round tries again.")
            self._ended.wait(max(CLOCK_CHECK_SECONDS - (time.monotonic() - began), 0.05))
        close_old_connections()
