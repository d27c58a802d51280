"""Disk cache of pictures that took long to paint, by a digest of their content.

A digest always names the same picture, so nothing must be deleted when a card changes. Errors count as cache misses: a
full or broken disk costs time, but never a response.
"""

import hashlib
import logging
import pickle
import zlib
from collections.abc import Iterable

from django.core.cache import caches

cache_logger = logging.getLogger("tenmoons.cache")
FACES_CACHE, SHEETS_CACHE = "card_faces", "card_sheets"  # the caches of the settings
_UNREADABLE_ERRORS = (OSError, EOFError, zlib.error, pickle.UnpicklingError)


def digest_of(parts: Iterable[str | bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        body = part.encode() if isinstance(part, str) else part
        digest.update(f"{len(body)}:".encode() + body)
    return digest.hexdigest()


def read_picture(cache: str, digest: str) -> bytes | None:
    try:
        stored: bytes | None = caches[cache].get(digest)
    except _UNREADABLE_ERRORS as error:
        cache_logger.warning("a kept picture cannot be read: %s", error)
        return None
    return stored


def write_picture(cache: str, digest: str, picture: bytes) -> None:
    """Cache a picture, if possible."""
    try:
        caches[cache].set(digest, picture)
    except OSError as error:
        cache_logger.warning("a picture cannot be kept: %s", error)
