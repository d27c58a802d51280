"""Errors as HTTP responses: the status of each kind, error pages, messages; and reports of failures.

The operator gets a report by email or through an error collector. URLs contain keys, forms contain passwords, and the
variables of a frame contain both. So with DEBUG off, a report has only code lines and the exception; its request id
leads to the log.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from types import TracebackType
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.debug import ExceptionReporter

from common.errors import (
    Conflict,
    Detail,
    DomainError,
    Invalid,
    Missing,
    NotAllowed,
    PreconditionFailed,
    TooMany,
    Unavailable,
)
from common.i18n import error_detail_message, translated

STATUS_BY_ERROR: Mapping[type[DomainError], int] = {
    DomainError: 400,
    Invalid: 400,
    NotAllowed: 403,
    Missing: 404,
    Conflict: 409,
    PreconditionFailed: 412,
    TooMany: 429,
    Unavailable: 503,
}

METHOD_NOT_ALLOWED = 405
# The request attribute with the reason for a refusal, which the API sends instead of a general “not allowed”.
REFUSAL_ATTRIBUTE = "_tenmoons_refusal"


def status_of_error(error: DomainError) -> int:
    return next(STATUS_BY_ERROR[kind] for kind in type(error).__mro__ if kind in STATUS_BY_ERROR)


def headers_of_error(error: DomainError) -> dict[str, str]:
    """Return the headers of an error: `Retry-After` if the caller can try again."""
    if isinstance(error, TooMany):
        return {"Retry-After": str(error.retry_after)}
    return {"Retry-After": "3"} if isinstance(error, Unavailable) else {}


def translated_details(error: DomainError) -> list[Detail]:
    return [replace(detail, message=error_detail_message(detail), params=None) for detail in error.details]


@contextmanager
def errors_as_messages(
    request: HttpRequest,
    kinds: type[DomainError] | tuple[type[DomainError], ...] = DomainError,
    *,
    show: Callable[[HttpRequest, str], None] = messages.error,
) -> Iterator[None]:
    """Catch an error of these kinds, or any, and show it as a message on the next page."""
    try:
        yield
    except kinds as error:
        show(request, translated(error))


class DomainErrorMiddleware:
    """Middleware that renders an unhandled `DomainError` as a page, and a page for 405."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Replace Django's empty 405 response by a page."""
        response = self.get_response(request)
        if response.status_code != METHOD_NOT_ALLOWED or response.content or request.path.startswith("/api/"):
            return response
        heading = gettext("That action isn’t available here.")
        message = gettext("This page only accepts forms sent from this site.")
        page = render(request, "error.html", {"heading": heading, "message": message}, status=METHOD_NOT_ALLOWED)
        page["Allow"] = response["Allow"]
        return page

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Render a `DomainError`; None lets Django handle other exceptions."""
        if not isinstance(exception, DomainError):
            return None
        message = translated(exception)
        # A detail that repeats the message is left out.
        exception.details = [detail for detail in translated_details(exception) if detail.message != message]
        context = {"error": exception, "message": message, "status": status_of_error(exception)}
        answer = render(request, "error.html", context, status=status_of_error(exception))
        for name, value in headers_of_error(exception).items():
            answer[name] = value
        return answer


class ScrubbedReporter(ExceptionReporter):
    """Django’s exception reporter without request and variables; complete with DEBUG."""

    def __init__(
        self,
        request: HttpRequest | None,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        tb: TracebackType | None,
        is_email: bool = False,
    ) -> None:
        super().__init__(request if settings.DEBUG else None, exc_type, exc_value, tb, is_email)

    def get_traceback_data(self) -> dict[str, Any]:
        """Return the contents of a report; with DEBUG off, the frames have no variables."""
        data: dict[str, Any] = super().get_traceback_data()
        if not settings.DEBUG:
            for frame in data["frames"]:
                frame["vars"] = []
        return data
