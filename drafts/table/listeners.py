"""Registry of listeners to what happens at a table: the app of matches registers what events tell of their tables."""

from collections.abc import Callable
from typing import Literal

from drafts.models import Draft

Kind = Literal["begun", "ended", "called_off"]
Listener = Callable[[Draft, Kind], None]
_listeners: list[Listener] = []


def register(listener: Listener) -> None:
    """Let this be called too, inside the transaction in which it happens. Registering twice is once."""
    if listener not in _listeners:
        _listeners.append(listener)


def tell(draft: Draft, kind: Kind) -> None:
    """Call every listener."""
    for listener in _listeners:
        listener(draft, kind)
