"""How much of the network a page takes, from the page as the site gives it and the files it names."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import find

HEADERS = 900
FIRST_PAGE = 60_000
# Path, most bytes over the wire, most queries.
BUDGETS = (
    ("/", 42_000, 3),
    ("/cards/", 52_000, 4),
    # With the board of a scene that shows the card.
    ("/cards/vulca-03/", 51_000, 6),
    ("/cards/rulings/", 49_000, 6),
    ("/cards/peoples/vulca/", 49_000, 2),
    ("/decks/", 46_000, 4),
    ("/decks/check/", 46_000, 2),
    ("/decks/new/", 46_000, 2),
    ("/drafts/", 42_000, 2),
    ("/drafts/new/", 46_000, 2),
    ("/matches/", 44_000, 2),
    ("/matches/new/", 45_000, 2),
    ("/matches/events/", 46_000, 2),
    ("/help/", 46_000, 2),
    # The whole rules on one page, so that one search in the browser finds each of them.
    ("/help/rules/", 66_000, 2),
    ("/help/glossary/", 46_000, 2),
    ("/mine/", 45_000, 3),
    ("/accounts/login/", 44_000, 2),
)
_NAMED = re.compile(
    r'<link[^>]+rel="(?:stylesheet|icon)"[^>]*>|<(?:script|img)\b[^>]+src="[^"]+"|<use[^>]+href="[^"]+"'
)
_ADDRESS = re.compile(r'(?:href|src)="([^"#]+)')


@dataclass(slots=True)
class Weight:
    """Bytes of the page and of each file; what is asked for elsewhere."""

    page: int
    files: dict[str, int] = field(default_factory=dict)
    outside: list[str] = field(default_factory=list)

    @property
    def whole(self) -> int:
        """All of it, with the headers of each answer."""
        return self.page + sum(self.files.values()) + HEADERS * (1 + len(self.files))


def weight_of(page: Any) -> Weight:
    """Of a page the site gave to a browser that takes compressed answers."""
    body, plain = page.content, page.get("Content-Encoding") != "gzip"
    weight = Weight(len(body))
    text = (body if plain else gzip.decompress(body)).decode()
    for tag in _NAMED.findall(text):
        address = _ADDRESS.search(tag)
        assert address is not None, tag
        if address.group(1).startswith("/static/"):
            weight.files[address.group(1)] = squeezed(address.group(1).removeprefix("/static/"))
        elif not address.group(1).startswith("/"):
            weight.outside.append(address.group(1))
    return weight


@cache
def squeezed(name: str) -> int:
    """As WhiteNoise keeps it: compressed where that makes it smaller."""
    path = find(name)
    assert isinstance(path, str), name
    body = Path(path).read_bytes()
    return min(len(body), len(gzip.compress(body, 9)))
