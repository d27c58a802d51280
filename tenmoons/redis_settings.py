"""Settings of the cache in Redis. Only imported if it is used: its library takes a twentieth of the start time."""

from typing import Any

from redis.backoff import NoBackoff
from redis.retry import Retry

# Nothing in the cache is irreplaceable: while Redis is unreachable it is empty, without delays.
REDIS_CACHE_OPTIONS: dict[str, Any] = {
    "IGNORE_EXCEPTIONS": True,
    "SOCKET_CONNECT_TIMEOUT": 0.5,
    "SOCKET_TIMEOUT": 1,
    "CONNECTION_POOL_KWARGS": {"retry": Retry(NoBackoff(), 1)},
}
