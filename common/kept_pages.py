"""Kept pages: a page that is the same for everybody is drawn once a process, for each version of what it shows."""

import gzip
import re
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.cache import set_response_etag
from django.utils.translation import get_language

from common.versioned_cache import VersionedCache

# Of about 10 kB each, compressed: each card list, people, topic and document in each language and look.
MAX_PAGES = 512
LOOKS = ("", "day", "night")
View = Callable[..., HttpResponse]
# Of a request: the versions of all that the page shows; None where it shows something of the reader.
Version = Callable[[HttpRequest], Hashable]

# What a form holds against forged requests; each reader's own, so it is filled into the kept page.
_TOKEN = re.compile(rb'(?<=name="csrfmiddlewaretoken" value=")\w{64}(?=")')
_LIKE_A_TOKEN = re.compile(rb"\b[A-Za-z0-9]{64}\b")
_NO_TOKEN = b"0" * 63


@dataclass(frozen=True, slots=True)
class _Page:
    """What a view answered: its own headers, and the body, compressed unless tokens are filled into it."""

    body: bytes
    headers: dict[str, str]
    has_forms: bool

    def answer(self, request: HttpRequest) -> HttpResponse:
        """The page for one reader."""
        if self.has_forms:
            return HttpResponse(self.body.replace(_NO_TOKEN, get_token(request).encode()), headers=self.headers)
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            return HttpResponse(self.body, headers=self.headers | {"Content-Encoding": "gzip"})
        return HttpResponse(gzip.decompress(self.body), headers=self.headers)


_pages = VersionedCache[_Page](MAX_PAGES)


def kept_page(version: Version) -> Callable[[View], View]:
    """Decorator of a view: readers get the page that was drawn for another one.

    Only who is not logged in and has no message waiting, as pages name members and show messages; and only the bare
    address, as the answers to questions are many. A page with a cookie, or with anything that looks like a secret of
    a form outside of a form, is never kept.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def kept(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
            # Read before the page is drawn: what changes meanwhile has another version, so the page is drawn again.
            now = version(request) if _is_for_anybody(request) else None
            if now is None:
                return view(request, *args, **named)
            look = request.COOKIES.get(settings.THEME_COOKIE_NAME, "")
            key = (request.scheme, request.get_host(), request.path, get_language(), look)
            page = _pages.get(key, now)
            if page is None:
                response = view(request, *args, **named)
                page = _page_of(response)
                if page is None:
                    return response
                _pages.put(key, now, page)
            return page.answer(request)

        return kept

    return decorate


def as_shipped(_request: HttpRequest) -> tuple[()]:
    """The version of a page made of the site's own files alone: it changes with the process."""
    return ()


def forget() -> None:
    """Draw every page again."""
    _pages.clear()


def _is_for_anybody(request: HttpRequest) -> bool:
    return (
        request.method in ("GET", "HEAD")
        and not settings.DEBUG  # templates and styles change there
        and not request.META.get("QUERY_STRING")
        and "HX-Request" not in request.headers
        and request.COOKIES.get(settings.THEME_COOKIE_NAME, "") in LOOKS
        and not request.user.is_authenticated
        and not len(get_messages(request))
    )


def _page_of(response: HttpResponse) -> _Page | None:
    """What is kept of an answer; None where it must not be."""
    if response.status_code != 200 or response.cookies or "no-store" in response.get("Cache-Control", ""):
        return None
    body, forms = _TOKEN.subn(_NO_TOKEN, response.content)
    if _LIKE_A_TOKEN.search(body):
        return None
    if forms:
        return _Page(body, dict(response.items()), has_forms=True)
    # Of the body as it is drawn, so every process names the same version the same.
    set_response_etag(response)
    response["ETag"] = f"W/{response['ETag']}"
    return _Page(gzip.compress(body, 6, mtime=0), dict(response.items()), has_forms=False)
