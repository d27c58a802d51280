"""Queries: searching the current catalogue, and rulings on several cards together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest

from accounts.identity import person_of
from cards.catalogue.queries import catalogue, current_catalogues
from cards.core.facts import CardFacts
from cards.core.rulings import RulingQuery
from cards.core.search import BadTerm, CardNameIndex, ParsedQuery, search_cards
from cards.hooks import copies_owned
from cards.rulings.presenters import present_rulings
from cards.rulings.queries import answer_ruling_query, cards_with_codes, current_rulings_book
from common.versioned_cache import VersionedCache

if TYPE_CHECKING:
    from rest_framework.request import Request

_index_cache = VersionedCache[CardNameIndex]()
MAX_RULINGS = 3


def name_index_of(game: str) -> CardNameIndex:
    """Return names, words and columns of a game’s current catalogue; built once per version. One query."""
    cards = catalogue(game)
    return _index_cache.get_or_make(game, cards, lambda: CardNameIndex(cards))


@dataclass(frozen=True, slots=True)
class CardSearchResult:
    """Result of a search: the cards in order, each misspelt word with the nearest ones, the problems."""

    cards: tuple[CardFacts, ...]
    index: CardNameIndex
    mended: Mapping[str, tuple[str, ...]]
    problems: tuple[BadTerm, ...] = ()


def find_cards(reading: ParsedQuery, owned: Mapping[str, int] | None = None) -> CardSearchResult:
    """Return the cards that a query finds. Only the one query of `name_index_of`.

    `owned` are the caller’s copies; asking for them without a collection is a problem.
    """
    index, query = name_index_of(reading.table.game), reading.query
    cards_found = search_cards(query, index.cards, index, reading.table, owned=owned)
    strange = (part.text for part in query.words if reading.table.find_noun_choice(part.text) is None)
    mended = {word: similar for word in strange if (similar := index.similar_words(word))}
    return CardSearchResult(cards_found.cards, index, mended, query_problems(reading, owned))


def query_problems(reading: ParsedQuery, owned: Mapping[str, int] | None) -> tuple[BadTerm, ...]:
    return reading.problems if reading.shelf is None or owned is not None else (*reading.problems, reading.shelf)


def rulings_for_question(text: str) -> dict[str, Any]:
    """Return `named`, the cards that a query names, and `rulings` on them; rulings on all of them come first."""
    now, cards = current_rulings_book(), current_catalogues()
    answer = answer_ruling_query(RulingQuery(text=text), now, cards)
    named = cards_with_codes(answer.cards, cards)
    rulings = (*answer.rulings, *answer.near)[:MAX_RULINGS] if named else ()
    return {"named": named, "rulings": present_rulings(rulings, now, cards)}


def owned_copies_for(request: HttpRequest | Request, reading: ParsedQuery) -> Mapping[str, int] | None:
    """Return the reader’s copies by code if the query asks for them, else None."""
    return None if reading.shelf is None else copies_owned(person_of(request), reading.table.game)
