"""Queries: searching the current catalogue of a game."""

from collections.abc import Mapping
from dataclasses import dataclass

from cards.catalogue.queries import catalogue
from cards.core.facts import CardFacts
from cards.core.search import NameIndex, ParsedQuery, Problem, search
from common.versioned_cache import VersionedCache

_indexes = VersionedCache[NameIndex]()


def index_of(game: str) -> NameIndex:
    """Names, words and columns of the current catalogue of a game; built once for each version. One query."""
    cards = catalogue(game)
    return _indexes.get_or_make(game, cards, lambda: NameIndex(cards))


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """Result of a search: the cards in their order, each mistyped word with the nearest ones, the problems."""

    cards: tuple[CardFacts, ...]
    index: NameIndex
    mended: Mapping[str, tuple[str, ...]]
    problems: tuple[Problem, ...] = ()


def find(reading: ParsedQuery, owned: Mapping[str, int] | None = None) -> SearchAnswer:
    """The cards that a query finds. Costs the one query of `index_of`.

    `owned` are the copies on the shelf of the person asking; a query for the shelf without one is a problem.
    """
    index, query = index_of(reading.table.game), reading.query
    cards_found = search(query, index.cards, index, reading.table, owned=owned)
    mended = {part.text: near for part in query.words if (near := index.near(part.text))}
    return SearchAnswer(cards_found.cards, index, mended, problems_of(reading, owned))


def problems_of(reading: ParsedQuery, owned: Mapping[str, int] | None) -> tuple[Problem, ...]:
    """Problems of a query, including a shelf that nobody has counted."""
    return reading.problems if reading.shelf is None or owned is not None else (*reading.problems, reading.shelf)
