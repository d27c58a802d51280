"""Database unavailable: answers 503, not 500, when the database is unreachable, full or read-only.

Everything is written in transactions, so nothing of such a request has been saved.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from django.core.signals import got_request_exception
from django.db import InterfaceError, InternalError, OperationalError
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from common.api.errors import MEDIA_TYPE, error_body
from common.errors import Unavailable

RETRY_AFTER_SECONDS = 3


def is_unavailable(error: BaseException | None) -> bool:
    """Whether an exception means that the database cannot be used now, not that the statement was wrong."""
    while error is not None:
        if isinstance(error, OperationalError | InterfaceError):
            return True
        if isinstance(error, InternalError) and "read-only" in str(error):
            return True
        error = error.__cause__
    return False


@receiver(got_request_exception)
def _remember(sender: object, request: HttpRequest | None = None, **about: Any) -> None:
    if request is not None and is_unavailable(sys.exc_info()[1]):
        request.META["tenmoons.database_unavailable"] = True


class DatabaseUnavailableMiddleware:
    """Replaces the 500 of such an exception with 503."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Call the next middleware; needs neither database nor session itself."""
        response = self.get_response(request)
        return (
            unavailable_response(request)
            if request.META.get("tenmoons.database_unavailable") and response.status_code == 500
            else response
        )


def unavailable_response(request: HttpRequest) -> HttpResponse:
    """The 503 answer: nothing was changed, try again."""
    message = _("Nothing was changed, and what was saved before is safe. Try again in a moment.")
    headers = {"Retry-After": str(RETRY_AFTER_SECONDS), "Cache-Control": "no-store"}
    if request.path.startswith("/api/"):
        body = error_body(Unavailable.code, message)
        return JsonResponse(body, status=503, headers=headers, content_type=MEDIA_TYPE)
    context = {"heading": _("The site cannot reach its data just now"), "message": message}
    return HttpResponse(render_to_string("error.html", context), status=503, headers=headers)
