"""Around every request: an id, a line in the log, the counts; and the addresses that machines ask."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse

from common import metrics
from tenmoons.monitoring import query_counter
from tenmoons.monitoring.health import healthz, readyz
from tenmoons.monitoring.prometheus import metrics_page
from tenmoons.monitoring.trace import HEADER, Trace, current, id_of, route_of

logger = logging.getLogger("tenmoons.requests")

# Answered before hosts are checked and HTTPS is insisted on: a probe knows neither the name of the site nor TLS.
PROBES: Mapping[str, Callable[[HttpRequest], HttpResponse]] = {
    "/healthz": healthz,
    "/readyz": readyz,
    "/metrics": metrics_page,
}
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class AskedInALoop(AssertionError):
    """One request said the same to the database over and over (tests only)."""


class WatchMiddleware:
    """Stands outermost."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, and note it."""
        trace = Trace(id_of(request.headers.get(HEADER)), request)
        request.trace = trace  # type: ignore[attr-defined]
        token, began = current.set(trace), time.perf_counter()
        try:
            probe = PROBES.get(request.path_info)
            response = probe(request) if probe else self.get_response(request)
            response[HEADER] = trace.id
            _note(request, response.status_code, trace, time.perf_counter() - began, quiet=probe is not None)
        finally:
            current.reset(token)
        if query_counter.most_repeats:
            _refuse_loops(trace, route_of(request))
        return response


def _note(request: HttpRequest, status: int, trace: Trace, took: float, *, quiet: bool) -> None:
    route = request.path_info if quiet else route_of(request)
    method = request.method if request.method in _METHODS else "other"
    metrics.REQUESTS.labels(route, method, str(status)).inc()
    metrics.REQUEST_SECONDS.labels(route).observe(took)
    metrics.REQUEST_QUERIES.labels(route).inc(trace.queries)
    level = logging.DEBUG if quiet or route == "static" else logging.INFO
    if logger.isEnabledFor(level):
        milliseconds = round(took * 1000, 1)
        about = {"route": route, "method": method, "status": status, "queries": trace.queries}
        line = "%s %s %d in %.1f ms, %d statements"
        extra = {**about, "duration_ms": milliseconds}
        logger.log(level, line, method, route, status, milliseconds, trace.queries, extra=extra)


def _refuse_loops(trace: Trace, route: str) -> None:
    for shape, count in trace.shapes.most_common(1):
        if count > query_counter.most_repeats:
            raise AskedInALoop(f"{route} said {count} times: {shape}")
