"""Log format: text or JSON lines with the request id and without URLs; and an error count for the status page."""

import json
import logging
import threading
import time
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from common import metrics
from common.request_work import is_sender_gone
from tenmoons.middleware.database_unavailable import is_answered, is_database_conflict, is_database_unavailable
from tenmoons.monitoring.trace import Trace, current_trace, request_route

_EXTRA_LOG_FIELDS = ("route", "method", "status", "duration_ms", "queries", "task", "socket", "code")
# Errors are counted by the minute for an hour; the status page lists the latest.
MAX_LISTED_ERRORS = 20
MINUTES_PER_HOUR = 60


def _trace_of_record(record: logging.LogRecord) -> Trace | None:
    return current_trace.get() or getattr(getattr(record, "request", None), "trace", None)


class RouteOnlyFilter(logging.Filter):
    """Log filter that replaces the URL of a request, which may contain secret keys, by its route."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            # A path may have its query, or be escaped, but always begins with a slash.
            record.args = tuple(
                request_route(request) if isinstance(arg, str) and arg.startswith("/") else arg for arg in record.args
            )
        return True


class VisitorErrorFilter(logging.Filter):
    """Log filter that logs errors caused by visitors as warnings without a traceback, so that nobody can trigger an
    alarm.

    Visitors cause an oversized body, a forged host, a forbidden page, a disconnected client, or a row that the database
    rejects because someone else was faster. An unavailable or full database stays an error, but of one line, because
    the log may be on the full disk.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if error is None and is_answered(getattr(record, "request", None)):
            return hasattr(record, "kind")  # otherwise the previous line had it; a filter may be attached twice
        if (is_database_unavailable(error) or is_database_conflict(error)) and isinstance(record.args, tuple):
            record.msg, record.args = f"{record.msg} (%s)", (*record.args, str(error).split("\n")[0])
            record.kind, record.exc_info = type(error).__name__, None
        elif isinstance(error, PermissionDenied):
            record.exc_info = None
        faultless = record.name.startswith("django.security.") or is_sender_gone() or is_database_conflict(error)
        if record.levelno > logging.WARNING and faultless:
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.exc_info = None
        return True


class OncePerMinuteFilter(logging.Filter):
    """Log filter: passes one record a minute."""

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self._next = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        if record.created < self._next:
            return False
        self._next = record.created + 60
        return True


class JsonFormatter(logging.Formatter):
    """Formatter: one JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        body: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        trace = _trace_of_record(record)
        if trace is not None:
            body["request_id"] = trace.id
            if trace.person:
                body["person"] = trace.person
        body |= {name: getattr(record, name) for name in _EXTRA_LOG_FIELDS if hasattr(record, name)}
        if record.exc_info:
            body["exception"] = self.formatException(record.exc_info)
        return json.dumps(body, ensure_ascii=False, default=str)


class TextFormatter(logging.Formatter):
    """Formatter: plain text, with the request id in brackets."""

    def format(self, record: logging.LogRecord) -> str:
        trace = _trace_of_record(record)
        record.trace_id = f" [{trace.id}]" if trace is not None else ""
        return super().format(record)


class ErrorCounter(logging.Handler):
    """Log handler that counts errors by kind, and keeps time and kind, never messages, of the latest for an hour."""

    _busy = threading.local()

    def emit(self, record: logging.LogRecord) -> None:
        if getattr(self._busy, "now", False):
            return
        self._busy.now = True
        try:
            kind = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else record.name
            kind = getattr(record, "kind", kind)
            metrics.ERRORS_COUNTER.labels(kind).inc()
            with suppress(Exception):
                _record_error(kind, record)
        finally:
            self._busy.now = False


def _record_error(kind: str, record: logging.LogRecord) -> None:
    minute = f"monitoring:errors:{int(time.time() // 60)}"
    cache.add(minute, 0, MINUTES_PER_HOUR * 120)
    cache.incr(minute)
    trace = _trace_of_record(record)
    error = {"at": record.created, "kind": kind, "logger": record.name, "request_id": trace.id if trace else ""}
    cache.set(
        "monitoring:last_errors",
        [error, *cache.get("monitoring:last_errors", [])][:MAX_LISTED_ERRORS],
        MINUTES_PER_HOUR * 120,
    )


def errors_of_last_hour() -> tuple[int, list[dict[str, Any]]]:
    """Return the number of errors of the last 60 minutes, and the latest of them."""
    now = time.time()
    minutes = [f"monitoring:errors:{int(now // 60) - ago}" for ago in range(MINUTES_PER_HOUR)]
    last = [error for error in cache.get("monitoring:last_errors", []) if error["at"] > now - MINUTES_PER_HOUR * 60]
    return sum(cache.get_many(minutes).values()), last
