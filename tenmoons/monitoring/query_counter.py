"""Query counter: counts each request's SQL statements and logs slow ones, always without their values."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.dispatch import receiver

from common import metrics
from tenmoons.monitoring.trace import current

logger = logging.getLogger("tenmoons.statements")

# Set by tests: how often one request may repeat a SELECT before `RepeatedQuery` is raised; 0 is never.
max_repeats = 0
MAX_SHAPE_LENGTH = 600
_LISTS = re.compile(r"\((?:%s, )+%s\)")
_ROWS = re.compile(r"(\(…\)|\(%s\))(?:, (?:\(…\)|\(%s\)))+")


def shape_of(sql: str) -> str:
    """A statement with its lists of values shortened, so that equal queries look equal.

    >>> shape_of("SELECT a FROM b WHERE c IN (%s, %s, %s)")
    'SELECT a FROM b WHERE c IN (…)'
    """
    return _ROWS.sub(r"\1 …", _LISTS.sub("(…)", " ".join(sql.split())))[:MAX_SHAPE_LENGTH]


def _watched(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
    began = time.perf_counter()
    try:
        return execute(sql, params, many, context)
    finally:
        took = time.perf_counter() - began
        trace = current.get()
        if trace is not None:
            trace.queries += 1
            if max_repeats and str(sql).startswith("SELECT"):
                trace.shapes[shape_of(str(sql))] += 1
        if settings.SLOW_QUERY_MS and took * 1000 >= settings.SLOW_QUERY_MS:
            metrics.SLOW_STATEMENTS.inc()
            logger.warning("%d ms: %s", took * 1000, shape_of(str(sql)), extra={"duration_ms": round(took * 1000)})


@receiver(connection_created)
def _watch(sender: object, connection: BaseDatabaseWrapper, **kwargs: object) -> None:
    if _watched not in connection.execute_wrappers:
        connection.execute_wrappers.append(_watched)
