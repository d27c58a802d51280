"""Redis channel layer that reconnects automatically and reports a gap as `{"type": "lost"}`.

While Redis is unreachable nothing fails and nothing blocks: notices only reach their own process, and subscribers get
`{"type": "lost"}`, so that pages poll until the connection is back.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer, RedisPubSubLoopLayer, RedisSingleShardConnection
from channels_redis.utils import _close_redis, _wrap_close
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

logger = logging.getLogger(__name__)

CONNECTION_ERRORS = (RedisError, OSError, TimeoutError)
RECONNECT_SECONDS = 1.0
CONNECTION_OPTIONS: dict[str, Any] = {
    "socket_connect_timeout": 2,
    "socket_timeout": 5,
    "health_check_interval": 15,
    # No silent retry: messages published during a gap are lost, and subscribers must know.
    "retry": Retry(NoBackoff(), 0),
}


class ReconnectingConnection(RedisSingleShardConnection):  # type: ignore[misc]
    """One connection to one Redis; after a gap, it subscribes to every wanted channel again."""

    _redis: Any
    _pubsub: Any

    def __init__(self, host: dict[str, Any], channel_layer: Any) -> None:
        super().__init__({**host, **CONNECTION_OPTIONS}, channel_layer)
        self.wanted: set[str] = set()
        self.disconnected = False

    async def publish(self, channel: str, message: bytes) -> None:
        """Publish to all processes; does nothing while disconnected."""
        await self._unless_disconnected(super().publish, channel, message)

    async def subscribe(self, channel: str) -> None:
        """Subscribe to a channel, at the latest after reconnecting."""
        self.wanted.add(channel)
        self._ensure_receiver()
        await self._unless_disconnected(super().subscribe, channel)

    async def unsubscribe(self, channel: str) -> None:
        self.wanted.discard(channel)
        await self._unless_disconnected(super().unsubscribe, channel)

    async def _unless_disconnected(self, send: Callable[..., Awaitable[None]], *args: Any) -> None:
        if self.disconnected:
            return
        try:
            await send(*args)
        except CONNECTION_ERRORS as error:
            self._disconnect(error)

    async def _do_receiving(self) -> None:
        while True:
            try:
                if self.disconnected:
                    await self._reconnect()
                if self._pubsub and self._pubsub.subscribed:
                    message = await self._pubsub.get_message(ignore_subscribe_messages=True, timeout=0.5)
                    self._receive_message(message)
                else:
                    await asyncio.sleep(0.1)
            except CONNECTION_ERRORS as error:
                self._disconnect(error)
                await asyncio.sleep(RECONNECT_SECONDS)
            except Exception:
                logger.exception("A notice from another process could not be read.")
                await asyncio.sleep(RECONNECT_SECONDS)

    def _disconnect(self, error: BaseException) -> None:
        if self.disconnected or self._receive_task is None:  # no subscribers here, so nothing is missed
            return
        self.disconnected = True
        logger.warning("Redis is unreachable (%s); pages poll until it is back.", type(error).__name__)
        layer = self.channel_layer
        for queue in layer.channels.values():
            queue.put_nowait(layer.channel_layer.serialize({"type": "lost"}))

    async def _reconnect(self) -> None:
        """Open a new connection and subscribe to every wanted channel; raises the client’s exception if that fails."""
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
            self.disconnected = False
        logger.warning("Redis is back; live updates between processes work again.")


class LoopLayer(RedisPubSubLoopLayer):  # type: ignore[misc]
    """The connections of one event loop."""

    _shards: list[Any]

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._shards = [ReconnectingConnection(shard.host, self) for shard in self._shards]

    @property
    def is_disconnected(self) -> bool:
        """Return whether this process is missing notices of other processes now."""
        return any(connection.disconnected for connection in self._shards)


class ReconnectingLayer(RedisPubSubChannelLayer):  # type: ignore[misc]
    """The channel layer of a site with several processes."""

    def _get_layer(self) -> LoopLayer:
        loop = asyncio.get_running_loop()
        if loop not in self._layers:
            self._layers[loop] = LoopLayer(*self._args, **self._kwargs, channel_layer=self)
            _wrap_close(self, loop)
        layer: LoopLayer = self._layers[loop]
        return layer
