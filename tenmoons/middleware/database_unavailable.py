"""Database unavailable: returns 503, not 500, when the database is unreachable, full or read-only, and 409 when it
rejects a row because of a simultaneous change.

All writes are in transactions, so nothing of such a request has been saved.
"""

import sys
from collections.abc import Callable
from typing import Any

from django.core.signals import got_request_exception
from django.db import IntegrityError, InterfaceError, InternalError, OperationalError
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from common.api.error_codes import problem_response
from common.error_responses import headers_of_error, status_of_error
from common.errors import Conflict, DomainError, Unavailable

_DATABASE_ERROR_KEY = "tenmoons.database_answer"  # the key under which a request stores its response
# A row’s parent is gone, or the row exists already: the messages of PostgreSQL and of SQLite.
_CONFLICT_STATES = ("23503", "23505")
_CONFLICT_TEXTS = ("FOREIGN KEY constraint failed", "UNIQUE constraint failed")


def is_database_unavailable(error: BaseException | None) -> bool:
    """Return whether the database cannot be used at the moment, rather than the statement being wrong."""
    while error is not None:
        if isinstance(error, OperationalError | InterfaceError):
            return True
        if isinstance(error, InternalError) and "read-only" in str(error):
            return True
        error = error.__cause__
    return False


def is_database_conflict(error: BaseException | None) -> bool:
    """Return whether a row clashed with another row; as services check for that first, someone was faster."""
    if not isinstance(error, IntegrityError):
        return False
    state = getattr(error.__cause__, "sqlstate", None)
    return state in _CONFLICT_STATES or str(error).startswith(_CONFLICT_TEXTS)


@receiver(got_request_exception)
def _remember_database_error(sender: object, request: HttpRequest | None = None, **about: Any) -> None:
    error = sys.exc_info()[1]
    if request is None:
        return
    if is_database_unavailable(error):
        request.META[_DATABASE_ERROR_KEY] = unavailable_response
    elif is_database_conflict(error):
        request.META[_DATABASE_ERROR_KEY] = conflict_response


def is_answered(request: object) -> bool:
    """Return whether the request got such a response; its exception is logged already."""
    return isinstance(request, HttpRequest) and _DATABASE_ERROR_KEY in request.META


class DatabaseUnavailableMiddleware:
    """Answers with 503 or 409 instead of 500 if the database raised such an exception, which is still logged."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the request on; this middleware needs neither database nor session."""
        response = self.get_response(request)
        answer: Callable[[HttpRequest], HttpResponse] | None = request.META.get(_DATABASE_ERROR_KEY)
        return answer(request) if answer is not None and response.status_code == 500 else response


def unavailable_response(request: HttpRequest) -> HttpResponse:
    """Return 503: nothing was changed, try again."""
    message = _("Nothing was changed, and everything you saved before is safe. Try again in a moment.")
    return _error_response(request, Unavailable(message), _("We can’t reach our database right now"))


def conflict_response(request: HttpRequest) -> HttpResponse:
    """Return 409: nothing was changed, look again."""
    message = _("Someone else changed or deleted this at the same moment. Nothing was saved. Check it and try again.")
    return _error_response(request, Conflict(message), _("Someone else got there first"))


def _error_response(request: HttpRequest, error: DomainError, heading: str) -> HttpResponse:
    headers = headers_of_error(error) | {"Cache-Control": "no-store"}
    if request.path.startswith("/api/"):
        return problem_response(error.code, error.message, headers=headers)
    context = {"heading": heading, "message": error.message}
    return HttpResponse(render_to_string("error.html", context), status=status_of_error(error), headers=headers)
