"""Consumer of a page: sends the version numbers of one topic, and accepts nothing."""

import asyncio
import json
from asyncio import sleep
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from channels.db import database_sync_to_async

from live.pubsub import VERSION_LOST, listeners, require_valid_topic
from live.words import phrase_message, phrase_topic

CLOSE_TRY_LATER, CLOSE_BAD_MESSAGE = 1013, 4400
# A topic with thousands of followers notifies this many per second; each gets the newest version.
MAX_MESSAGES_PER_SECOND = 500
MANY_LISTENERS = 100

# By kind of topic, such as “deck”: a function that returns the current version of a key; None for an unknown key.
VERSION_READERS: dict[str, Callable[[str], int | None]] = {}

SendMessage = Callable[[dict[str, Any]], Awaitable[None]]


class TopicSocket:
    """`/ws/ring/<topic>/`: sends the topic’s version at every change; for a match, also phrases.

    A topic ends in an unguessable key, so anyone who can name the topic may know that it changed.

    Actions go over HTTP, so the socket is closed if the page sends a message.
    """

    async def __call__(self, scope: dict[str, Any], receive: Any, send: SendMessage) -> None:
        topic = scope["url_route"]["kwargs"]["topic"]
        await receive()
        try:
            require_valid_topic(topic)
        except ValueError:
            await send({"type": "websocket.close"})
            return
        versions: asyncio.Queue[int] = asyncio.Queue()

        def callback(_topic: str, version: int) -> None:
            versions.put_nowait(version)

        registry = listeners()
        await registry.add_listener(topic, callback)
        if registry.is_disconnected:
            # Close the socket, so that the page polls while notices of other processes can’t arrive.
            await registry.remove_listener(topic, callback)
            await send({"type": "websocket.close", "code": CLOSE_TRY_LATER})
            return
        await send({"type": "websocket.accept"})
        sending = [asyncio.create_task(_send_versions(topic, versions, send))]
        words: asyncio.Queue[int] = asyncio.Queue()

        def word_callback(_topic: str, notice: int) -> None:
            words.put_nowait(notice)

        kind, _dot, key = topic.partition(".")
        try:
            if kind == "match":
                await registry.add_listener(phrase_topic(key), word_callback)
                sending.append(asyncio.create_task(_send_phrases(words, send)))
            if kind in VERSION_READERS:  # send changes from before the socket was open, so that no page has to ask
                version = await database_sync_to_async(VERSION_READERS[kind])(key)
                if version is not None:
                    versions.put_nowait(version)
            if (await receive())["type"] != "websocket.disconnect":
                await send({"type": "websocket.close", "code": CLOSE_BAD_MESSAGE})
        finally:
            for task in sending:
                task.cancel()
            await registry.remove_listener(topic, callback)
            await registry.remove_listener(phrase_topic(key), word_callback)


async def _send_versions(topic: str, versions: asyncio.Queue[int], send: SendMessage) -> None:
    """Send topic and version of each notice; of several waiting notices only the newest, and no version twice."""
    notified = -1
    while True:
        version = await versions.get()
        while version != VERSION_LOST and not versions.empty():
            version = versions.get_nowait()
        if version == VERSION_LOST:
            await send({"type": "websocket.close", "code": CLOSE_TRY_LATER})
            return
        if version == notified:
            continue
        notified = version
        try:
            await send({"type": "websocket.send", "text": json.dumps({"topic": topic, "version": version})})
        except OSError:  # the page has gone
            return
        followers = listeners().listener_count(topic)
        if followers >= MANY_LISTENERS:
            await sleep(followers / MAX_MESSAGES_PER_SECOND)


async def _send_phrases(words: asyncio.Queue[int], send: SendMessage) -> None:
    with suppress(OSError):  # the page has gone
        while True:
            if (notice := await words.get()) != VERSION_LOST:
                await send({"type": "websocket.send", "text": phrase_message(notice)})
