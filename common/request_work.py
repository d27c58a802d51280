"""Work on a request: whether its client is still connected, and how many seconds of processor time it has used.

The handler notes when the client disconnects; loops over request data call `raise_if_sender_gone`, which outside a
request does nothing and costs a microsecond.
"""

from contextvars import ContextVar
from dataclasses import dataclass, field
from threading import Event

from common.errors import Unavailable
from common.text import gettext_noop


@dataclass(slots=True)
class RequestWork:
    """Work on one request; `gone` is set when its client disconnects."""

    begun: bool = False
    gone: Event = field(default_factory=Event)
    seconds: float = 0.0


_current_work: ContextVar[RequestWork | None] = ContextVar("tenmoons_request_work", default=None)


def attach_request_work(work: RequestWork) -> None:
    """Attach work to this context, so that loops end once the client has disconnected."""
    _current_work.set(work)


def is_sender_gone() -> bool:
    work = _current_work.get()
    return work is not None and work.gone.is_set()


def raise_if_sender_gone() -> None:
    """Raise `Unavailable` if the client has disconnected."""
    if is_sender_gone():
        raise Unavailable(
            gettext_noop("Nothing was changed, and everything you saved before is safe. Try again in a moment.")
        )


def add_processor_seconds(seconds: float) -> None:
    """Add processor time that another process has used for this request."""
    work = _current_work.get()
    if work is not None:
        work.seconds += seconds
