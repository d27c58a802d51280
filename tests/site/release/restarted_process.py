"""A web process that starts and stops as the site's own: uvicorn, graceful, ready half a second after its start."""

from __future__ import annotations

import time
from typing import Any

BEGAN = time.monotonic()
READY_AFTER = 0.5


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Answer everything with the time, which pictures may cache; /readyz says no at first. Sockets stay open."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        return
    status = 503 if scope["path"] == "/readyz" and time.monotonic() < BEGAN + READY_AFTER else 200
    stamp = f"{time.monotonic():020.9f}".encode()
    headers = [(b"content-length", b"%d" % len(stamp)), (b"vary", b"Accept-Language, Cookie")]
    if scope["path"].endswith(".svg"):
        headers.append((b"cache-control", b"public, max-age=31536000, immutable"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": stamp})
