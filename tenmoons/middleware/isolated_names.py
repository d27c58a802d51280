"""Right-to-left names in pages: each is isolated, so that it doesn’t reorder a score or number beside it."""

import re

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from common.headers import GetResponse
from common.text import RIGHT_TO_LEFT_LETTERS

# The UTF-8 bytes of such letters begin with one of these; few pages have any.
_FIRST_BYTES = re.compile(rb"[\xd6-\xdf][\x80-\xbf]|\xe0[\xa0-\xa3]|\xef[\xac-\xbb]")
_WORD = f"[{RIGHT_TO_LEFT_LETTERS}\u200c]+"
# Pages escape apostrophes and quotation marks.
_APOSTROPHE = "(?:['’]|&#x27;)"
# Parts of a page that aren’t text, or can’t contain tags, begin with one of these.
_UNTOUCHED = "script|style|textarea|title|option|svg|bdi"
_PART = re.compile(
    rf"<(?P<begin>{_UNTOUCHED})(?![\w-])(?:[^<>]*[^<>/])?>|(?P<comment><!--)|(?P<end></\w+>|-->)|<[^<>]*>"
    rf"|(?P<name>{_WORD}(?:(?:[\s.\"-]|{_APOSTROPHE}|&quot;)+{_WORD})*{_APOSTROPHE}?)"
)


def isolate_names(page: str) -> str:
    """Return a page with `<bdi>` around each name in its text."""
    untouched_until = ""

    def isolated(part: re.Match[str]) -> str:
        nonlocal untouched_until
        if part["end"] == untouched_until:
            untouched_until = ""
        elif not untouched_until:
            if part["name"]:
                return f"<bdi>{part['name']}</bdi>"
            untouched_until = f"</{part['begin']}>" if part["begin"] else "-->" if part["comment"] else ""
        return part[0]

    return _PART.sub(isolated, page)


class IsolatedNamesMiddleware:
    """Puts right-to-left names of a page into `<bdi>`."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        # Cached compressed pages are about cards and help, without players’ names.
        is_page = response.get("Content-Type", "").startswith("text/html") and "Content-Encoding" not in response
        if is_page and isinstance(response, HttpResponse) and _FIRST_BYTES.search(response.content):
            response.content = isolate_names(response.text)
        return response
