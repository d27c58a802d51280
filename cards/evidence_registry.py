"""Registry of evidence: the app of the rules engine registers here what a card was measured to be worth."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cards.core.facts import CardFacts


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


Source = Callable[[CardFacts], Sequence[MeasuredWorth]]
_sources: list[Source] = []


def register(source: Source) -> None:
    """Ask this, too, what a card is worth. Registering twice is once."""
    if source not in _sources:
        _sources.append(source)


def worths_of(card: CardFacts) -> list[MeasuredWorth]:
    """Every figure of a card, that of a draft first."""
    worths = [worth for source in _sources for worth in source(card)]
    return sorted(worths, key=lambda worth: bool(worth.people))
