"""Hung-up clients: ends long work of a request whose sender has gone.

The handler notes the hang-up in an event (`watch`); loops over what a visitor sent ask `stop_if_gone` as they go.
Outside a request nothing is watched, and asking costs a microsecond.
"""

from contextvars import ContextVar
from threading import Event

from common.errors import Unavailable
from common.text import gettext_noop

_gone: ContextVar[Event | None] = ContextVar("tenmoons_client_gone", default=None)


def watch(gone: Event) -> None:
    """Let the work of this context end once `gone` is set."""
    _gone.set(gone)


def is_gone() -> bool:
    """Whether nobody waits for the answer any more."""
    event = _gone.get()
    return event is not None and event.is_set()


def stop_if_gone() -> None:
    """Raise `Unavailable` when nobody waits for the answer any more."""
    if is_gone():
        raise Unavailable(
            gettext_noop("Nothing was changed, and what was saved before is safe. Try again in a moment.")
        )
