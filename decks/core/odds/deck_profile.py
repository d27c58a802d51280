"""Deck profile: how many cards of each type, value, moon and icon; what two decks share."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from cards.core.facts import CardFacts, CardType, IconKind


@dataclass(frozen=True, slots=True)
class Shape:
    """Counts in the order shown. `fire` and `earth` run from 0 to the highest value; cards without one are left out."""

    types: tuple[tuple[CardType, int], ...]
    fire: tuple[tuple[int, int], ...]
    earth: tuple[tuple[int, int], ...]
    moons: tuple[tuple[int, int], ...]
    icons: tuple[tuple[IconKind, int], ...]
    size: int
    total_fire: int
    total_earth: int
    total_moons: int


def shape(cards: Sequence[CardFacts]) -> Shape:
    """The shape of a deck given as its cards, copies counted."""
    types = Counter(card.type for card in cards)
    icons = Counter(kind for card in cards for kind in {icon.kind for icon in card.icons})
    return Shape(
        types=tuple((kind, types[kind]) for kind in CardType if types[kind]),
        fire=_curve(card.fire for card in cards),
        earth=_curve(card.earth for card in cards),
        moons=_curve(card.moons for card in cards),
        icons=tuple((kind, icons[kind]) for kind in IconKind if icons[kind]),
        size=len(cards),
        total_fire=sum(card.fire or 0 for card in cards),
        total_earth=sum(card.earth or 0 for card in cards),
        total_moons=sum(card.moons or 0 for card in cards),
    )


def _curve(values: Iterable[int | None]) -> tuple[tuple[int, int], ...]:
    counts = Counter(value for value in values if value is not None)
    return tuple((value, counts[value]) for value in range(max(counts) + 1)) if counts else ()


def likeness(first: Collection[str], other: Collection[str]) -> float:
    """How alike two decks are, from 0 to 1: cards in both over cards in either.

    >>> likeness({"Vulca 01", "Vulca 02"}, {"Vulca 02", "Vulca 03"})
    0.3333333333333333
    """
    either = set(first) | set(other)
    return len(set(first) & set(other)) / len(either) if either else 0.0
