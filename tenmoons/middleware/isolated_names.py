"""Names from right to left in pages: each is isolated, so that it turns no score or number beside it round."""

import re

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from common.headers import GetResponse
from common.text import RIGHT_TO_LEFT_LETTERS

# The bytes of such letters begin with one of these; few pages have any.
_FIRST_BYTES = re.compile(rb"[\xd6-\xdf][\x80-\xbf]|\xe0[\xa0-\xa3]|\xef[\xac-\xbb]")
# Tags, and what is no text of the page or can hold no tag, stay as they are.
_TEXT = re.compile(
    r"<(script|style|textarea|title|option|svg|bdi)\b.*?</\1>|<[^>]*>"
    rf"|(?P<name>[{RIGHT_TO_LEFT_LETTERS}\u200c]+(?:[\s.'’-]+[{RIGHT_TO_LEFT_LETTERS}\u200c]+)*)",
    re.DOTALL,
)


class IsolatedNamesMiddleware:
    """Puts such names of a page into `<bdi>`."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        # Pages kept compressed are of cards and help, without names of players.
        is_page = (
            response.headers.get("Content-Type", "").startswith("text/html") and "Content-Encoding" not in response
        )
        if is_page and isinstance(response, HttpResponse) and _FIRST_BYTES.search(response.content):
            response.content = _TEXT.sub(
                lambda part: f"<bdi>{part['name']}</bdi>" if part["name"] else part[0], response.text
            )
        return response
