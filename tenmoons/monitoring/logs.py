"""How a line of the log looks: text for people or JSON for machines, with its request and without secrets."""

from __future__ import annotations

import json
import logging
import threading
import time
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest

from common import metrics
from tenmoons.monitoring.trace import Trace, current, route_of

_EXTRAS = ("route", "method", "status", "duration_ms", "queries", "task", "socket", "code")
# Errors are counted by the minute for an hour, and the last few are named on the status page.
KEPT, HOUR = 20, 60


def _trace_of(record: logging.LogRecord) -> Trace | None:
    return current.get() or getattr(getattr(record, "request", None), "trace", None)


class Discreet(logging.Filter):
    """Django names the address of a request that failed; its template has to do, because keys stand in addresses."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let everything pass, without addresses."""
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            shown = {request.path, request.path_info, request.get_full_path()}
            record.args = tuple(route_of(request) if one in shown else one for one in record.args)
        return True


class JsonFormatter(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        body: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        trace = _trace_of(record)
        if trace is not None:
            body["request_id"] = trace.id
            if trace.person:
                body["person"] = trace.person
        body |= {name: getattr(record, name) for name in _EXTRAS if hasattr(record, name)}
        if record.exc_info:
            body["exception"] = self.formatException(record.exc_info)
        return json.dumps(body, ensure_ascii=False, default=str)


class TextFormatter(logging.Formatter):
    """One line for people; the id in brackets finds the rest of the same request."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        trace = _trace_of(record)
        record.trace_id = f" [{trace.id}]" if trace is not None else ""
        return super().format(record)


class Errors(logging.Handler):
    """Counts errors by kind, and keeps for an hour when and of what kind the last ones were; never what they say."""

    _busy = threading.local()

    def emit(self, record: logging.LogRecord) -> None:
        """Count one; a cache that is away is no reason for another error."""
        if getattr(self._busy, "now", False):
            return
        self._busy.now = True
        try:
            kind = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else record.name
            metrics.ERRORS.labels(kind).inc()
            with suppress(Exception):
                _keep(kind, record)
        finally:
            self._busy.now = False


def _keep(kind: str, record: logging.LogRecord) -> None:
    minute = f"watch:errors:{int(time.time() // 60)}"
    cache.add(minute, 0, HOUR * 120)
    cache.incr(minute)
    trace = _trace_of(record)
    one = {"at": record.created, "kind": kind, "logger": record.name, "request_id": trace.id if trace else ""}
    cache.set("watch:last_errors", [one, *cache.get("watch:last_errors", [])][:KEPT], HOUR * 120)


def errors_of_the_hour() -> tuple[int, list[dict[str, Any]]]:
    """How many errors there were within sixty minutes, and the last few of them."""
    now = time.time()
    minutes = [f"watch:errors:{int(now // 60) - ago}" for ago in range(HOUR)]
    last = [one for one in cache.get("watch:last_errors", []) if one["at"] > now - HOUR * 60]
    return sum(cache.get_many(minutes).values()), last
