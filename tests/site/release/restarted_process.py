"""A web process as the site's own end and begin: uvicorn, graceful, ready half a second after its start."""

from __future__ import annotations

import time
from typing import Any

BEGAN = time.monotonic()
READY_AFTER = 0.5


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Answers everything; /readyz says no at first."""
    status = 503 if scope["path"] == "/readyz" and time.monotonic() < BEGAN + READY_AFTER else 200
    await send({"type": "http.response.start", "status": status, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})
