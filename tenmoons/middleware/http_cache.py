"""Pages that need not be sent again, or not whole: ETags, compression, and the word whether a phone may keep them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers, set_response_etag

from common.headers import Handler
from common.offline_header import HEADER
from tenmoons.pwa.offline_pages import mark_of, may_keep

# Pages of which nothing depends on who asks, but his name in the head of the page.
PUBLIC = frozenset(
    {
        "home",
        "offline",
        "cards:index",
        "cards:card",
        "cards:peoples",
        "cards:people",
        "cards:rulings",
        "cards:ruling",
        "cards:errata",
        "cards:lists",
        "cards:list",
        "cards:search_help",
        "help:index",
        "help:rules",
        "help:glossary",
        "help:page",
    }
)
# Of what is not public only this is squeezed: the token of a form is masked anew in every answer, and nothing else here
# is a secret. Pages with links that let somebody in (a seat, a match, a group, an account) are sent as they are, so
# that their length says nothing (BREACH).
SQUEEZED = PUBLIC | {
    "decks:index",
    "decks:check",
    "decks:create",
    "decks:deck",
    "decks:edit",
    "drafts:index",
    "drafts:create",
    "matches:index",
    "matches:create",
    "matches:power",
    "matches:table",
    "matches:events",
    "matches:event_wall",
    "worker",
    "manifest",
}
# Compressed in less than a packet of the network nothing is won.
_SMALL = 400
_ANEW = {"content-length", "content-type", "content-encoding"}


class FreshMiddleware:
    """Stands outside of everything that sets headers: an answer "not modified" has to repeat them.

    A browser puts the headers of such an answer in the place of those it had, the policy of what a page may load
    among them.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response
        self._squeeze = GZipMiddleware(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Look at what comes out, by the name of its address."""
        response = self.get_response(request)
        name = request.resolver_match.view_name if request.resolver_match else ""
        if not isinstance(response, HttpResponse) or response.status_code != 200:
            return response
        if name in PUBLIC and request.method in ("GET", "HEAD") and "no-store" not in response.get("Cache-Control", ""):
            response = _dated(request, response)
        if response.has_header(HEADER):
            _mark(request, response)
        worth = name in SQUEEZED and response.status_code == 200 and len(response.content) > _SMALL
        if worth:
            squeezed = self._squeeze.process_response(request, response)
            assert isinstance(squeezed, HttpResponse)
            return squeezed
        return response


def _dated(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    response.headers.setdefault(HEADER, "yes")
    patch_vary_headers(response, ("Cookie", "Accept-Language", "Accept-Encoding"))
    if not response.has_header("Cache-Control"):
        patch_cache_control(response, private=True, no_cache=True)
    set_response_etag(response)
    answer = get_conditional_response(request, etag=response["ETag"], response=response)
    assert isinstance(answer, HttpResponse)
    if answer is not response:
        for name, value in response.items():
            if name.lower() not in _ANEW:
                answer.headers.setdefault(name, value)
    return answer


def _mark(request: HttpRequest, response: HttpResponse) -> None:
    """Say for whom it may be kept, or take the word back where the address is not one that is kept."""
    if may_keep(request.path) and "no-store" not in response.get("Cache-Control", ""):
        response.headers[HEADER] = mark_of(request)
    else:
        del response.headers[HEADER]
