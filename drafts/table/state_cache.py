"""Per-process cache of drafts under way, so that a pick costs the same however long the draft has gone on.

Read from its rows each time, a pick takes 6.7 times the processor (`benchmarks.drafts.switched_off`).

An entry is what the database says at one version, and is never changed. It counts only while the row still has that
version: readers compare it, and writers write only where it still stands (`drafts.table.bulk_sql`). So any number of
processes may write to one draft; then only the picks made since are read, not all.
"""

import threading
from collections import OrderedDict

from drafts.table.loaded import Loaded

MAX_DRAFTS = 1024

_lock = threading.Lock()
_states: OrderedDict[str, Loaded] = OrderedDict()


def get(key: str) -> Loaded | None:
    """Return a draft under way, at the version this process saw last."""
    return _states.get(key)


def put(loaded: Loaded) -> None:
    """Cache a draft under way as it was committed, unless a newer version is cached."""
    key = loaded.draft.key
    with _lock:
        before = _states.get(key)
        if before is None or before.draft.version <= loaded.draft.version:
            _states[key] = loaded
            _states.move_to_end(key)
        while len(_states) > MAX_DRAFTS:
            _states.popitem(last=False)


def drop(key: str) -> None:
    with _lock:
        _states.pop(key, None)
