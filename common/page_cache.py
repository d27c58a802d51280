"""Page cache: a page that is the same for everyone is rendered once per process and version of its data."""

import gzip
import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any
from zlib import crc32

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers, set_response_etag
from django.utils.html import escape
from django.utils.translation import get_language

from common.versioned_cache import VersionedCache

# About 10 kB each, compressed: each card list, people, topic and document in each language and theme.
MAX_CACHED_PAGES = 512
THEME_NAMES = ("", "day", "night")
PageView = Callable[..., HttpResponse]
# Returns the versions of all data on the page; None if the page contains data of the reader.
PageVersion = Callable[[HttpRequest], Hashable]
OwnPagePart = Callable[[HttpRequest], str]

# The reader’s own parts, filled into a cached page: the CSRF tokens of forms, a member’s name in the head, and parts
# that the view renders for each reader.
_OWN = re.compile(
    rb'(?<=name="csrfmiddlewaretoken" value=")(?P<token>\w{64})(?=")'
    rb'|(?<=id="reader">)(?P<name>[^<]*)|<!--own (?P<part>\w+)-->.*?<!--/own-->',
    re.DOTALL,
)
_CSRF_TOKEN_LIKE = re.compile(rb"\b[A-Za-z0-9]{64}\b")


@dataclass(frozen=True, slots=True)
class _CachedPage:
    """The response of a view: its headers, and its compressed body with a NUL for each of the reader’s own parts."""

    packed: bytes
    own: list[str]
    headers: dict[str, str]

    def to_response(self, request: HttpRequest, own_parts: Mapping[str, OwnPagePart]) -> HttpResponse:
        answer = HttpResponse(self.packed, headers=self.headers)
        if not self.own and "gzip" in request.headers.get("Accept-Encoding", ""):
            answer["Content-Encoding"] = "gzip"
            return answer
        says = {"token": get_token, "name": _member_name} | {
            name: _add_part_markers(name, part) for name, part in own_parts.items()
        }
        data = {what: says[what](request).encode() for what in dict.fromkeys(self.own)}
        first, *others = gzip.decompress(self.packed).split(b"\0")
        answer.content = b"".join([first, *(data[what] + after for what, after in zip(self.own, others, strict=True))])
        if data and "ETag" in self.headers:
            answer["ETag"] = f'{answer["ETag"][:-1]}-{"-".join(f"{crc32(part):x}" for part in data.values())}"'
        return answer


_cached_pages = VersionedCache[_CachedPage](MAX_CACHED_PAGES)


def cached_page(version: PageVersion, **own_parts: OwnPagePart) -> Callable[[PageView], PageView]:
    """Decorate a view: all readers get the page that was rendered for the first of them.

    Readers with a pending message and URLs with a query get their own page. `first=…` renders what is between `<!--own
    first-->` and `<!--/own-->`. A response is never cached if it sets a cookie, has a CSRF token outside a form, or a
    member’s name outside its head.
    """
    own_parts = {"waiting": _waiting_count_html, **own_parts}

    def decorate(view: PageView) -> PageView:
        @wraps(view)
        def cached(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
            # Read before rendering: a change in between makes another version, and the page is rendered again.
            now = version(request) if _may_be_cached(request) else None
            if now is None:
                return view(request, *args, **named)
            theme, member = request.COOKIES.get(settings.THEME_COOKIE_NAME, ""), request.user.is_authenticated
            key = (request.scheme, request.get_host(), request.path, get_language(), theme, member)
            page = _cached_pages.get(key, now)
            if page is None:
                request.META["SHARED_PAGE"] = "yes"
                response = view(request, *args, **named)
                page = _page_to_cache(response, _member_name(request).encode())
                if page is None:
                    return response
                _cached_pages.put(key, now, page)
            return page.to_response(request, own_parts)

        vars(cached).update(page_version=version, page_own_parts=own_parts)  # read by test_page_cache_tables
        return cached

    return decorate


def _add_part_markers(name: str, own_part: OwnPagePart) -> OwnPagePart:
    """Return the part with its markers, so that a cached page is identical to a rendered one."""
    return lambda request: f"<!--own {name}-->{own_part(request)}<!--/own-->"


def _member_name(request: HttpRequest) -> str:
    """Return the name of a member as pages write it; empty for everyone else."""
    return escape(request.user.get_username())


def _waiting_count_html(request: HttpRequest) -> str:
    """Render the number beside a member’s name in the bar."""
    return render_to_string("_waiting.html", request=request)


def shipped_files_version(_request: HttpRequest) -> tuple[()]:
    """Return the version of a page made from the site’s own files: constant within a process."""
    return ()


def _may_be_cached(request: HttpRequest) -> bool:
    return (
        request.method in ("GET", "HEAD")
        and not settings.DEBUG  # templates and styles change during development
        and not request.META.get("QUERY_STRING")
        and "HX-Request" not in request.headers
        and request.COOKIES.get(settings.THEME_COOKIE_NAME, "") in THEME_NAMES
        and not len(get_messages(request))
    )


def _page_to_cache(response: HttpResponse, name: bytes) -> _CachedPage | None:
    """Return the part of a response to cache, given the reader’s name; None if it must not be cached."""
    if response.status_code != 200 or response.cookies or "no-store" in response.get("Cache-Control", ""):
        return None
    own = [(match["part"] or b"").decode() or str(match.lastgroup) for match in _OWN.finditer(response.content)]
    common = _OWN.sub(b"\0", response.content)
    if common.count(b"\0") != len(own) or _CSRF_TOKEN_LIKE.search(common):
        return None
    if name and re.search(rb"(?<!\w)%b(?!\w)" % re.escape(name), common):
        return None
    if "token" not in own:
        # Made from the shared contents, so that all processes give a version the same ETag.
        response.content = common
        set_response_etag(response)
        response["ETag"] = f"W/{response['ETag']}"
    patch_vary_headers(response, ("Accept-Encoding",))
    return _CachedPage(gzip.compress(common, 6, mtime=0), own, dict(response.items()))
