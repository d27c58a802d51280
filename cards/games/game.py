"""Game: one value with everything that the catalogue needs to know about a game."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cards.core.art.subject import PictureSubject
from cards.core.catalogue_csv import ParsedTable
from cards.core.facts import CardFacts, Catalogue
from cards.core.search.keys import KeyTable


@dataclass(frozen=True, slots=True)
class CardFace:
    """Display of a card: its templates by size, and their context in addition to the card."""

    templates: Mapping[str, str]
    context: Callable[[Any], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class CardGame:
    """A game of the catalogue.

    Its cards are frozen values with all fields of `CardFacts`, which are stored in columns; their other fields are
    stored as `attributes`. `parse` reads the table of cards, `facts_of` makes a card from its row, `is_known` says
    whether this release knows such cards, `faults` returns contradictions (column and message), `order` sorts the
    catalogue. `tables` are its other files. `picture` makes the subject of a picture. `keys` are the keys of its search
    language. `affiliations` and `types` are the choices of an editor. `parse_part` reads a partial table, given the
    known cards.
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

    def build_catalogue(self, cards: Iterable[CardFacts], *, version: int = 0) -> Catalogue:
        return Catalogue(cards, version=version, order=self.order)
