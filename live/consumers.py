"""The socket of a page: it listens to one topic and hears only that topic's version numbers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from live.pubsub import LOST, check_topic, ears

TRY_LATER = 1013

Send = Callable[[dict[str, Any]], Awaitable[None]]


class RingSocket:
    """`/ws/ring/<topic>/`. A topic ends in an unguessable key, so anyone who can name it may hear that it changed.

    Nothing a page says here is heard: actions go over HTTP.
    """

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Send) -> None:
        """Listen to the topic, or refuse one that cannot be one."""
        topic = scope["url_route"]["kwargs"]["topic"]
        await receive()
        try:
            check_topic(topic)
        except ValueError:
            await send({"type": "websocket.close"})
            return
        versions: asyncio.Queue[int] = asyncio.Queue()

        def heard(_topic: str, version: int) -> None:
            versions.put_nowait(version)

        listening = ears()
        await listening.listen(topic, heard)
        if listening.deaf:
            # Without a socket the page asks by itself, until one can tell it what other processes do.
            await listening.leave(topic, heard)
            await send({"type": "websocket.close", "code": TRY_LATER})
            return
        await send({"type": "websocket.accept"})
        telling = asyncio.create_task(_tell(topic, versions, send))
        try:
            while (await receive())["type"] != "websocket.disconnect":
                pass
        finally:
            telling.cancel()
            await listening.leave(topic, heard)


async def _tell(topic: str, versions: asyncio.Queue[int], send: Send) -> None:
    """Pass each notice on: the topic and its version; of those that wait only the newest, and none twice."""
    told = -1
    while True:
        version = await versions.get()
        while version != LOST and not versions.empty():
            version = versions.get_nowait()
        if version == LOST:
            await send({"type": "websocket.close", "code": TRY_LATER})
            return
        if version == told:
            continue
        told = version
        try:
            await send({"type": "websocket.send", "text": json.dumps({"topic": topic, "version": version})})
        except OSError:  # the page has gone
            return
