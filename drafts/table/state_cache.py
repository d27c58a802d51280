"""Per-process cache of drafts under way, so that a pick costs the same however long the draft has gone on.

Read from its rows each time, a pick takes 6.7 times the processor (`benchmarks.drafts.switched_off`).

An entry is what the database says at one version, and is never changed. It counts only while the row still has that
version: readers compare it, and writers write only where it still stands (`drafts.table.bulk_sql`). So any number of
processes may write to one draft; then only the picks made since are read, not all.
"""

import threading
from collections import OrderedDict

from drafts.table.loaded import LoadedDraft

MAX_CACHED_STATES = 1024

_cache_lock = threading.Lock()
_cached_states: OrderedDict[str, LoadedDraft] = OrderedDict()


def cached_draft(key: str) -> LoadedDraft | None:
    """Return a draft under way, at the version this process saw last."""
    return _cached_states.get(key)


def cache_draft(loaded: LoadedDraft) -> None:
    """Cache a draft under way as it was committed, unless a newer version is cached."""
    key = loaded.draft.key
    with _cache_lock:
        before = _cached_states.get(key)
        if before is None or before.draft.version <= loaded.draft.version:
            _cached_states[key] = loaded
            _cached_states.move_to_end(key)
        while len(_cached_states) > MAX_CACHED_STATES:
            _cached_states.popitem(last=False)


def drop_cached_draft(key: str) -> None:
    with _cache_lock:
        _cached_states.pop(key, None)
