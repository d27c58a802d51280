"""Make the worker of `django-browser-reload` able to poll: files of the site may not."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

Handler = Callable[[HttpRequest], HttpResponse]


def may_ask(get_response: Handler) -> Handler:
    """Middleware that lets this one script connect to the site."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.path.endswith("/reload-worker.js"):
            response.headers["Content-Security-Policy"] = "default-src 'none'; connect-src 'self'"
        return response

    return answer
