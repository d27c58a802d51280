"""Onlookers: how many people watch a game or draft, counted per process by their pages, which ask every few seconds."""

import re
import time

# In seconds; open pages ask more often.
GONE_AFTER_S = 20.0
MAX_WATCHED, MAX_ONLOOKERS = 1024, 1000
_TOKEN = re.compile(r"[0-9a-f]{8}")
_seen: dict[str, dict[str, float]] = {}


def record_onlooker(key: str, token: str) -> None:
    """Record that a page watches the game or draft of this key; an invalid `token` isn’t counted."""
    now = time.monotonic()
    pages = {page: seen_at for page, seen_at in list(_seen.get(key, {}).items()) if now - seen_at < GONE_AFTER_S}
    if _TOKEN.fullmatch(token) and (token in pages or len(pages) < MAX_ONLOOKERS):
        _seen[key] = {**pages, token: now}
    while len(_seen) > MAX_WATCHED:
        _seen.pop(next(iter(_seen)), None)


def hands_key(key: str) -> str:
    """Return the key that counts onlookers who see the hands of a game."""
    return f"{key} hands"


def onlooker_count(key: str) -> int:
    since = time.monotonic() - GONE_AFTER_S
    return sum(seen_at > since for seen_at in list(_seen.get(key, {}).values()))
