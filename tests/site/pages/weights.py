"""How much of the network a page uses, from the page as the site renders it and the files it names."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import find
from django.test import Client

from tenmoons.serving.static_storage import minify_file

# Of a page, and of a file whose address names its content; `tests/site/security/test_headers.py` checks both.
HEADERS, FILE_HEADERS = 1_050, 530
FIRST_PAGE = 70_000  # the typeface is 12 kB of it, pictures of cards 12
# Path, most bytes over the wire, most queries.
BUDGETS = (
    ("/", 47_000, 3),
    ("/cards/", 70_000, 4),
    # With the board of a scene that shows the card.
    ("/cards/hoax-25/", 78_000, 6),
    ("/cards/rulings/", 57_000, 6),
    ("/cards/peoples/vulca/", 73_000, 2),
    ("/decks/", 55_000, 4),
    ("/decks/check/", 54_000, 2),
    ("/decks/new/", 54_000, 3),
    ("/drafts/", 38_000, 2),
    ("/drafts/new/", 54_000, 2),
    ("/matches/", 41_000, 2),
    ("/matches/new/", 33_000, 2),
    ("/matches/events/", 40_000, 2),
    ("/help/", 45_000, 2),
    # The whole rules on one page, so that one search in the browser finds each of them.
    ("/help/rules/", 77_000, 2),
    ("/help/glossary/", 53_000, 2),
    ("/mine/", 39_000, 3),
    ("/accounts/login/", 52_000, 2),
)
_NAMED = re.compile(
    r'<link[^>]+rel="(?:stylesheet|icon|preload)"[^>]*>|<(?:script|img)\b[^>]+src="[^"]+"|<use[^>]+href="[^#"][^"]*"'
    r'|<svg class="scene"'
)
# Lazy pictures are loaded from 1,250 px below the screen on (Chromium, a line as fast as 4G). So many pictures of cards
# of a page these are on a phone of 390 × 844, counted with a browser; of pages without a line all are.
LOADED = {"/cards/peoples/vulca/": 23, "/drafts/new/": 0}
_ADDRESS = re.compile(r'(?:href|src)="([^"#]+)')


@dataclass(slots=True)
class Weight:
    """Bytes of the page and of each file; what is requested elsewhere."""

    page: int
    files: dict[str, int] = field(default_factory=dict)
    outside: list[str] = field(default_factory=list)

    @property
    def whole(self) -> int:
        """Return all of it, with the headers of each answer."""
        return self.page + HEADERS + sum(self.files.values()) + FILE_HEADERS * len(self.files)


def weight_of(page: Any) -> Weight:
    """Return the weight of a page for a browser that accepts compressed answers, before anybody scrolls."""
    body, plain = page.content, page.get("Content-Encoding") != "gzip"
    weight = Weight(len(body))
    pictures, loaded = 0, LOADED.get(page.request["PATH_INFO"])
    text = re.sub("<noscript>.*?</noscript>", "", (body if plain else gzip.decompress(body)).decode())
    for tag in _NAMED.findall(text):
        if tag.startswith("<svg") or 'src="/cards/pictures/' in tag:
            pictures += 1
        address = _ADDRESS.search(tag)
        if tag.startswith("<svg"):  # comes with the page
            continue
        assert address is not None, tag
        if address.group(1).startswith("/static/"):
            weight.files[address.group(1)] = squeezed(address.group(1).removeprefix("/static/"))
        elif address.group(1).startswith("/cards/pictures/"):
            if loaded is None or pictures <= loaded:
                answer = Client().get(address.group(1), headers={"Accept-Encoding": "gzip"})
                weight.files[address.group(1)] = len(answer.content)
        elif not address.group(1).startswith("/"):
            weight.outside.append(address.group(1))
    return weight


@cache
def squeezed(name: str) -> int:
    """Return the size as collected: compressed where that makes it smaller, the site's own without comments."""
    path = find(name)
    assert isinstance(path, str), name
    body = Path(path).read_bytes()
    if name.startswith(("css/", "js/")):
        body = minify_file(name, body.decode()).encode()
    return min(len(body), len(gzip.compress(body, 9)))
