"""The database is away, full or may only be read: a page that says so, instead of one that says something broke.

Nothing of what was asked has been written then: what is written, is written in transactions.
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

from common.errors import Unavailable

# Seconds after which a program may try again.
AGAIN = 3


def is_away(error: BaseException | None) -> bool:
    """Whether an exception says that the database cannot be used now, not that the question was wrong."""
    while error is not None:
        if isinstance(error, OperationalError | InterfaceError):
            return True
        if isinstance(error, InternalError) and "read-only" in str(error):
            return True
        error = error.__cause__
    return False


@receiver(got_request_exception)
def _remember(sender: object, request: HttpRequest | None = None, **about: Any) -> None:
    if request is not None and is_away(sys.exc_info()[1]):
        request.META["tenmoons.away"] = True


class AwayMiddleware:
    """Puts the answer 503 in the place of the 500 that such an exception has become further in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Ask further in; what it needs itself is neither database nor session."""
        response = self.get_response(request)
        return answer(request) if request.META.get("tenmoons.away") and response.status_code == 500 else response


def answer(request: HttpRequest) -> HttpResponse:
    """Nothing was changed; try again."""
    message = _("Nothing was changed, and what was saved before is safe. Try again in a moment.")
    headers = {"Retry-After": str(AGAIN), "Cache-Control": "no-store"}
    if request.path.startswith("/api/"):
        body: dict[str, object] = {"code": Unavailable.code, "message": message, "rule": None, "details": []}
        return JsonResponse({"error": body}, status=503, headers=headers)
    context = {"heading": _("The site cannot reach its data just now"), "message": message}
    return HttpResponse(render_to_string("error.html", context), status=503, headers=headers)
