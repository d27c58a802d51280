"""Ringing: from a service, after its transaction, to everybody who listens to a topic.

A listener in the process that notifies is called in its loop, without a detour; the channel layer is only the way to
other processes, and a site of one process does not use it. All processes listen to one group: what is notified while a
message is on its way goes together into the next, so that many tables cost one round trip to Redis.
"""

from __future__ import annotations

import asyncio
import logging
import re
import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import BaseChannelLayer, InMemoryChannelLayer, get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)

TOPIC = re.compile(r"[a-z]{1,16}\.[A-Za-z0-9]{1,32}")
# Told instead of a version when bells of other processes may have been missed.
LOST = -1
# The one group of the channel layer that every process listens to.
GROUP = "rings"
Heard = Callable[[str, int], None]
Notice = tuple[str, int]


def check_topic(topic: str) -> None:
    """Raise ValueError for what is not a topic such as "draft.k3j9…"."""
    if not TOPIC.fullmatch(topic):
        raise ValueError(f"not a topic: {topic!r}")


def ring(topic: str, version: int) -> None:
    """Tell everybody who listens that `topic` is now at `version`, once the present transaction has committed.

    The notice may get lost (channel layers promise no more), so a page also asks now and then. A bell that cannot
    ring never undoes what was written.
    """
    check_topic(topic)
    transaction.on_commit(lambda: _send(topic, version), robust=True)


class Ears:
    """The listeners of this process; they live in one loop, that of its sockets."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.listeners: dict[str, set[Heard]] = {}
        self._layer = _way_out()
        self._channel = ""
        self._joining: asyncio.Task[None] | None = None
        self._outgoing: dict[str, int] = {}
        self._sending = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._lock = threading.Lock()
        self._waiting: dict[str, int] = {}

    async def listen(self, topic: str, heard: Heard) -> None:
        """Call `heard` in the loop with the topic and its version whenever it rings, here or in another process.

        The version is `LOST` where it may have rung unheard.
        """
        check_topic(topic)
        self.listeners.setdefault(topic, set()).add(heard)
        if self._layer is None:
            return
        if self._joining is None or (self._joining.done() and not self._channel):
            self._joining = self.loop.create_task(self._join(self._layer))
        await asyncio.shield(self._joining)

    async def _join(self, layer: BaseChannelLayer) -> None:
        channel = await layer.new_channel()
        await layer.group_add(GROUP, channel)
        self._channel = channel
        self._begin(self._hear_others(layer))

    async def leave(self, topic: str, heard: Heard) -> None:
        """Stop."""
        left = self.listeners.get(topic, set())
        left.discard(heard)
        if not left:
            self.listeners.pop(topic, None)

    @property
    def deaf(self) -> bool:
        """Whether the bells of other processes cannot be heard now."""
        return self._layer is not None and bool(getattr(self._layer, "disconnected", False))

    def tell(self, notices: Iterable[Notice]) -> None:
        """Ring at once, in the loop: here, and for the other processes."""
        notices = list(notices)
        for topic, version in notices:
            self._tell(topic, version)
        if self._layer is None:
            return
        for topic, version in notices:
            self._outgoing[topic] = max(version, self._outgoing.get(topic, version))
        if self._outgoing and not self._sending:
            self._sending = True
            self._begin(self._pass_on(self._layer))

    async def _pass_on(self, layer: BaseChannelLayer) -> None:
        """Tell the other processes, until nothing has come in meanwhile."""
        try:
            while self._outgoing:
                notices, self._outgoing = self._outgoing, {}
                try:
                    await layer.group_send(GROUP, _message(notices, self._channel))
                except Exception:
                    logger.warning("Other processes could not be told; pages will notice when they ask.", exc_info=True)
        finally:
            self._sending = False

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
            elif message["sender"] != self._channel:
                for topic, version in message["notices"].items():
                    self._tell(topic, version)

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


def _message(notices: Mapping[str, int], sender: str = "") -> dict[str, Any]:
    return {"type": "ring", "notices": dict(notices), "sender": sender}


def _send(topic: str, version: int) -> None:
    try:
        if _ears is not None and _ears.loop.is_running():
            _ears.tell_soon(topic, version)
            return
        layer = _way_out()
        if layer is not None:
            async_to_sync(layer.group_send)(GROUP, _message({topic: version}))
    except Exception:
        logger.warning("The bell of %s could not ring; pages will notice when they ask.", topic, exc_info=True)
