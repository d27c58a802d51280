"""Settings of the cache in Redis. Imported where there is one only: its library takes a twentieth of a start."""

from typing import Any

from redis.backoff import NoBackoff
from redis.retry import Retry

# The cache holds nothing that could be missed: while Redis is unreachable it is empty, and quickly so.
REDIS_CACHE_OPTIONS: dict[str, Any] = {
    "IGNORE_EXCEPTIONS": True,
    "SOCKET_CONNECT_TIMEOUT": 0.5,
    "SOCKET_TIMEOUT": 1,
    "CONNECTION_POOL_KWARGS": {"retry": Retry(NoBackoff(), 1)},
}
