"""DeckGame: what the pages of decks know of one game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise

from cards.core.facts import CardFacts
from decks.core.legality import GameRules

TranslatableText = str | Promise


@dataclass(frozen=True, slots=True)
class SideFilter:
    """To whom a card belongs, as a chip of the builder: the key of the search and its values."""

    key: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card in words, as papers show it: its code, cost and lines of values, icons and power."""

    code: str
    cost: str
    lines: tuple[str, ...]


# The sort key of a card.
CardSortKey = Callable[[CardFacts], tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class DeckGame:
    """A game whose decks can be built.

    `types` are the types of cards that are put into a deck, with their words, `types_beside` those that lie beside it
    or are not known. `side` is the choice of people or faction in the builder. `settings_without` names the fields of
    the settings form that decks of this game do not have. `printed` writes a card for the papers. `orders` are the
    orders, besides catalogue and name, in which a deck page shows its cards.
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
