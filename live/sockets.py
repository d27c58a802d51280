"""Sockets with an identity: accept, identify, close with a code, and end with the session.

The first message says who opens the socket. A socket is closed with a code that says why (docs/api.md).
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from django.db import Error

from common.errors import DomainError, NotAllowed
from common.json_depth import parse_json
from live.consumers import CLOSE_BAD_MESSAGE, CLOSE_TRY_LATER, SendMessage
from live.pubsub import listeners

HELLO_TIMEOUT_SECONDS, MAX_MESSAGE_CHARACTERS = 10, 4000
# Pause this many seconds after a refused message: strangers may send hundreds per second.
REFUSAL_PAUSE_SECONDS = 0.1
CLOSE_NOT_IDENTIFIED = 4401
# Close codes by the error of the first message; the first matching class decides.
CLOSE_CODES: dict[type[Exception], int] = {NotAllowed: CLOSE_NOT_IDENTIFIED, DomainError: 4404, Error: CLOSE_TRY_LATER,
                                           TimeoutError: 4408, ValueError: CLOSE_BAD_MESSAGE}  # fmt: skip


class ConnectedSocket:
    """A socket that gets the newest view when `changed` is set; `end_topic` announces its session’s end."""

    def __init__(self, send: SendMessage, end_topic: str) -> None:
        self._send, self.end_topic, self.changed = send, end_topic, asyncio.Event()

    async def send(self, message: str) -> None:
        await self._send({"type": "websocket.send", "text": message})

    async def send_newest(self) -> None:
        raise NotImplementedError

    async def send_changes(self) -> None:
        """Send the newest view at every change, until the page is closed."""
        while True:
            await self.changed.wait()
            self.changed.clear()
            try:
                await self.send_newest()
            except OSError:
                return


SocketKind = TypeVar("SocketKind", bound=ConnectedSocket)
# Takes a message; returns whether it was accepted.
TakeMessage = Callable[[SocketKind, dict[str, Any]], Awaitable[bool]]


async def serve_socket(
    receive: Any,
    send: SendMessage,
    open_socket: Callable[[dict[str, Any]], Awaitable[SocketKind]],
    take_message: TakeMessage[SocketKind],
    close_socket: Callable[[SocketKind], Awaitable[None]],
) -> None:
    """Accept a socket, open it by its first message, and serve it until it closes.

    `open_socket` raises `DomainError` for a stranger, ValueError for an invalid message.
    """
    if (await receive())["type"] != "websocket.connect":
        return
    await send({"type": "websocket.accept"})
    try:
        hello = await asyncio.wait_for(_receive_json_object(receive), HELLO_TIMEOUT_SECONDS)
        if hello is None:
            return
        socket = await open_socket(hello)
    except tuple(CLOSE_CODES) as error:
        code = next(code for kind, code in CLOSE_CODES.items() if isinstance(error, kind))
        await send({"type": "websocket.close", "code": code})
        return
    try:
        await _serve_until_end(socket, handle_messages(socket, receive, take_message), send)
    finally:
        await close_socket(socket)


async def _serve_until_end(socket: ConnectedSocket, receiving: Coroutine[Any, Any, None], send: SendMessage) -> None:
    """Serve until the client leaves, sends an invalid message, or is logged out."""
    ended = asyncio.Event()

    def callback(_topic: str, _version: int) -> None:
        ended.set()

    if socket.end_topic:
        await listeners().add_listener(socket.end_topic, callback)
    sender, receiver, end = (asyncio.create_task(job) for job in (socket.send_changes(), receiving, ended.wait()))
    try:
        await asyncio.wait((receiver, end), return_when=asyncio.FIRST_COMPLETED)
        if ended.is_set():
            await send({"type": "websocket.close", "code": CLOSE_NOT_IDENTIFIED})
        elif isinstance(receiver.exception(), ValueError):
            await send({"type": "websocket.close", "code": CLOSE_BAD_MESSAGE})
        else:
            await receiver
    finally:
        for task in (sender, receiver, end):
            task.cancel()
        if socket.end_topic:
            await listeners().remove_listener(socket.end_topic, callback)


async def handle_messages(socket: SocketKind, receive: Any, take_message: TakeMessage[SocketKind]) -> None:
    """Take messages until the client leaves; raises ValueError for a message that isn’t a JSON object."""
    while (message := await _receive_json_object(receive)) is not None:
        if not await take_message(socket, message):
            await asyncio.sleep(REFUSAL_PAUSE_SECONDS)


async def _receive_json_object(receive: Any) -> dict[str, Any] | None:
    """Return the next message; None if the client has left. Raises ValueError unless it’s a JSON object."""
    event = await receive()
    if event["type"] != "websocket.receive":
        return None
    text = event.get("text") or ""
    message = parse_json(text) if len(text) <= MAX_MESSAGE_CHARACTERS else None
    if not isinstance(message, dict):
        raise ValueError("not an object")
    return message
