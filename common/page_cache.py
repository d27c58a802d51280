"""Kept pages: a page that is the same for everybody is drawn once a process, for each version of what it shows."""

import gzip
import re
import struct
import zlib
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.cache import patch_vary_headers, set_response_etag
from django.utils.html import escape
from django.utils.translation import get_language

from common.versioned_cache import VersionedCache

# Of about 10 kB each, compressed: each card list, people, topic and document in each language and look.
MAX_PAGES = 512
THEMES = ("", "day", "night")
View = Callable[..., HttpResponse]
# Of a request: the versions of all that the page shows; None where it shows something of the reader.
Version = Callable[[HttpRequest], Hashable]
OwnPart = Callable[[HttpRequest], str]

# What a page has of its reader and is filled into the kept one: what forms hold against forged requests, a member's
# name in the head, and what the view draws for each.
_OWN = re.compile(
    rb'(?<=name="csrfmiddlewaretoken" value=")(?P<token>\w{64})(?=")'
    rb'|(?<=id="reader">)(?P<name>[^<]*)|(?<=<!--own-->)(?P<part>.*?)(?=<!--/own-->)',
    re.DOTALL,
)
_LIKE_A_TOKEN = re.compile(rb"\b[A-Za-z0-9]{64}\b")


_GZIP_HEAD, _GZIP_END = b"\x1f\x8b\x08\0\0\0\0\0\0\xff", b"\x03\0"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a file: compressed up to the edge of a byte, so that another can follow, its checksum and its size."""

    packed: bytes
    checksum: int
    size: int


def piece_of(text: bytes, level: int = 6) -> Piece:
    """A piece of its own; at level 0 as it stands, so that its length tells nothing of what stands beside it."""
    packer = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    return Piece(packer.compress(text) + packer.flush(zlib.Z_FULL_FLUSH), zlib.crc32(text), len(text))


def gzip_of(pieces: Iterable[Piece]) -> bytes:
    """The file of all pieces, one after the other."""
    parts, checksum, size = [_GZIP_HEAD], 0, 0
    for piece in pieces:
        # A checksum of two texts is that of the second, changed as the first one's is by as many zeros.
        zeros = bytes(piece.size)
        checksum = zlib.crc32(zeros, checksum) ^ zlib.crc32(zeros) ^ piece.checksum
        size += piece.size
        parts.append(piece.packed)
    return b"".join([*parts, _GZIP_END, struct.pack("<LL", checksum, size)])


@dataclass(frozen=True, slots=True)
class _Page:
    """What a view answered: its own headers, and the body in compressed pieces between what is its reader's own."""

    pieces: list[Piece]
    own: list[str]
    headers: dict[str, str]

    def answer(self, request: HttpRequest, own_part: OwnPart) -> HttpResponse:
        says: dict[str, OwnPart] = {"token": get_token, "name": _name_of, "part": own_part}
        data = {what: piece_of(says[what](request).encode(), level=0) for what in dict.fromkeys(self.own)}
        between = zip(self.own, self.pieces[1:], strict=True)
        body = gzip_of([self.pieces[0], *(piece for what, after in between for piece in (data[what], after))])
        answer = HttpResponse(body, headers=self.headers)
        if data and "ETag" in self.headers:
            answer["ETag"] = f'{answer["ETag"][:-1]}-{"-".join(f"{piece.checksum:x}" for piece in data.values())}"'
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            answer["Content-Encoding"] = "gzip"
        else:
            answer.content = gzip.decompress(body)
        return answer


_pages = VersionedCache[_Page](MAX_PAGES)


def cached_page(version: Version, own_part: OwnPart = lambda _request: "") -> Callable[[View], View]:
    """Decorator of a view: readers get the page that was drawn for another one.

    Only who has no message waiting, as pages show messages; and only the bare address, as the answers to questions
    are many. Between `<!--own-->` and `<!--/own-->` stands what `own_part` says to each. A page with a cookie, with
    anything that looks like a secret of a form outside of a form, or with a member's name elsewhere than in its head,
    is never kept.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def kept(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
            # Read before the page is drawn: what changes meanwhile has another version, so the page is drawn again.
            now = version(request) if _is_for_anybody(request) else None
            if now is None:
                return view(request, *args, **named)
            theme, member = request.COOKIES.get(settings.THEME_COOKIE_NAME, ""), request.user.is_authenticated
            key = (request.scheme, request.get_host(), request.path, get_language(), theme, member)
            page = _pages.get(key, now)
            if page is None:
                response = view(request, *args, **named)
                page = _page_of(response, _name_of(request).encode())
                if page is None:
                    return response
                _pages.put(key, now, page)
            return page.answer(request, own_part)

        vars(kept).update(page_version=version, page_own_part=own_part)  # the tests compare what each reads
        return kept

    return decorate


def _name_of(request: HttpRequest) -> str:
    """The name of a member as pages write it; empty for anybody else."""
    return escape(request.user.get_username())


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
        and request.COOKIES.get(settings.THEME_COOKIE_NAME, "") in THEMES
        and not len(get_messages(request))
    )


def _page_of(response: HttpResponse, name: bytes) -> _Page | None:
    """What is kept of an answer to the reader of this name; None where it must not be."""
    if response.status_code != 200 or response.cookies or "no-store" in response.get("Cache-Control", ""):
        return None
    parts, own, at = [], [], 0
    for found in _OWN.finditer(response.content):
        parts.append(response.content[at : found.start()])
        own.append(str(found.lastgroup))
        at = found.end()
    parts.append(response.content[at:])
    common = b"".join(parts)
    if _LIKE_A_TOKEN.search(common) or (name and re.search(rb"(?<!\w)%b(?!\w)" % re.escape(name), common)):
        return None
    if "token" not in own:
        # Of what everybody gets, so every process names the same version the same.
        response.content = common
        set_response_etag(response)
        response["ETag"] = f"W/{response['ETag']}"
    patch_vary_headers(response, ("Accept-Encoding",))
    return _Page([piece_of(part) for part in parts], own, dict(response.items()))
