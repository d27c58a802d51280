"""Queries: searching the current catalogue of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cards.catalogue.queries import catalogue
from cards.core.facts import CardFacts
from cards.core.search import NameIndex, ParsedQuery, search
from common.versioned_cache import VersionedCache

_indexes = VersionedCache[NameIndex]()


def index_of(game: str) -> NameIndex:
    """Names, words and columns of the current catalogue of a game; built once for each version. One query."""
    cards = catalogue(game)
    return _indexes.get_or_make(game, cards, lambda: NameIndex(cards))


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """What a query finds: the cards in their order, and each mistyped word with the nearest words."""

    cards: tuple[CardFacts, ...]
    index: NameIndex
    mended: Mapping[str, tuple[str, ...]]


def find(reading: ParsedQuery) -> SearchAnswer:
    """The cards that a query finds. Costs the one query of `index_of`."""
    index, query = index_of(reading.table.game), reading.query
    cards_found = search(query, index.cards, index, reading.table)
    mended = {part.text: near for part in query.words if (near := index.near(part.text))}
    return SearchAnswer(cards_found.cards, index, mended)
