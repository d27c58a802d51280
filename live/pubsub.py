"""Publish and subscribe: a service notifies a topic after its transaction, and every listener of the topic is called.

A listener in the notifying process is called in its event loop; the channel layer only carries notices to other
processes, so a site with one process doesn’t use it. All processes listen to one group. Notices that arrive while a
message is being sent go into the next message together, so that many tables cost one round trip to Redis.
"""

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

TOPIC_PATTERN = re.compile(r"[a-z]{1,16}\.[A-Za-z0-9]{1,32}")
# Stands for a version after notices of other processes may have been missed.
VERSION_LOST = -1
# The group of the channel layer that every process listens to; processes of two releases share it.
CHANNEL_GROUP = "rings"
VersionCallback = Callable[[str, int], None]
TopicVersion = tuple[str, int]


def require_valid_topic(topic: str) -> None:
    """Raise ValueError for an invalid topic; a valid one is "draft.k3j9…"."""
    if not TOPIC_PATTERN.fullmatch(topic):
        raise ValueError(f"not a topic: {topic!r}")


def notify(topic: str, version: int) -> None:
    """Notify all listeners that `topic` is at `version`, once the current transaction has committed.

    Channel layers promise no delivery, so pages also poll now and then. A failure to notify never undoes a write.
    """
    require_valid_topic(topic)
    transaction.on_commit(lambda: _notify_after_commit(topic, version), robust=True)


class Listeners:
    """The listeners of this process by topic; called in the event loop of its sockets."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._callbacks: dict[str, set[VersionCallback]] = {}
        self._layer = _layer_between_processes()
        self._channel = ""
        self._joining: asyncio.Task[None] | None = None
        self._outgoing: dict[str, int] = {}
        self._sending = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._lock = threading.Lock()
        self._waiting: dict[str, int] = {}

    async def add_listener(self, topic: str, callback: VersionCallback) -> None:
        """Call `callback` with topic and version at every notice; `VERSION_LOST` if one may have been missed."""
        require_valid_topic(topic)
        self._callbacks.setdefault(topic, set()).add(callback)
        if self._layer is None:
            return
        if self._joining is None or (self._joining.done() and not self._channel):
            self._joining = self.loop.create_task(self._join_channel_group(self._layer))
        await asyncio.shield(self._joining)

    async def _join_channel_group(self, layer: BaseChannelLayer) -> None:
        channel = await layer.new_channel()
        await layer.group_add(CHANNEL_GROUP, channel)
        self._channel = channel
        self._start_task(self._receive_from_others(layer))

    async def remove_listener(self, topic: str, callback: VersionCallback) -> None:
        left = self._callbacks.get(topic, set())
        left.discard(callback)
        if not left:
            self._callbacks.pop(topic, None)

    def listener_count(self, topic: str) -> int:
        return len(self._callbacks.get(topic, ()))

    @property
    def is_disconnected(self) -> bool:
        """Return whether notices of other processes can’t arrive now."""
        return self._layer is not None and bool(getattr(self._layer, "is_disconnected", False))

    def notify(self, notices: Iterable[TopicVersion]) -> None:
        """Notify this process’s listeners and the other processes, in the event loop."""
        notices = list(notices)
        for topic, version in notices:
            self._call_listeners(topic, version)
        if self._layer is None:
            return
        for topic, version in notices:
            self._outgoing[topic] = max(version, self._outgoing.get(topic, version))
        if self._outgoing and not self._sending:
            self._sending = True
            self._start_task(self._send_to_others(self._layer))

    async def _send_to_others(self, layer: BaseChannelLayer) -> None:
        """Notify the other processes until no notices are left."""
        try:
            while self._outgoing:
                notices, self._outgoing = self._outgoing, {}
                try:
                    await layer.group_send(CHANNEL_GROUP, _notices_message(notices, self._channel))
                except Exception:
                    logger.warning("Other processes were not notified; pages will notice when they ask.", exc_info=True)
        finally:
            self._sending = False

    def notify_threadsafe(self, topic: str, version: int) -> None:
        """Notify from any thread; simultaneous notices wake the loop once, with the newest version of each topic."""
        with self._lock:
            first = not self._waiting
            self._waiting[topic] = max(version, self._waiting.get(topic, version))
        if first:
            self.loop.call_soon_threadsafe(self._send_waiting_notices)

    def _send_waiting_notices(self) -> None:
        with self._lock:
            notices = list(self._waiting.items())
            self._waiting.clear()
        self.notify(notices)

    def _call_listeners(self, topic: str, version: int) -> None:
        for callback in tuple(self._callbacks.get(topic, ())):
            try:
                callback(topic, version)
            except Exception:
                logger.exception("A listener of %s failed.", topic)

    async def _receive_from_others(self, layer: BaseChannelLayer) -> None:
        while True:
            try:
                message = await layer.receive(self._channel)
            except Exception:
                logger.warning("Notices of other processes cannot be received; pages ask by themselves.", exc_info=True)
                await asyncio.sleep(1)
                continue
            if message["type"] == "lost":
                for topic in tuple(self._callbacks):  # any topic may have changed
                    self._call_listeners(topic, VERSION_LOST)
            elif message["sender"] != self._channel:
                for topic, version in message["notices"].items():
                    self._call_listeners(topic, version)

    def _start_task(self, work: Any) -> None:
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


_listeners_of_process: Listeners | None = None


def listeners() -> Listeners:
    """Return the listeners of the running event loop, created at the first call."""
    global _listeners_of_process
    loop = asyncio.get_running_loop()
    if _listeners_of_process is None or _listeners_of_process.loop is not loop:
        _listeners_of_process = Listeners(loop)
    return _listeners_of_process


def _layer_between_processes() -> BaseChannelLayer | None:
    """Return the channel layer; None if there is only one process."""
    layer = get_channel_layer()
    return None if isinstance(layer, InMemoryChannelLayer) else layer


def _notices_message(notices: Mapping[str, int], sender: str = "") -> dict[str, Any]:
    return {"type": "ring", "notices": dict(notices), "sender": sender}


def _notify_after_commit(topic: str, version: int) -> None:
    try:
        if _listeners_of_process is not None and _listeners_of_process.loop.is_running():
            _listeners_of_process.notify_threadsafe(topic, version)
            return
        layer = _layer_between_processes()
        if layer is not None:
            async_to_sync(layer.group_send)(CHANNEL_GROUP, _notices_message({topic: version}))
    except Exception:
        logger.warning("Nobody could be notified of %s; pages will notice when they ask.", topic, exc_info=True)
