"""DeckGame: what deck pages know about one game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise

from cards.core.facts import CardFacts
from decks.core.legality import GameRules

TranslatableText = str | Promise


@dataclass(frozen=True, slots=True)
class SideFilter:
    """Filter by the people or faction of a card, as a chip of the builder: the search key and its values."""

    key: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card in words, for papers: its code, cost, and lines of values, icons and power."""

    code: str
    cost: str
    lines: tuple[str, ...]


# The sort key of a card.
CardSortKey = Callable[[CardFacts], tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class DeckGame:
    """A game whose decks can be built.

    `types` are the types of deck cards with their names, `types_beside` those beside the deck or unknown. `side` is the
    choice of people or faction in the builder. `settings_without` are the fields of the settings form that its decks
    don’t have. `printed` writes a card for the papers. `orders` are the sort orders of a deck page besides catalogue
    and name.
    """

    rules: GameRules
    types: tuple[tuple[str, TranslatableText], ...]
    types_beside: tuple[tuple[str, TranslatableText], ...]
    side: SideFilter
    settings_without: frozenset[str]
    printed: Callable[[CardFacts], PrintedCard]
    orders: Mapping[str, tuple[TranslatableText, CardSortKey]]

    @property
    def all_card_types(self) -> tuple[tuple[str, TranslatableText], ...]:
        return (*self.types, *self.types_beside)
