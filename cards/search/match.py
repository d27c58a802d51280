"""Which cards a query finds, and in which order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from cards.changes import search_text
from cards.facts import CardFacts, Catalogue
from cards.search.query import Query
from common.text import fold, nearest


@dataclass(frozen=True, slots=True)
class Found:
    """The cards found, in the order asked for; where there are none, names that were probably meant."""

    cards: tuple[CardFacts, ...]
    suggestions: tuple[str, ...] = ()


# Folding a card takes longer than looking through it, and cards do not change.
_text = lru_cache(maxsize=4096)(search_text)


def matches(query: Query, card: CardFacts) -> bool:
    """Whether a card meets every condition of a query."""
    return (
        (not query.people or card.people in query.people)
        and (not query.types or card.type in query.types)
        and (not query.decks or card.deck in query.decks)
        and (not query.families or card.family in query.families)
        and (not query.timings or card.timing in query.timings)
        and all(card.has(kind) for kind in query.icons)
        and (query.known is None or card.known is query.known)
        and _within(card.fire, query.fire_min, query.fire_max)
        and _within(card.earth, query.earth_min, query.earth_max)
        and _within(card.moons, query.moons_min, query.moons_max)
        and all(word in _text(card) for word in _folded(query.words))
    )


def search(query: Query, catalogue: Catalogue) -> Found:
    """The cards of a catalogue that a query finds."""
    cards = [card for card in catalogue if matches(query, card)]
    if not cards:
        return Found((), _suggestions(query, catalogue))
    return Found(tuple(sorted(cards, key=_order(query))))


@lru_cache(maxsize=256)
def _folded(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(folded for word in words if (folded := fold(word)))


def _within(value: int | None, low: int | None, high: int | None) -> bool:
    if low is None and high is None:
        return True
    return value is not None and (low is None or value >= low) and (high is None or value <= high)


def _order(query: Query) -> Callable[[CardFacts], tuple[int | str, ...]]:
    """The key to sort by; the sort is stable, so that equals stay in catalogue order."""
    if query.sort == "name":
        return lambda card: (not card.known, fold(card.label))
    if query.sort in {"fire", "earth", "moons"}:
        return lambda card: (_largest_first(getattr(card, query.sort)),)
    if query.sort == "order" or not query.words:
        return lambda card: ()
    wanted = fold(query.text)
    return lambda card: (_distance(wanted, card),)


def _largest_first(value: int | None) -> int:
    return 1 if value is None else -value


def _distance(wanted: str, card: CardFacts) -> int:
    """How far a card is from the words: 0 its very name, 1 a name beginning so, 2 within a name, 3 elsewhere."""
    names = [fold(name) for name in card.names]
    if wanted in names:
        return 0
    if any(name.startswith(wanted) for name in names):
        return 1
    return 2 if any(wanted in name for name in names) else 3


def _suggestions(query: Query, catalogue: Catalogue) -> tuple[str, ...]:
    """Names that the words may have meant; single words too, for a name of which one word is mistyped."""
    if not query.words or len(query.text) > 80:
        return ()
    whole = catalogue.suggest(query.text)
    if whole:
        return tuple(whole)
    texts = {part for card in catalogue for name in card.names for part in fold(name).split()}
    parts = [(nearest(word, sorted(texts), limit=1) or [word])[0] for word in query.words]
    corrected = replace(query, words=tuple(parts))
    return (corrected.text,) if any(matches(Query(words=corrected.words), card) for card in catalogue) else ()
