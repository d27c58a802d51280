"""HTTP cache middleware: ETags and 304, gzip, who may cache a page, and the `Offline-Copy` header."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import has_vary_header, patch_cache_control, patch_vary_headers, set_response_etag

from common.headers import OFFLINE_COPY_HEADER, GetResponse, conditional_response
from tenmoons.pwa.offline_pages import may_store_offline, reader_digest

# Views whose page is the same for everybody, except for the reader’s name in its header.
PUBLIC_VIEWS = frozenset({
    "home", "offline", "cards:index", "cards:card", "cards:peoples", "cards:people", "cards:rulings",
    "cards:ruling", "cards:errata", "cards:lists", "cards:list", "cards:search_help", "game:peoples",
    "boards:table", "boards:learn", "boards:lesson", "boards:guide", "boards:turn", "boards:readings",
    "boards:rule", "boards:card", "help:index", "help:rules", "help:glossary", "help:page",
})  # fmt: skip
# Only these other views are compressed: their only secret, the CSRF token, is masked differently each time, or they
# contain nothing from the request (a proof). Pages with secret links (a seat, a match, a group, an account) aren’t
# compressed, because their length could reveal the links (BREACH).
GZIPPED_VIEWS = PUBLIC_VIEWS | {
    "cards:german_names", "cards:picture", "cards:picture_sheet", "cards:tiles", "decks:index", "decks:check",
    "decks:create", "decks:deck", "decks:edit", "decks:maybe", "decks:people", "decks:put", "decks:settings",
    "drafts:index", "drafts:create", "drafts:proof", "matches:index", "matches:create", "matches:power",
    "matches:table", "matches:events", "matches:event_wall", "today", "worker", "manifest", "schema", "cards_api:all",
}  # fmt: skip
# Below about one network packet, compression gains nothing.
_MIN_GZIP_BYTES = 400


class HttpCacheMiddleware:
    """Middleware for ETags, compression, caches and offline copies; outside of all that set headers.

    A browser replaces its stored headers by the headers of a 304, so a 304 repeats all of them, including the CSP.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self._gzip = GZipMiddleware(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        _forbid_shared_caches(response)
        name = request.resolver_match.view_name if request.resolver_match else ""
        if not isinstance(response, HttpResponse) or response.status_code not in (200, 201):
            return response
        if (
            name in PUBLIC_VIEWS
            and request.method in ("GET", "HEAD")
            and "no-store" not in response.get("Cache-Control", "")
        ):
            response = _with_etag(request, response)
        if response.has_header(OFFLINE_COPY_HEADER):
            _finish_offline_header(request, response)
        may = name in GZIPPED_VIEWS or _has_authorization_token(request) or _is_same_for_everyone(response)
        if may and len(response.content) > _MIN_GZIP_BYTES:
            compressed = self._gzip.process_response(request, response)
            assert isinstance(compressed, HttpResponse)
            return compressed
        return response


def _has_authorization_token(request: HttpRequest) -> bool:
    """Return whether the request has a token: no other site can send it, so lengths reveal nothing."""
    return request.path.startswith("/api/") and request.headers.get("Authorization", "").startswith("Bearer ")


def _is_same_for_everyone(response: HttpResponse) -> bool:
    """Return whether any site may show an API response: public data without secrets."""
    return response.get("Cross-Origin-Resource-Policy") == "cross-origin"


def _forbid_shared_caches(response: HttpResponseBase) -> None:
    """Let only the reader’s browser store a personal response, and revalidate it each time."""
    if has_vary_header(response, "Cookie") and not response.has_header("Cache-Control"):
        patch_cache_control(response, private=True, no_cache=True)


def _with_etag(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    response.headers.setdefault(OFFLINE_COPY_HEADER, "yes")
    patch_vary_headers(response, ("Cookie", "Accept-Language", "Accept-Encoding"))
    # Cached and rendered pages read session and language in different orders; caches need the same `Vary`.
    response.headers["Vary"] = ", ".join(sorted(response.headers["Vary"].split(", ")))
    _forbid_shared_caches(response)
    if not response.has_header("ETag"):  # a cached page has the header from rendering
        set_response_etag(response)
    return conditional_response(request, response)


def _finish_offline_header(request: HttpRequest, response: HttpResponse) -> None:
    """Complete the `Offline-Copy` header with its reader, or remove it if the path may not be stored."""
    if may_store_offline(request.path) and "no-store" not in response.get("Cache-Control", ""):
        response.headers[OFFLINE_COPY_HEADER] = reader_digest(request)
    else:
        del response.headers[OFFLINE_COPY_HEADER]
