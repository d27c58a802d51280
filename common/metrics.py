"""Metrics: every Prometheus counter, gauge and histogram of the site, shown at `/metrics`.

Counting costs a few microseconds and never raises. With PROMETHEUS_MULTIPROC_DIR all processes of a machine share
their counts through files in that folder.
"""

import time
from collections.abc import Iterable

from prometheus_client import Counter, Gauge, Histogram

_FAST_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_PAGE_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)

PICKS_COUNTER = Counter("tenmoons_picks", "Picks written, by who chose: player, bot or clock (forced).", ["by"])
PICK_SECONDS = Histogram("tenmoons_pick_seconds", "From a player's pick to its commit.", buckets=_FAST_BUCKETS)
RESULTS_COUNTER = Counter("tenmoons_results", "Games recorded, and entries in the trails of events, by kind.", ["kind"])
ERRORS_COUNTER = Counter("tenmoons_errors", "Errors logged, by kind of exception or by logger.", ["kind"])
REQUESTS_COUNTER = Counter("tenmoons_requests", "Requests answered.", ["route", "method", "status"])
REQUEST_SECONDS = Histogram("tenmoons_request_seconds", "Time to answer a request.", ["route"], buckets=_PAGE_BUCKETS)
REQUEST_QUERIES = Counter("tenmoons_request_queries", "Statements to the database while answering.", ["route"])
SLOW_STATEMENTS = Counter("tenmoons_slow_statements", "Statements that took longer than SLOW_QUERY_MS.")
SLOW_TRANSACTIONS = Counter(
    "tenmoons_slow_transactions", "Transactions that held other writers up for longer than SLOW_TRANSACTION_MS."
)
OPEN_SOCKETS_GAUGE = Gauge("tenmoons_sockets_open", "Sockets open now, by kind.", ["kind"], multiprocess_mode="livesum")
TASKS_COUNTER = Counter("tenmoons_tasks", "Tasks ended, by name and state.", ["task", "state"])
TASK_WAIT = Histogram("tenmoons_task_wait_seconds", "From sending a task to its start.", buckets=(*_FAST_BUCKETS, 60.0))
TASK_SECONDS = Histogram("tenmoons_task_seconds", "Time a task takes.", ["task"], buckets=(*_FAST_BUCKETS, 60.0))

_picks_counter_by_chooser = {name: PICKS_COUNTER.labels(name) for name in ("player", "bot", "clock")}


def count_committed_picks(by: Iterable[str]) -> None:
    for name in by:
        _picks_counter_by_chooser[name].inc()


def observe_pick_seconds(durations: Iterable[float]) -> None:
    """Record the duration of committed picks, given the `time.perf_counter` at which each was requested."""
    now = time.perf_counter()
    for moment in durations:
        PICK_SECONDS.observe(now - moment)
