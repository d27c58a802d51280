"""Ringing: from a service, after its transaction, to every socket that listens to a topic."""

from __future__ import annotations

import asyncio
import logging
import re
import threading
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)

TOPIC = re.compile(r"[a-z]{1,16}\.[A-Za-z0-9]{1,32}")
# The loop of the server, kept when the first socket connects: the in-memory layer wakes only its own loop at once.
_loop: asyncio.AbstractEventLoop | None = None
_lock = threading.Lock()
_waiting: dict[str, dict[str, Any]] = {}


def keep_loop(loop: asyncio.AbstractEventLoop) -> None:
    """Remember the loop in which the sockets of this process live."""
    global _loop
    _loop = loop


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


def _ring_together(loop: asyncio.AbstractEventLoop, name: str, message: dict[str, Any]) -> None:
    """Wake the loop once for all the bells that ring together; of one topic only the newest notice goes out."""
    with _lock:
        first = not _waiting
        _waiting[name] = message
    if first:
        loop.call_soon_threadsafe(lambda: loop.create_task(_send_all()))


async def _send_all() -> None:
    with _lock:
        notices = dict(_waiting)
        _waiting.clear()
    layer = get_channel_layer()
    if layer is None:
        return
    for name, message in notices.items():
        try:
            await layer.group_send(name, message)
        except Exception:
            logger.warning("The bell of %s could not ring; pages will notice when they ask.", name, exc_info=True)


def _send(name: str, topic: str, version: int) -> None:
    layer = get_channel_layer()
    if layer is None:
        return
    message = {"type": "ring", "topic": topic, "version": version}
    try:
        if _loop is not None and _loop.is_running():
            _ring_together(_loop, name, message)
        else:
            async_to_sync(layer.group_send)(name, message)
    except Exception:
        logger.warning("The bell of %s could not ring; pages will notice when they ask.", topic, exc_info=True)
