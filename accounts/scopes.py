"""Scopes of API tokens: which scope opens which part of the API, by the first word of the path below /api/v1/."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy

# `read` reads everything that its owner may see; every other scope reads and writes one area.
TOKEN_SCOPES: Mapping[str, Any] = {
    "read": gettext_lazy("Read everything I can see"),
    "decks": gettext_lazy("Decks: read and change"),
    "drafts": gettext_lazy("Drafts: take part and host"),
    "matches": gettext_lazy("Matches and groups: record and manage"),
    "events": gettext_lazy("Events: organise"),
}
# Paths that need a token, but no particular scope.
ANY_TOKEN = "any"
# "" is public. Paths with any other word are closed to tokens.
_PATH_WORDS_BY_SCOPE: Mapping[str, Sequence[str]] = {
    "": ("", "boards", "cards", "catalogue", "rulings", "errata", "lists", "glossary", "power"),
    "decks": ("decks", "pools", "collection", "shelf"),
    "drafts": ("drafts", "papers"),
    "matches": ("matches", "groups", "seasons", "online-games"),
    "events": ("events",),
    ANY_TOKEN: ("tokens",),
}
SCOPE_BY_PATH_WORD: Mapping[str, str] = {word: area for area, words in _PATH_WORDS_BY_SCOPE.items() for word in words}
API_PATH = "/api/v1/"


def scope_for_path(path: str) -> str | None:
    """Return the scope that a path needs; "" for a public path, None for one closed to tokens."""
    return SCOPE_BY_PATH_WORD.get(path.removeprefix(API_PATH).partition("/")[0])
