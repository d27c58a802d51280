"""WebSocket metrics: a trace id, a gauge of open sockets, and a log line when one closes."""

import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

from common import metrics
from tenmoons.monitoring.trace import REQUEST_ID_HEADER, Trace, current_trace, request_id_of

logger = logging.getLogger("tenmoons.sockets")

_REQUEST_ID_HEADER = REQUEST_ID_HEADER.lower().encode()
_SOCKET_KINDS = {"ring": "ring", "drafts": "draft"}
AsgiApplication = Callable[[Any, Any, Any], Awaitable[None]]


class SocketCounting:
    """ASGI middleware that counts the sockets of an application."""

    def __init__(self, application: AsgiApplication) -> None:
        self._application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Callable[[Any], Awaitable[None]]) -> None:
        header = dict(scope.get("headers", ())).get(_REQUEST_ID_HEADER, b"").decode("latin-1")
        token, began = current_trace.set(Trace(request_id_of(header))), time.monotonic()
        parts = str(scope.get("path", "")).split("/")
        kind = _SOCKET_KINDS.get(parts[2] if len(parts) > 2 else "", "other")
        opened, code = False, 0

        async def noted(event: dict[str, Any]) -> None:
            nonlocal opened, code
            if event["type"] == "websocket.accept" and not opened:
                opened = True
                metrics.OPEN_SOCKETS_GAUGE.labels(kind).inc()
            elif event["type"] == "websocket.close":
                code = event.get("code", 1000)
            await send(event)

        try:
            await self._application(scope, receive, noted)
        finally:
            if opened:
                metrics.OPEN_SOCKETS_GAUGE.labels(kind).dec()
            took = time.monotonic() - began
            extra = {"socket": kind, "code": code, "duration_ms": round(took * 1000)}
            logger.info("socket %s gone after %.1f s", kind, took, extra=extra)
            current_trace.reset(token)
