"""Sort orders of a list of decks."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from common.text import fold
from decks.core.legality import Status


class DeckOrder(StrEnum):
    """Sort orders of a list of decks."""

    CHANGED = "changed"
    NAME = "name"
    PEOPLE = "people"
    FORMAT = "format"
    LEGAL = "legal"
    RECORD = "record"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckFacts:
    """The facts of a deck in a list, which is sorted from the latest change to the oldest before another order applies.

    `people` and `format` are words, empty if there is none. `rating` is the lower end of the share of games won, in
    percent; None if the deck has played no game.
    """

    pk: int
    name: str = ""
    people: str = ""
    format: str = ""
    status: Status | None = None
    rating: int | None = None
    games: int = 0


_STATUS_ORDER = (Status.LEGAL, Status.UNKNOWN, Status.ILLEGAL, None)
_SORT_KEYS: Mapping[DeckOrder, Callable[[DeckFacts], Any]] = {
    DeckOrder.CHANGED: lambda _deck: 0,
    DeckOrder.NAME: lambda deck: fold(deck.name),
    DeckOrder.PEOPLE: lambda deck: (not deck.people, fold(deck.people), fold(deck.name)),
    DeckOrder.FORMAT: lambda deck: (not deck.format, fold(deck.format), fold(deck.name)),
    DeckOrder.LEGAL: lambda deck: _STATUS_ORDER.index(deck.status),
    DeckOrder.RECORD: lambda deck: (deck.rating is None, -(deck.rating or 0), -deck.games),
}


def sorted_decks(decks: Iterable[DeckFacts], order: DeckOrder) -> list[DeckFacts]:
    """Return the decks in an order; equal decks stay as they were."""
    return sorted(decks, key=_SORT_KEYS[order])
