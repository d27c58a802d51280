"""Cache of this process for values made from a version of the database, such as the catalogue of a game."""

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class VersionedCache(Generic[Value]):
    """Holds one value a key, each valid for one version of what it was made from. Safe between threads.

    Versions are compared with `==`; an older value is replaced, so memory is bounded by the number of keys. Where keys
    are many, `max_keys` bounds them: the one that was put first goes first.
    """

    def __init__(self, max_keys: int | None = None) -> None:
        self._max_keys = max_keys
        self._lock = threading.Lock()
        self._held: dict[Hashable, tuple[object, Value]] = {}

    def get(self, key: Hashable, version: object) -> Value | None:
        """The value of this version, None where there is none."""
        held = self._held.get(key)
        return held[1] if held is not None and held[0] == version else None

    def put(self, key: Hashable, version: object, value: Value) -> None:
        with self._lock:
            self._held.pop(key, None)
            self._held[key] = (version, value)
            if self._max_keys is not None and len(self._held) > self._max_keys:
                del self._held[next(iter(self._held))]

    def get_or_make(self, key: Hashable, version: object, make: Callable[[], Value]) -> Value:
        """The value of this version, made and kept where there is none. Two threads may both make it."""
        held = self.get(key, version)
        if held is not None:
            return held
        value = make()
        self.put(key, version, value)
        return value

    def clear(self) -> None:
        """Forget every value."""
        with self._lock:
            self._held.clear()
