"""Embedded worker: Celery worker and beat as threads of the web process, for a site without Redis.

Celery does not document a worker inside another process, so all of it stays in this module. With REDIS_URL set, worker
and beat are processes of their own (docs/operations.md) and this module is not used.
"""

import logging
import os
import threading
from typing import Any

from celery.beat import EmbeddedService

from tenmoons.celery import app

logger = logging.getLogger(__name__)


# A deck search, a webhook notice and a push message occupy at most one each; the others are for short tasks.
WORKER_THREADS = 4


class EmbeddedWorker:
    """One worker and one beat; `start` returns at once, `stop` ends both."""

    def __init__(self) -> None:
        # Celery would run Django’s checks of the code at each start, which `serve` skips (it says why).
        os.environ.setdefault("CELERY_SKIP_CHECKS", "1")
        self._worker: Any = app.WorkController(
            app=app,
            pool_cls="threads",
            concurrency=WORKER_THREADS,
            hostname="embedded@localhost",
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        self._beat: Any = EmbeddedService(app, thread=True, scheduler_cls="celery.beat.Scheduler", max_interval=1)
        self._thread = threading.Thread(target=self._run_worker, name="embedded-worker", daemon=True)

    def start(self) -> None:
        self._thread.start()
        self._beat.start()

    def _run_worker(self) -> None:
        try:
            self._worker.start()
        except Exception:
            logger.exception("The embedded worker stopped; clocks still run whenever a draft is read or written.")

    def stop(self) -> None:
        """Stop beat and worker; waits up to three seconds for the worker’s thread."""
        self._beat.stop()
        self._worker.stop()
        self._thread.join(timeout=3)
