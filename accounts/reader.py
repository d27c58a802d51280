"""Reader: the person whose request is being handled, in a context variable.

Queries that find a row hidden by staff ask here whether the reader may see it. Tasks and commands may see everything.
"""

from collections.abc import Callable
from contextvars import ContextVar

from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request

from accounts.identity import person_of
from accounts.models import Person, User
from common.errors import NotAllowed
from common.text import gettext_noop

_current_request: ContextVar[HttpRequest | None] = ContextVar("request", default=None)


class ReaderMiddleware:
    """Middleware: sets the request in the context variable."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        token = _current_request.set(request)
        try:
            return self.get_response(request)
        finally:
            _current_request.reset(token)


def is_hidden_from_reader(may_see: Callable[[Person], bool]) -> bool:
    """Return whether there is a reader who is neither staff nor allowed by `may_see`."""
    request = _current_request.get()
    if request is None:
        return False
    person = person_of(request)
    return person is None or not (is_staff(person) or may_see(person))


def require_same_reader(request: HttpRequest | Request) -> None:
    """Raise `NotAllowed` if an entry stored on a device (`static/js/outbox.js`) is another person’s."""
    person = person_of(request)
    mark = person.device_digest if person is not None else ""
    if request.headers.get("X-Reader", mark) != mark:
        raise NotAllowed(
            gettext_noop(
                "Someone else entered this on this device. It will be sent when they’re back on the site here."
            )
        )


def is_staff(who: Person | User | None) -> bool:
    user = who.user if isinstance(who, Person) else who
    return user is not None and user.is_active and user.is_staff
