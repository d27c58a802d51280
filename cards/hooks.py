"""Hooks of the catalogue: data of other apps that card pages show."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from accounts.models import Person
from cards.core.facts import CardFacts, Catalogue, People
from common.hooks import SingleHook


@dataclass(frozen=True, slots=True)
class ListedLink:
    """A link in a list, to a deck or an event: its name, its URL, its owner or day, the people on its picture."""

    name: str
    url: str
    by: str = ""
    people: People | None = None


@SingleHook
def public_decks_with_card(game: str, code: str) -> Sequence[ListedLink]:
    return ()


@dataclass(frozen=True, slots=True)
class MeasuredCardValue:
    """A card’s value in crystals a game with a 95 % interval, in a draft (`people` empty) or in a people’s deck.

    `without_text` if the card was played without its text.
    """

    people: str
    value: float
    low: float
    high: float
    games: int
    without_text: bool = False


@SingleHook
def measured_card_values(card: CardFacts) -> Sequence[MeasuredCardValue]:
    """Return a card’s measured values, that in drafts first."""
    return ()


@SingleHook
def copies_owned(person: Person | None, game: str) -> Mapping[str, int] | None:
    """Return the copies of each card of a game that a person owns, by code; None without a collection."""
    return None


@dataclass(frozen=True, slots=True)
class NumberedRule:
    """A rule as pages show it: its number, title and chapter, its paragraphs, and its language."""

    number: str
    title: str
    chapter: str
    paragraphs: tuple[str, ...]
    url: str
    language: str


@SingleHook
def numbered_rules(language: str) -> Mapping[str, NumberedRule]:
    """Return all rules by number, in a language."""
    return {}


@dataclass(frozen=True, slots=True)
class RulingScene:
    """A ruling as a position: its title, the URL to play on, and the rulings it shows. `draw` draws all of its boards,
    `draw_end` only the last, and nothing if the given card isn’t in the fight."""

    title: str
    url: str
    rulings: tuple[str, ...]
    draw: Callable[[], SafeString]
    draw_end: Callable[[str, Catalogue], SafeString]


@SingleHook
def scenes_of_ruling(number: str) -> Sequence[RulingScene]:
    """Return the scenes of a ruling, by its number."""
    return ()


@SingleHook
def scenes_of_card(code: str) -> Sequence[RulingScene]:
    return ()
