"""Hooks of the catalogue: what the floors above know of cards, and the catalogue shows."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from accounts.models import Person
from cards.core.facts import CardFacts, Catalogue
from common.hooks import SingleHook


@dataclass(frozen=True, slots=True)
class CardHolder:
    """Something public that a card is in: what it is called, where it is, whose it is."""

    name: str
    url: str
    by: str = ""


@SingleHook
def public_holders_of(game: str, code: str) -> Sequence[CardHolder]:
    """The public decks that hold a card."""
    return ()


@dataclass(frozen=True, slots=True)
class MeasuredWorth:
    """A card's worth in crystals a game with an interval of 95 %, in a draft (`people` empty) or in a people's deck.

    `without_text` where the card was played without what it says.
    """

    people: str
    value: float
    low: float
    high: float
    games: int
    without_text: bool = False


@SingleHook
def values_of(card: CardFacts) -> Sequence[MeasuredWorth]:
    """What a card was measured to be worth, in a draft first."""
    return ()


@SingleHook
def copies_owned(person: Person | None, game: str) -> Mapping[str, int] | None:
    """The copies of each card of a game that a person owns, by code; None without a shelf."""
    return None


@dataclass(frozen=True, slots=True)
class NumberedRule:
    """A rule as pages show it: its number, title and chapter, its text paragraph by paragraph, and its language."""

    number: str
    title: str
    chapter: str
    paragraphs: tuple[str, ...]
    url: str
    language: str


@SingleHook
def numbered_rules(language: str) -> Mapping[str, NumberedRule]:
    """All rules by number, in a language."""
    return {}


@dataclass(frozen=True, slots=True)
class RulingScene:
    """A ruling shown as a position: its title, where it is played on, the rulings it shows, and how it is drawn: all
    its boards, or the last alone if a card of this code, where there is one, is in the fight."""

    title: str
    url: str
    rulings: tuple[str, ...]
    draw: Callable[[], SafeString]
    draw_end: Callable[[str, Catalogue], SafeString]


@SingleHook
def scenes_of_ruling(number: str) -> Sequence[RulingScene]:
    """The scenes that show a ruling, by its number."""
    return ()


@SingleHook
def scenes_of_card(code: str) -> Sequence[RulingScene]:
    """The scenes with a card on their board."""
    return ()
