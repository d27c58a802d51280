"""Game: one value that says all that the catalogue needs to know of a game."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cards.core.art.subject import PictureSubject
from cards.core.catalogue_csv import ParsedTable
from cards.core.facts import CardFacts, Catalogue
from cards.core.search.keys import KeyTable


@dataclass(frozen=True, slots=True)
class CardFace:
    """Display of a card: its templates by size, and their context besides the card."""

    templates: Mapping[str, str]
    context: Callable[[Any], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class CatalogueGame:
    """A game of the catalogue.

    Its cards are frozen values with everything that `CardFacts` has, for that is what is kept in columns, and whatever
    they have besides is kept as `attributes`. `parse` reads the table of cards, `facts_of` makes a card from its row,
    where `is_known` says that this version has such cards, `faults` says what cannot be so (column and sentence),
    `order` sorts the catalogue. `tables` are its other files. `picture` says what a picture is drawn from. `keys` are
    those of the search language, by which cards are found. `affiliations` and `types` are what an editor may choose
    from. `index` is the text that every page of the game may show as its source. `parse_part` reads a table that holds
    only what it changes, given the cards that are known.
    """

    key: str
    title: str
    parse: Callable[[str], ParsedTable]
    facts_of: Callable[[Any], CardFacts]
    order: Callable[[Any], tuple[Any, ...]]
    faults: Callable[[Any], Iterable[tuple[str, str]] | Iterator[tuple[str, str]]]
    face: CardFace
    picture: Callable[[Any], PictureSubject]
    sheet: Callable[[Any], list[Any]]
    name_of: Callable[[Any], str]
    kind_of: Callable[[Any], str]
    unknown_of: Callable[[Any], list[str]]
    keys: KeyTable
    affiliations: tuple[str, ...]
    types: tuple[str, ...]
    tables: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    is_known: Callable[[Any], bool] = lambda row: True
    parse_part: Callable[[str, Iterable[CardFacts]], ParsedTable] | None = None

    def catalogue(self, cards: Iterable[CardFacts], *, version: int = 0) -> Catalogue:
        return Catalogue(cards, version=version, order=self.order)
