"""The socket of a page: it listens to one topic and hears only that topic's version numbers."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer

from live.bell import group, keep_loop


class RingConsumer(AsyncWebsocketConsumer):
    """`/ws/ring/<topic>/`. A topic ends in an unguessable key, so whoever can name it may hear that it changed."""

    group_name: str | None = None

    async def connect(self) -> None:
        """Join the group of the topic, or refuse a topic that cannot be one."""
        keep_loop(asyncio.get_running_loop())
        try:
            self.group_name = group(self.scope["url_route"]["kwargs"]["topic"])
        except ValueError:
            await self.close()
            return
        await self.channel_layer.group_add(self.group_name, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        """Leave the group."""
        if self.group_name:
            await self.channel_layer.group_discard(self.group_name, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Nothing a page says here is heard: actions go over HTTP."""

    async def ring(self, event: dict[str, Any]) -> None:
        """Pass a notice on: the topic and its version, field by field."""
        await self.send(text_data=json.dumps({"topic": event["topic"], "version": event["version"]}))
