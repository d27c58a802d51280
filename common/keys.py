"""Random keys for URLs: 12 characters, easy to read aloud, impossible to guess."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

# Without letters and digits that are easily confused.
KEY_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
KEY_LENGTH = 12
# Prefix of keys of demo content (`tenmoons.demo`). No other key has it: the alphabet has no "o".
DEMO_KEY = "demo"
_key_prefix: ContextVar[str] = ContextVar("begins", default="")


def new_key() -> str:
    """Return a key of twelve characters, about 59 bits."""
    begins = _key_prefix.get()
    return begins + "".join(secrets.choice(KEY_ALPHABET) for _ in range(KEY_LENGTH - len(begins)))


def new_secret() -> str:
    """Return the secret of a link that grants a right: 32 characters, 192 bits."""
    return secrets.token_urlsafe(24)


def is_demo_key(key: object) -> bool:
    return str(key).startswith(DEMO_KEY)


@contextmanager
def demo_keys() -> Iterator[None]:
    """Give every key made in this context the prefix of demo content."""
    before = _key_prefix.set(DEMO_KEY)
    try:
        yield
    finally:
        _key_prefix.reset(before)
