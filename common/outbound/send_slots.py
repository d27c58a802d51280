"""Send slots: how many requests to the outside all processes make at the same time, counted in the cache."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.core.cache import cache

SLOTS = 2
EMBEDDED_SLOTS = 1
# A slot that a killed process has left is free again after this; a request never takes so long.
SLOT_SECONDS = 20


@contextmanager
def free_slot(use: str) -> Iterator[bool]:
    """Take a slot of one use for the block; False where every slot is taken, and then nothing may be sent."""
    names = [f"{use}:slot:{number}" for number in range(EMBEDDED_SLOTS if settings.EMBEDDED_WORKER else SLOTS)]
    taken = next((name for name in names if cache.add(name, True, SLOT_SECONDS)), None)
    try:
        yield taken is not None
    finally:
        if taken is not None:
            cache.delete(taken)
