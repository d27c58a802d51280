"""Monitoring middleware: a request id, a log line and metrics for every request; answers health probes first."""

import logging
import time
from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse

from common import metrics
from tenmoons.monitoring import query_counter
from tenmoons.monitoring.prometheus import metrics_page
from tenmoons.monitoring.trace import REQUEST_ID_HEADER, Trace, current_trace, request_id_of, request_route
from tenmoons.monitoring.vitals import healthz, readyz

logger = logging.getLogger("tenmoons.requests")

# Answered before the host check and the HTTPS redirect: probes know neither the host name nor TLS.
PROBE_VIEWS: Mapping[str, Callable[[HttpRequest], HttpResponse]] = {
    "/healthz": healthz,
    "/readyz": readyz,
    "/metrics": metrics_page,
}
_KNOWN_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class RepeatedQueryError(AssertionError):
    """Raised in tests when one request repeats a query (N+1)."""


class MonitoringMiddleware:
    """The outermost middleware except the one that sets headers."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        trace = Trace(request_id_of(request.headers.get(REQUEST_ID_HEADER)), request)
        request.trace = trace  # type: ignore[attr-defined]
        token, began = current_trace.set(trace), time.perf_counter()
        try:
            probe = PROBE_VIEWS.get(request.path_info)
            response = probe(request) if probe else self.get_response(request)
            response[REQUEST_ID_HEADER] = trace.id
            _log_request(request, response.status_code, trace, time.perf_counter() - began, quiet=probe is not None)
        finally:
            current_trace.reset(token)
        if query_counter.max_repeats:
            for shape, count in trace.shapes.most_common(1):
                if count > query_counter.max_repeats:
                    raise RepeatedQueryError(f"{request_route(request)} repeated {count} times: {shape}")
        return response


def _log_request(request: HttpRequest, status: int, trace: Trace, took: float, *, quiet: bool) -> None:
    route = request.path_info if quiet else request_route(request)
    method = request.method if request.method in _KNOWN_METHODS else "other"
    metrics.REQUESTS_COUNTER.labels(route, method, str(status)).inc()
    metrics.REQUEST_SECONDS.labels(route).observe(took)
    metrics.REQUEST_QUERIES.labels(route).inc(trace.queries)
    level = logging.DEBUG if quiet or route == "static" else logging.INFO
    if logger.isEnabledFor(level):
        milliseconds = round(took * 1000, 1)
        about = {"route": route, "method": method, "status": status, "queries": trace.queries}
        line = "%s %s %d in %.1f ms, %d statements"
        extra = {**about, "duration_ms": milliseconds}
        logger.log(level, line, method, route, status, milliseconds, trace.queries, extra=extra)
