"""A charset that a request names changes nothing: the site reads UTF-8, at pages and in the API."""

from __future__ import annotations

import json
from urllib.parse import urlencode

import pytest

from cards.core.facts import Catalogue
from tests.site.operations.test_asgi_handler import asked

pytestmark = pytest.mark.django_db(transaction=True)

# One that makes half characters, some that are of no text, one that nobody knows, and others than the site's.
CHARSETS = ("utf-7", "unicode_escape", "rot13", "zlib", "nothing", "latin-1", "utf-16", "idna", "undefined")
HALF = "+2AA-\\ud800"
FORM, PARTS, JSON = "application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "application/json"
NAMED = "Content-Disposition: form-data; name"


@pytest.mark.parametrize("charset", CHARSETS)
async def test_a_charset_changes_nothing(charset: str, db_catalogue: Catalogue) -> None:
    query = urlencode({"q": HALF, "p": HALF}).encode()
    part = f"--b\r\n{NAMED}=\"text\"; filename*={charset}''a%2B2AA-.txt\r\n\r\n1x {HALF}\r\n--b--\r\n"
    payload = json.dumps({"text": "1x Lavar der Mächtige"}, ensure_ascii=False)
    for method, path, kind, body in (
        ("GET", "/cards/rulings/", "text/plain", ""),
        ("GET", "/board/", FORM, ""),
        ("POST", "/board/game/", FORM, f"game={HALF}"),
        ("POST", "/decks/check/", PARTS, part),
        ("POST", "/api/v1/decks/check/", JSON, payload),
    ):
        for more in (f"charset={charset}", f"charset*={charset}''utf-7", f"x*={charset}''%41"):
            headers = [(b"content-type", f"{kind}; {more}".encode()), (b"accept", f"{JSON}, */*; {more}".encode())]
            status, answer = await asked(
                path, method=method, body=body.encode(), headers=headers, query=query if method == "GET" else b""
            )
            assert status < 500, (path, more)
            assert path != "/api/v1/decks/check/" or status == 200, answer
