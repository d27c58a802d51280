"""Connection: one connection to a browser or a proxy, read in small slices that are charged to its address.

It is in front of uvicorn’s protocol. Request heads are limited in bytes, lines and time, a response that nobody reads
is dropped, and while a request is handled the next one is not parsed. Bodies are limited where they are read
(`one_thread_handler`).
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tenmoons.serving.address_accounts import AddressAccount, transport_meter

PARSED_BYTES_PER_STEP = 2048
MAX_HEAD_SECONDS, MAX_HEAD_BYTES, MAX_HEADER_LINES = 10, 65_536, 256
# A response is dropped if fewer bytes of it were read in this many seconds.
PROGRESS_SECONDS, PROGRESS_BYTES = 30, 65_536
# Measured cost of a WebSocket handshake, including its consumer and its log line.
HANDSHAKE_PROCESSOR_SECONDS = 0.002
AsgiApplication = Callable[[Any, Any, Any], Awaitable[None]]


class BoundedHeaderProtocol(HttpToolsProtocol):
    """uvicorn’s HTTP protocol that also counts header lines, including those after a body."""

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take one line; a line too many closes the connection."""
        if len(self.headers) >= MAX_HEADER_LINES:
            self.transport.abort()
        else:
            super().on_header(name, value)


class MeteredClientConnection(asyncio.BufferedProtocol):
    """Passes bytes from the transport to uvicorn’s HTTP protocol, and after an upgrade to its WebSocket protocol."""

    http_protocol: Callable[..., Any] = BoundedHeaderProtocol

    def __init__(self, *, config: Any, server_state: Any, app_state: dict[str, Any], _loop: Any = None) -> None:
        state = {**app_state, "connection": self}
        self.protocol = self.http_protocol(config=config, server_state=server_state, app_state=state, _loop=_loop)
        self.account = self._counted_by = AddressAccount("")
        self._buffer, self._arrived = bytearray(PARSED_BYTES_PER_STEP), b""
        self._is_open = self._is_reading = True
        self._is_queued = self._is_suspended = self.is_paused = False
        self._head_bytes: int | None = 0  # None while no head is expected
        self._head_timer: asyncio.TimerHandle | None = None
        self._answer_timer: asyncio.TimerHandle | None = None
        self._written = 0

    def connection_made(self, transport: Any) -> None:
        """Wait for the first head, unless the address has too many connections."""
        self._transport, peer = transport, transport.get_extra_info("peername")
        # A proxy’s connection carries several visitors, each with an account of their own.
        if not settings.TRUSTED_PROXIES and isinstance(peer, tuple):
            self.account = self._counted_by = transport_meter.account(str(peer[0]))
        self._is_open = self.account.can_open_connection()
        self._counted_by.open += 1
        if not self._is_open:
            transport.abort()
            return
        self.protocol.connection_made(_ConnectionTransport(self, transport))
        self._wait_for_head()

    def get_buffer(self, sizehint: int) -> bytearray:
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        self._arrived += self._buffer[:nbytes]
        self.continue_parsing()

    def continue_parsing(self) -> None:
        """Queue received data, unless it is paused; only read on while there is room for another slice."""
        if self._arrived and not (self._is_queued or self._is_suspended or self.is_paused):
            self._is_queued = True
            self.account.run_step_in_turn(self._pass_to_protocol)
        self._read_or_pause()

    def _pass_to_protocol(self) -> None:
        self._is_queued = False
        if self._is_suspended or self.is_paused or self._transport.is_closing():  # since it was queued
            self._read_or_pause()
            return
        piece, self._arrived = self._arrived, b""
        if self._head_bytes is not None:
            if self._head_bytes > MAX_HEAD_BYTES:
                self._transport.abort()
                return
            self._head_bytes += len(piece)
            if self._head_timer is None:
                self._wait_for_head()
        try:
            self.protocol.data_received(piece)
        except Exception:
            self._transport.abort()
            raise
        self._read_or_pause()

    def _read_or_pause(self) -> None:
        wanted = not self._is_queued and len(self._arrived) < PARSED_BYTES_PER_STEP
        if wanted != self._is_reading and not self._transport.is_closing():
            self._is_reading = wanted
            if wanted:
                self._transport.resume_reading()
            else:
                self._transport.pause_reading()

    def suspend_parsing(self, is_suspended: bool) -> None:
        """Parse nothing while a request is handled, but notice when the client disconnects."""
        if self._is_suspended and not is_suspended:
            asyncio.get_running_loop().call_soon(self.continue_parsing)
        self._is_suspended = is_suspended

    def begin_call(self, account: AddressAccount | None = None) -> None:
        """Note that a head is complete; a WebSocket has an account for everything that follows."""
        self._head_bytes = None
        _cancel_timer(self._head_timer)
        self._head_timer = None
        if account is not None:
            self.account = account

    def end_call(self) -> None:
        """Accept the next head."""
        self._head_bytes = 0
        self.suspend_parsing(False)

    def _wait_for_head(self) -> None:
        self._head_timer = asyncio.get_running_loop().call_later(MAX_HEAD_SECONDS, self._on_head_timeout)

    def _on_head_timeout(self) -> None:
        if self._is_queued:  # received data waits for its address’s turn
            self._wait_for_head()
        else:
            self._transport.abort()

    def watch_response_progress(self, written: int) -> None:
        self._written += written
        if self._answer_timer is None:
            taken = self._written - self._transport.get_write_buffer_size()
            self._answer_timer = asyncio.get_running_loop().call_later(
                PROGRESS_SECONDS, self._check_response_progress, taken
            )

    def _check_response_progress(self, taken_before: int) -> None:
        self._answer_timer, left = None, self._transport.get_write_buffer_size()
        if left and self._written - left < taken_before + PROGRESS_BYTES:
            self._transport.abort()
        elif left:
            self.watch_response_progress(0)

    def pause_writing(self) -> None:
        self.protocol.pause_writing()

    def resume_writing(self) -> None:
        self.protocol.resume_writing()

    def eof_received(self) -> bool | None:
        ends: bool | None = self.protocol.eof_received() if self._is_open else None
        return ends

    def connection_lost(self, exc: Exception | None) -> None:
        self._counted_by.open -= 1
        _cancel_timer(self._head_timer)
        _cancel_timer(self._answer_timer)
        if self._is_open:
            self._is_open = False
            self.protocol.connection_lost(exc)


