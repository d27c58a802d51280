"""Trace: the id of a request, task or socket, and the count of its SQL statements."""

import random
import re
from collections import Counter
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.http import HttpRequest

REQUEST_ID_HEADER = "X-Request-ID"
_VALID_REQUEST_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")


@dataclass(slots=True)
class Trace:
    """One request, task or socket."""

    id: str
    request: HttpRequest | None = None
    queries: int = 0
    shapes: Counter[str] = field(default_factory=Counter)

    @property
    def person(self) -> str:
        """Return the caller as far as known: "p12" a person, "u7" an account; never a name. Runs no query."""
        # Imported late: logging is set up before models.
        from accounts.identity import PERSON_ATTRIBUTE, SESSION_KEY

        request = self.request
        person = getattr(request, PERSON_ATTRIBUTE, None)
        if person is not None:
            return f"p{person.pk}"
        # Logging must not load a session, so use only a loaded one.
        session: Any = getattr(getattr(request, "session", None), "_session_cache", None) or {}
        if "_auth_user_id" in session:
            return f"u{session['_auth_user_id']}"
        return f"p{session[SESSION_KEY]}" if SESSION_KEY in session else ""


current_trace: ContextVar[Trace | None] = ContextVar("tenmoons_trace", default=None)


def new_request_id() -> str:
    """Return a random id; not a secret, so without a system call, which would release the interpreter lock."""
    return f"{random.getrandbits(64):016x}"


def request_id_of(message: str | None) -> str:
    """Return the id that a client sent, if it is well-formed; otherwise a new id."""
    return message if message and _VALID_REQUEST_ID.fullmatch(message) else new_request_id()


def request_route(request: HttpRequest) -> str:
    """Return the route of a URL ("drafts/<str:key>/"), for logs: a URL may contain secret keys."""
    resolved = getattr(request, "resolver_match", None)
    if resolved is not None and resolved.route:
        return str(resolved.route)
    if request.path_info == "/":
        return "/"
    return "static" if request.path_info.startswith(settings.STATIC_URL) else "unmatched"
