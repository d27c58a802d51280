"""Drafts under way as this process last saw them, so that a pick costs the same however long the draft has gone on.

What is held here is what the database says at one version and is never changed. It counts only while the row still has
that version: a reader compares it, and a writer writes only where it still stands (`drafts.ledger`). So any number of
processes may write to one draft; then the picks since are read, not all.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from drafts.table.queries import Loaded

MOST = 1024

_lock = threading.Lock()
_held: OrderedDict[str, Loaded] = OrderedDict()


def held(key: str) -> Loaded | None:
    """That draft under way, of whatever version."""
    return _held.get(key)


def hold(loaded: Loaded) -> None:
    """Keep a draft under way as it was committed, unless a newer version is kept."""
    key = loaded.draft.key
    with _lock:
        before = _held.get(key)
        if before is None or before.draft.version <= loaded.draft.version:
            _held[key] = loaded
            _held.move_to_end(key)
        while len(_held) > MOST:
            _held.popitem(last=False)


def drop(key: str) -> None:
    """Forget a draft."""
    with _lock:
        _held.pop(key, None)
