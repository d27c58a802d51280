"""Public keys for addresses: random, short to say, impossible to guess."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

# Without letters and digits that are mistaken for each other when read aloud or from a screen.
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
LENGTH = 12
# How the keys of everything begin that `demo_season` made. No other key can: the alphabet has no "o".
DEMO = "demo"
_begins: ContextVar[str] = ContextVar("begins", default="")


def new_key() -> str:
    """A key of twelve characters, about 59 bits."""
    begins = _begins.get()
    return begins + "".join(secrets.choice(ALPHABET) for _ in range(LENGTH - len(begins)))


def is_demo(key: object) -> bool:
    """Whether this is the key of something that was made up to show the site."""
    return str(key).startswith(DEMO)


@contextmanager
def demo_keys() -> Iterator[None]:
    """Every key that is given within says that what it opens was made up."""
    before = _begins.set(DEMO)
    try:
        yield
    finally:
        _begins.reset(before)
