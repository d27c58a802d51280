"""Public keys for addresses: random, short to say, impossible to guess."""

from __future__ import annotations

import secrets

# Without letters and digits that are mistaken for each other when read aloud or from a screen.
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
LENGTH = 12


def new_key() -> str:
    """A key of twelve characters, about 59 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
