"""Random keys for URLs: 12 characters, easy to read aloud, impossible to guess; and files of secret keys."""

import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

# Without letters and digits that are easily confused.
KEY_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
KEY_LENGTH = 12
# Prefix of keys of demo content (`tenmoons.demo`). No other key has this prefix: the alphabet has no "o".
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
def creating_demo_keys() -> Iterator[None]:
    """Give every key made in this context the prefix of demo content."""
    before = _key_prefix.set(DEMO_KEY)
    try:
        yield
    finally:
        _key_prefix.reset(before)


def write_key_file(file: Path, key: bytes) -> None:
    """Atomically write a file that only its owner can read. If several write, the first wins where possible."""
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")
    part = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(key)
        try:
            os.link(part, file)
        except FileExistsError:
            pass
        except OSError:  # a file system without links
            part.replace(file)
    finally:
        part.unlink(missing_ok=True)
