"""Bounded heads: a connection on which no whole head of a request comes in time, or a huge one, is closed.

uvicorn waits without end for the rest of a head. Bodies are bounded where they are read (`one_thread_handler`).
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 10
MAX_HEAD_BYTES = 65_536


class BoundedHeads(HttpToolsProtocol):
    """uvicorn's protocol for HTTP with a time limit from the first byte to the end of the head, and a limit of size."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._late: asyncio.TimerHandle | None = None
        self._head_bytes = 0

    def connection_made(self, transport: Any) -> None:
        """Wait for the first head."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Wait for the head that begins here, unless the answer to one before it is under way."""
        if self._late is None and not self._answering():
            self._wait()
        super().data_received(data)
        self._head_bytes += len(data)
        if self._answering():
            self._end_wait()
        elif self._head_bytes > MAX_HEAD_BYTES:
            self.transport.close()

    def handle_websocket_upgrade(self) -> None:
        """The connection becomes a socket."""
        self._end_wait()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for any more."""
        self._end_wait()
        super().connection_lost(exc)

    def _answering(self) -> bool:
        cycle: Any = self.cycle  # None before the first request
        return cycle is not None and not cycle.response_complete

    def _wait(self) -> None:
        self._late = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _end_wait(self) -> None:
        self._head_bytes = 0
        if self._late is not None:
            self._late.cancel()
            self._late = None
