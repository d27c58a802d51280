"""Evaluating a query in memory: for a choice of cards that is no table, and to hold the database's answer against."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from cards.core.facts import CardFacts
from cards.core.search.bluemoon import BLUE_MOON
from cards.core.search.columns import row_of
from cards.core.search.compile import lower
from cards.core.search.index import NameIndex
from cards.core.search.keys import KeyTable
from cards.core.search.nodes import Query
from cards.core.search.predicate import Row, holds


@dataclass(frozen=True, slots=True)
class Found:
    """The cards found, in the order asked for; where there are none, names that were probably meant."""

    cards: tuple[CardFacts, ...]
    suggestions: tuple[str, ...] = ()


def matches(query: Query, card: CardFacts, table: KeyTable = BLUE_MOON) -> bool:
    """Whether a card meets a query; no typing mistake is forgiven."""
    return holds(lower(query.where, table), row_of(card))


def search(query: Query, cards: Iterable[CardFacts], index: NameIndex, table: KeyTable = BLUE_MOON) -> Found:
    """Those of some cards, given in the order of the catalogue, that a query finds."""
    predicate = lower(query.where, table, index.near)
    found = [card for card in cards if holds(predicate, row_of(card))]
    if not found:
        return Found((), meant(query, index))
    places = {card.code: place for place, card in enumerate(found)}
    wanted = best_text(query, index)
    if wanted and not query.sort:
        found.sort(key=lambda card: rank(wanted, row_of(card)))
    for sort in reversed(query.sort):
        order = table.orders[sort.key]
        falling = order.falling is not sort.reversed
        by_place = order.column == "position"
        found.sort(key=_by_place(places, falling=falling) if by_place else _by(order.column, falling=falling))
    return Found(tuple(found))


def best_text(query: Query, index: NameIndex) -> str:
    """The words of a query as one text, mistyped ones put right: what the order "best" goes by."""
    return " ".join((index.near(part.text) or (part.text,))[0] for part in query.words)


def rank(wanted: str, row: Row) -> int:
    """How far a card is from a text: 0 its very name, 1 a name beginning so, 2 within a name, 3 elsewhere."""
    names = str(row["name_text"])
    if f"|{wanted}|" in names:
        return 0
    if f"|{wanted}" in names:
        return 1
    return 2 if wanted in names else 3


def meant(query: Query, index: NameIndex) -> tuple[str, ...]:
    """Names near to the words of a query that finds nothing."""
    text = " ".join(part.text for part in query.words)[:80]
    if not text:
        return ()
    whole = [card.label for card in index.complete(text, limit=3)]
    parts = [card.label for part in query.words for card in index.complete(part.text, limit=2)]
    return tuple(dict.fromkeys([*whole, *parts]))[:3]


def _by_place(places: Mapping[str, int], *, falling: bool) -> Callable[[CardFacts], tuple[bool, object]]:
    """Sorts in the order of the catalogue."""
    return lambda card: (False, -places[card.code] if falling else places[card.code])


def _by(column: str, *, falling: bool) -> Callable[[CardFacts], tuple[bool, object]]:
    """Sorts by a column, what is unknown last either way; stable, so that equals stay in the order of the catalogue."""

    def key(card: CardFacts) -> tuple[bool, object]:
        value = row_of(card).get(column)
        if isinstance(value, int):
            return False, -value if falling else value
        if value is None:
            return True, 0
        text = str(value)
        return False, (*(-ord(letter) for letter in text), 1) if falling else text

    return key
