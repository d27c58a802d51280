"""Drafts under way as this process last read them, so that a pick costs the same however long the draft has gone on.

A board is a copy of what the database says at one version and is never changed. It counts only while the row still has
that version, so that another process may write in between; then the picks since are read, not all.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

from drafts.engine.play import State
from drafts.models import Deal, Seat

MOST = 1024


@dataclass(frozen=True, slots=True)
class Board:
    """A draft at one version; `last` is the key of its last row of picks."""

    version: int
    seats: tuple[Seat, ...]
    deal: Deal
    state: State
    last: int

    def __repr__(self) -> str:
        return f"<Board at {self.version}>"


_lock = threading.Lock()
_boards: OrderedDict[str, Board] = OrderedDict()


def held(key: str) -> Board | None:
    """The board of that draft, of whatever version."""
    return _boards.get(key)


def hold(key: str, board: Board) -> None:
    """Keep a board that was committed, unless a newer one is kept."""
    with _lock:
        before = _boards.get(key)
        if before is None or before.version <= board.version:
            _boards[key] = board
            _boards.move_to_end(key)
        while len(_boards) > MOST:
            _boards.popitem(last=False)


def drop(key: str) -> None:
    """Forget a draft."""
    with _lock:
        _boards.pop(key, None)
