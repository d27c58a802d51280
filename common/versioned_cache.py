"""Cache of this process for values computed from a version of the database, such as the catalogue of a game."""

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

CachedValue = TypeVar("CachedValue")


class VersionedCache(Generic[CachedValue]):
    """Holds one value per key, each valid for one version of its source. Thread-safe.

    Versions are compared with `==`; a new value replaces the old one, so the number of keys bounds memory. Above
    `max_keys`, the oldest key is dropped.
    """

    def __init__(self, max_keys: int | None = None) -> None:
        self._max_keys = max_keys
        self._lock = threading.Lock()
        self._entries: dict[Hashable, tuple[object, CachedValue]] = {}

    def get(self, key: Hashable, version: object) -> CachedValue | None:
        entry = self._entries.get(key)
        return entry[1] if entry is not None and entry[0] == version else None

    def put(self, key: Hashable, version: object, value: CachedValue) -> None:
        with self._lock:
            self._entries.pop(key, None)
            self._entries[key] = (version, value)
            if self._max_keys is not None and len(self._entries) > self._max_keys:
                del self._entries[next(iter(self._entries))]

    def get_or_make(self, key: Hashable, version: object, make: Callable[[], CachedValue]) -> CachedValue:
        """Return the value of this version, computed if not cached. Two threads may both compute it."""
        cached = self.get(key, version)
        if cached is not None:
            return cached
        value = make()
        self.put(key, version, value)
        return value

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()
