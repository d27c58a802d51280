"""Query counter: counts each request’s SQL statements and logs slow ones, and transactions that blocked writers.

Statements are logged without their values.
"""

import logging
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.dispatch import receiver

from common import metrics
from tenmoons.monitoring.trace import current_trace

logger = logging.getLogger("tenmoons.statements")

# Set by tests: how often one request may repeat a SELECT before `RepeatedQueryError` is raised; 0 disables it.
max_repeats = 0
MAX_SHAPE_LENGTH = 600
_is_before_serving = False
_TRANSACTION_ATTRIBUTE = "_tenmoons_transaction"
_PLACEHOLDER_LIST = re.compile(r"\((?:%s, )+%s\)")
_REPEATED_ROWS = re.compile(r"(\(…\)|\(%s\))(?:, (?:\(…\)|\(%s\)))+")


def query_shape(sql: str) -> str:
    """Shorten the lists of values in a statement, so that equal queries look equal.

    >>> query_shape("SELECT a FROM b WHERE c IN (%s, %s, %s)")
    'SELECT a FROM b WHERE c IN (…)'
    """
    return _REPEATED_ROWS.sub(r"\1 …", _PLACEHOLDER_LIST.sub("(…)", " ".join(sql.split())))[:MAX_SHAPE_LENGTH]


@contextmanager
def without_slow_query_log() -> Iterator[None]:
    """Don’t log slow queries in this context: nobody waits while the site is prepared."""
    global _is_before_serving
    _is_before_serving = True
    try:
        yield
    finally:
        _is_before_serving = False


class _TransactionTimer:
    """Times the outermost transaction of a connection, from its beginning (with SQLite’s lock) to its end."""

    def __init__(self, connection: BaseDatabaseWrapper) -> None:
        self._connection, self._switch = connection, connection.set_autocommit
        self._began: float | None = None
        self.writes = 0
        self.first_write = ""

    def set_autocommit(self, autocommit: bool, *args: Any, **kwargs: Any) -> None:
        """Replace the connection’s own method: a transaction is between False and True."""
        self._switch(autocommit, *args, **kwargs)
        now = time.perf_counter()
        if not autocommit:
            self._began, self.writes, self.first_write = now, 0, ""
        elif self._began is not None:
            took, self._began = now - self._began, None
            # SQLite takes its write lock at the beginning (except for a backup, which only reads); other databases lock
            # written rows.
            locked = getattr(self._connection, "transaction_mode", None) == "IMMEDIATE"
            slow = took * 1000 >= settings.SLOW_TRANSACTION_MS > 0 and not _is_before_serving
            if slow and (self.writes or locked):
                metrics.SLOW_TRANSACTIONS.inc()
                shape = query_shape(self.first_write)[:80] or "-"
                line = "a transaction of %d writes held others up for %d ms, first: %s"
                milliseconds = round(took * 1000)
                logger.warning(line, self.writes, milliseconds, shape, extra={"duration_ms": milliseconds})

    def note_statement(self, sql: str) -> None:
        if self._began is not None and sql.startswith(("INSERT", "UPDATE", "DELETE")):
            self.writes += 1
            self.first_write = self.first_write or sql


def _count_query(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
    began = time.perf_counter()
    try:
        return execute(sql, params, many, context)
    finally:
        took = time.perf_counter() - began
        trace = current_trace.get()
        if trace is not None:
            trace.queries += 1
            if max_repeats and str(sql).startswith("SELECT"):
                trace.shapes[query_shape(str(sql))] += 1
        transaction = getattr(context["connection"], _TRANSACTION_ATTRIBUTE, None)
        if transaction is not None:
            transaction.note_statement(str(sql))
        if took * 1000 >= settings.SLOW_QUERY_MS > 0 and not _is_before_serving:
            metrics.SLOW_STATEMENTS.inc()
            logger.warning("%d ms: %s", took * 1000, query_shape(str(sql)), extra={"duration_ms": round(took * 1000)})


@receiver(connection_created)
def _install_query_counter(sender: object, connection: BaseDatabaseWrapper, **kwargs: object) -> None:
    if _count_query not in connection.execute_wrappers:
        connection.execute_wrappers.append(_count_query)
    if not hasattr(connection, _TRANSACTION_ATTRIBUTE):
        timed = _TransactionTimer(connection)
        setattr(connection, _TRANSACTION_ATTRIBUTE, timed)
        connection.set_autocommit = timed.set_autocommit  # type: ignore[method-assign]
