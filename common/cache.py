"""The cache between processes. It holds nothing that could be missed, so while Redis is away it is simply empty."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from django.utils.functional import cached_property
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

logger = logging.getLogger(__name__)

# Whoever found Redis away does not ask again for so long, in seconds: nobody waits for it at every step of a page.
PAUSE = 1.0
# How long one question may take; a line that broke since the last one is tried once more.
LINE: dict[str, Any] = {"socket_connect_timeout": 1, "socket_timeout": 2, "retry": Retry(NoBackoff(), 1)}
# What is answered while Redis is away: as if everything had just been forgotten.
FORGOTTEN: dict[str, Any] = {"add": True, "get_many": {}, "clear": True, "touch": False, "delete": False}
FORGOTTEN |= {"has_key": False, "set": None, "set_many": None, "delete_many": None}


class SoftClient:
    """The connections of this process to one Redis; what is counted while it is away counts from one."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        self._client: Any = RedisCacheClient(servers, **LINE, **options)
        self._away_until: float | None = None

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """The same question to Redis, answered in any case."""
        ask = getattr(self._client, name)

        def soft(*args: Any) -> Any:
            if self._away_until is not None and time.monotonic() < self._away_until:
                return self._forgotten(name, args)
            try:
                found = ask(*args)
            except (RedisError, OSError) as error:
                self._gone(error)
                return self._forgotten(name, args)
            if self._away_until is not None:
                self._away_until = None
                logger.warning("The cache is back.")
            return found

        return soft

    def _gone(self, error: Exception) -> None:
        if self._away_until is None:
            logger.warning("The cache is away (%s); until it is back nothing is limited.", type(error).__name__)
        self._away_until = time.monotonic() + PAUSE

    def _forgotten(self, name: str, args: tuple[Any, ...]) -> Any:
        # `get(key, default)` and `incr(key, by)` say themselves what a key that is not there is worth.
        return args[1] if name in ("get", "incr") else FORGOTTEN[name]


_clients: dict[tuple[str, ...], SoftClient] = {}


class SoftRedisCache(RedisCache):
    """Redis, with the connections shared by all threads; Django makes a cache object for each of them."""

    @cached_property
    def _cache(self) -> SoftClient:  # type: ignore[override]
        servers = tuple(self._servers)  # type: ignore[attr-defined]
        if servers not in _clients:
            _clients[servers] = SoftClient(list(servers), **self._options)  # type: ignore[attr-defined]
        return _clients[servers]
