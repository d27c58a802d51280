"""Refusal: the answer to an address that has used its seconds of the processor; it costs next to nothing itself."""

from functools import lru_cache
from io import BytesIO
from typing import Any

from csp.middleware import CSPMiddleware
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_request, gettext, override

from common.api.problems import MEDIA_TYPE, error_body
from common.errors import TooMany
from common.headers import Headers

TOO_MANY = 429


def refusal(scope: dict[str, Any], seconds: int) -> HttpResponseBase:
    """The answer to a request: try again in so many seconds, as a page or as an error of the API."""
    language = get_language_from_request(ASGIRequest(scope, BytesIO()))
    return _answer(seconds, language, scope["scheme"], is_api=scope["path"].startswith("/api/"))


@lru_cache(maxsize=500)
def _answer(seconds: int, language: str, scheme: str, *, is_api: bool) -> HttpResponseBase:
    def answer(request: HttpRequest) -> HttpResponse:
        said = gettext("That was too often. Try again in %(seconds)d s.") % {"seconds": seconds}
        headers = {"Retry-After": str(seconds), "Cache-Control": "no-store"}
        if is_api:
            body = error_body(TooMany.code, said)
            return JsonResponse(body, status=TOO_MANY, headers=headers, content_type=MEDIA_TYPE)
        return HttpResponse(render_to_string("error.html", {"message": said}), status=TOO_MANY, headers=headers)

    with_policy: Any = CSPMiddleware(answer)
    with override(language):
        bare = {"method": "GET", "path": "/", "headers": [], "scheme": scheme}
        return Headers(with_policy)(ASGIRequest(bare, BytesIO()))
