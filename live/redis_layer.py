"""The line between processes by which bells ring, on Redis. It may be cut at any moment and mends itself.

While it is away nothing fails and nobody waits: what rings is heard in its own process only, and whoever listens is
told `{"type": "lost"}`, so that pages ask by themselves until the line is back.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer, RedisPubSubLoopLayer, RedisSingleShardConnection
from channels_redis.utils import _close_redis, _wrap_close
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

logger = logging.getLogger(__name__)

LOST = (RedisError, OSError, TimeoutError)
# How often a line that is away is tried again, in seconds.
AGAIN = 1.0
OPTIONS: dict[str, Any] = {
    "socket_connect_timeout": 2,
    "socket_timeout": 5,
    "health_check_interval": 15,
    # No second try behind our back: whatever rang while the line was cut has not been heard, and that must be known.
    "retry": Retry(NoBackoff(), 0),
}


class Line(RedisSingleShardConnection):  # type: ignore[misc]
    """One connection to one Redis: everything wanted is heard again once it is back."""

    _redis: Any
    _pubsub: Any

    def __init__(self, host: dict[str, Any], channel_layer: Any) -> None:
        super().__init__({**host, **OPTIONS}, channel_layer)
        self.wanted: set[str] = set()
        self.away = False

    async def publish(self, channel: str, message: bytes) -> None:
        """Ring in all processes, or not at all."""
        if self.away:
            return
        try:
            await super().publish(channel, message)
        except LOST as error:
            self._gone(error)

    async def subscribe(self, channel: str) -> None:
        """Hear this channel, at the latest when the line is back."""
        self.wanted.add(channel)
        self._ensure_receiver()
        if self.away:
            return
        try:
            await super().subscribe(channel)
        except LOST as error:
            self._gone(error)

    async def unsubscribe(self, channel: str) -> None:
        """Hear it no more."""
        self.wanted.discard(channel)
        if self.away:
            return
        try:
            await super().unsubscribe(channel)
        except LOST as error:
            self._gone(error)

    async def _do_receiving(self) -> None:
        while True:
            try:
                if self.away:
                    await self._mend()
                if self._pubsub and self._pubsub.subscribed:
                    message = await self._pubsub.get_message(ignore_subscribe_messages=True, timeout=0.5)
                    self._receive_message(message)
                else:
                    await asyncio.sleep(0.1)
            except LOST as error:
                self._gone(error)
                await asyncio.sleep(AGAIN)
            except Exception:
                logger.exception("A bell of another process could not be heard.")
                await asyncio.sleep(AGAIN)

    def _gone(self, error: BaseException) -> None:
        if self.away or self._receive_task is None:  # nobody listens here, so nothing is missed
            return
        self.away = True
        logger.warning("The line between processes is cut (%s); pages ask by themselves.", type(error).__name__)
        layer = self.channel_layer
        for queue in layer.channels.values():
            queue.put_nowait(layer.channel_layer.serialize({"type": "lost"}))

    async def _mend(self) -> None:
        """A new connection, and everything that is wanted; raises what keeps the line away."""
        async with self._lock:
            old, self._redis, self._pubsub = self._redis, None, None
            if old is not None:
                await _close_redis(old)
            self._ensure_redis()
            await self._redis.ping()
            self._subscribed_to = set()
            for channel in sorted(self.wanted):
                await self._pubsub.subscribe(channel)
                self._subscribed_to.add(channel)
            self.away = False
        logger.warning("The line between processes is back.")


class LoopLayer(RedisPubSubLoopLayer):  # type: ignore[misc]
    """The lines of one event loop."""

    _shards: list[Any]

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._shards = [Line(shard.host, self) for shard in self._shards]

    @property
    def away(self) -> bool:
        """Whether bells of other processes cannot be heard now."""
        return any(line.away for line in self._shards)


class Layer(RedisPubSubChannelLayer):  # type: ignore[misc]
    """The channel layer of a site of several processes."""

    def _get_layer(self) -> LoopLayer:
        loop = asyncio.get_running_loop()
        if loop not in self._layers:
            self._layers[loop] = LoopLayer(*self._args, **self._kwargs, channel_layer=self)
            _wrap_close(self, loop)
        found: LoopLayer = self._layers[loop]
        return found