def _cancel_timer(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()


class _ConnectionTransport:
    """The transport as the protocols see it; the connection decides about pausing and resuming."""

    def __init__(self, connection: MeteredClientConnection, transport: Any) -> None:
        self._connection, self._transport = connection, transport

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, written: bytes) -> None:
        """Send bytes, and check that they are read."""
        self._transport.write(written)
        self._connection.watch_response_progress(len(written))

    def set_protocol(self, protocol: Any) -> None:
        self._connection.protocol = protocol

    def pause_reading(self) -> None:
        self._connection.is_paused = True

    def resume_reading(self) -> None:
        """Parse again, but not at once: the protocol may be busy."""
        self._connection.is_paused = False
        asyncio.get_running_loop().call_soon(self._connection.continue_parsing)


class MeteredCalls:
    """ASGI middleware: marks a connection’s calls and charges handshakes, to the visitor also behind a proxy."""

    def __init__(self, application: AsgiApplication) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass a call on, or reject it if the address has too many."""
        account, is_socket = transport_meter.account_of_caller(scope), scope["type"] == "websocket"
        connection: MeteredClientConnection | None = scope.get("state", {}).get("connection")
        is_counted = connection is not None and connection.account is account
        if not is_counted and not account.can_open_connection():
            refuse = _refuse_socket if is_socket else _refuse_request
            await refuse(receive, send)
            return
        account.open += not is_counted
        try:
            if connection is not None:
                connection.begin_call(account if is_socket else None)
                call = _MeteredCall(connection, receive, send)
                receive, send = (receive, call.send) if is_socket else (call.receive, send)
            if is_socket:
                await asyncio.sleep(account.loop_time.spend_seconds(HANDSHAKE_PROCESSOR_SECONDS))
            await self._application(scope, receive, send)
        finally:
            account.open -= not is_counted
            if connection is not None and not is_socket:
                connection.end_call()


class _MeteredCall:
    """A call during which nothing more is parsed, except a body that is read and messages of an open WebSocket."""

    def __init__(self, connection: MeteredClientConnection, receive: Any, send: Any) -> None:
        self._connection, self._receive, self._send, self._is_whole = connection, receive, send, False
        connection.suspend_parsing(True)

    async def receive(self) -> Any:
        if not self._is_whole:
            self._connection.suspend_parsing(False)
        message = await self._receive()
        self._is_whole = self._is_whole or not message.get("more_body", False)
        self._connection.suspend_parsing(self._is_whole)
        return message

    async def send(self, message: Any) -> None:
        """Send a message of a WebSocket; after the first, the client’s messages are accepted."""
        await self._send(message)
        self._connection.suspend_parsing(False)


async def _refuse_request(_receive: Any, send: Any) -> None:
    headers = [(b"content-length", b"0"), (b"retry-after", b"%d" % PROGRESS_SECONDS)]
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


async def _refuse_socket(receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.close"})
