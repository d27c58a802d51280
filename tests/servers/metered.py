"""A server of uvicorn on loopback whose connections are metered, in the event loop of a test."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import uvicorn

from tenmoons.serving.connection import MeteredCalls, MeteredClientConnection


class Seen(MeteredClientConnection):
    """A connection that records itself, the sizes it passes on, and how long its address still had to wait."""

    all: list[Seen] = []

    def __init__(self, **about: Any) -> None:
        super().__init__(**about)
        self.sizes: list[int] = []
        self.waits: list[float] = []
        Seen.all.append(self)

    def _pass_to_protocol(self) -> None:
        self.sizes.append(len(self._arrived))
        self.waits.append(self.account.loop_time.seconds_to_wait())
        super()._pass_to_protocol()


@asynccontextmanager
async def served(
    application: Any, *, http: Callable[..., Any] | None = None, **options: Any
) -> AsyncIterator[tuple[int, list[Seen]]]:
    """Yield the port, and the connections that are made."""
    Seen.all = []
    kind: Any = Seen if http is None else type("Other", (Seen,), {"http_protocol": staticmethod(http)})
    config = uvicorn.Config(
        MeteredCalls(application),
        port=0,
        http=kind,
        lifespan="off",
        log_level="critical",
        ws_max_size=16_384,
        **options,
    )
    server = uvicorn.Server(config)
    config.load()
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    try:
        yield server.servers[0].sockets[0].getsockname()[1], Seen.all
    finally:
        for connection in Seen.all:
            connection._transport.abort()
        await asyncio.wait_for(server.shutdown(), 60)
