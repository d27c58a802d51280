"""Ringing: from a service, after its transaction, to everybody who listens to a topic.

A listener in the process that notifies is called in its loop, without a detour; the channel layer is only the way to
other processes, and a site of one process does not use it.
"""

from __future__ import annotations

import asyncio
import logging
import re
import threading
from collections.abc import Callable, Iterable
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import BaseChannelLayer, InMemoryChannelLayer, get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)

TOPIC = re.compile(r"[a-z]{1,16}\.[A-Za-z0-9]{1,32}")
# Told instead of a version when bells of other processes may have been missed.
LOST = -1
Heard = Callable[[str, int], None]
Notice = tuple[str, int]


def group(topic: str) -> str:
    """The channel group of a topic such as "draft.k3j9…"; raises ValueError for anything else."""
    if not TOPIC.fullmatch(topic):
        raise ValueError(f"not a topic: {topic!r}")
    return f"ring.{topic}"


def ring(topic: str, version: int) -> None:
    """Tell everybody who listens that `topic` is now at `version`, once the present transaction has committed.

    The notice may get lost (channel layers promise no more), so a page also asks now and then. A bell that cannot
    ring never undoes what was written.
    """
    name = group(topic)
    transaction.on_commit(lambda: _send(name, topic, version), robust=True)


class Ears:
    """The listeners of this process; they live in one loop, that of its sockets."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.listeners: dict[str, set[Heard]] = {}
        self._layer = _way_out()
        self._channel = ""
        self._tasks: set[asyncio.Task[None]] = set()
        self._lock = threading.Lock()
        self._waiting: dict[str, int] = {}

    async def listen(self, topic: str, heard: Heard) -> None:
        """Call `heard` in the loop with the topic and its version whenever it rings, here or in another process.

        The version is `LOST` where it may have rung unheard.
        """
        name = group(topic)
        first = topic not in self.listeners
        self.listeners.setdefault(topic, set()).add(heard)
        if first and self._layer is not None:
            if not self._channel:
                self._channel = await self._layer.new_channel()
                self._begin(self._hear_others(self._layer))
            await self._layer.group_add(name, self._channel)

    async def leave(self, topic: str, heard: Heard) -> None:
        """Stop."""
        left = self.listeners.get(topic, set())
        left.discard(heard)
        if not left and self.listeners.pop(topic, None) is not None and self._layer is not None:
            await self._layer.group_discard(group(topic), self._channel)

    @property
    def deaf(self) -> bool:
        """Whether the bells of other processes cannot be heard now."""
        return self._layer is not None and bool(getattr(self._layer, "disconnected", False))

    def tell(self, notices: Iterable[Notice]) -> None:
        """Ring at once, in the loop: here, and for the other processes."""
        notices = list(notices)
        for topic, version in notices:
            self._tell(topic, version)
        if self._layer is not None:
            self._begin(_pass_on(self._layer, notices))

    def tell_soon(self, topic: str, version: int) -> None:
        """The same from any thread; bells that ring together wake the loop once, of one topic the newest is told."""
        with self._lock:
            first = not self._waiting
            self._waiting[topic] = max(version, self._waiting.get(topic, version))
        if first:
            self.loop.call_soon_threadsafe(self._tell_waiting)

    def _tell_waiting(self) -> None:
        with self._lock:
            notices = list(self._waiting.items())
            self._waiting.clear()
        self.tell(notices)

    def _tell(self, topic: str, version: int) -> None:
        for heard in tuple(self.listeners.get(topic, ())):
            try:
                heard(topic, version)
            except Exception:
                logger.exception("Somebody who listens to %s could not be told.", topic)

    async def _hear_others(self, layer: BaseChannelLayer) -> None:
        while True:
            try:
                message = await layer.receive(self._channel)
            except Exception:
                logger.warning("The bells of other processes cannot be heard; pages ask by themselves.", exc_info=True)
                await asyncio.sleep(1)
                continue
            if message["type"] == "lost":
                self._tell_lost()
            else:
                self._tell(str(message["topic"]), int(message["version"]))

    def _tell_lost(self) -> None:
        """Every topic may have changed, and nobody would say so: version -1."""
        for topic in tuple(self.listeners):
            self._tell(topic, LOST)

    def _begin(self, work: Any) -> None:
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


_ears: Ears | None = None


def ears() -> Ears:
    """Those of the running loop, which is that of the server; called by listeners."""
    global _ears
    loop = asyncio.get_running_loop()
    if _ears is None or _ears.loop is not loop:
        _ears = Ears(loop)
    return _ears


def _way_out() -> BaseChannelLayer | None:
    """The layer between processes; None where there is only one."""
    layer = get_channel_layer()
    return None if isinstance(layer, InMemoryChannelLayer) else layer


def _message(topic: str, version: int) -> dict[str, Any]:
    return {"type": "ring", "topic": topic, "version": version}


async def _pass_on(layer: BaseChannelLayer, notices: Iterable[Notice]) -> None:
    for topic, version in notices:
        try:
            await layer.group_send(group(topic), _message(topic, version))
        except Exception:
            logger.warning("The bell of %s could not ring; pages will notice when they ask.", topic, exc_info=True)


def _send(name: str, topic: str, version: int) -> None:
    try:
        if _ears is not None and _ears.loop.is_running():
            _ears.tell_soon(topic, version)
            return
        layer = _way_out()
        if layer is not None:
            async_to_sync(layer.group_send)(name, _message(topic, version))
    except Exception:
        logger.warning("The bell of %s could not ring; pages will notice when they ask.", topic, exc_info=True)
