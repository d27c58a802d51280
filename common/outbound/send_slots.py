"""Send slots: each use makes one request to the outside at a time in all processes together, noted in the cache."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache import cache

# A slot that a killed process has left is free again after this; a request never takes so long.
SLOT_SECONDS = 20


@contextmanager
def free_slot(use: str) -> Iterator[bool]:
    """Take the slot of a use for the block; False where it is taken, and then nothing may be sent."""
    name = f"{use}:slot"
    taken = bool(cache.add(name, True, SLOT_SECONDS))
    try:
        yield taken
    finally:
        if taken:
            cache.delete(name)
