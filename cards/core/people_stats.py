"""Statistics of a people: counts and sums of its cards; pure, no Django."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cards.core.facts import CardFacts, CardType, Catalogue, IconKind, People


@dataclass(frozen=True, slots=True)
class CardTotals:
    """Totals of some cards; unknown values add nothing, and `unknown` counts the cards that have any."""

    cards: int
    fire: int
    earth: int
    moons: int
    unknown: int

    @classmethod
    def of(cls, cards: Sequence[CardFacts]) -> CardTotals:
        return cls(
            cards=len(cards),
            fire=sum(card.fire or 0 for card in cards),
            earth=sum(card.earth or 0 for card in cards),
            moons=sum(card.moons or 0 for card in cards),
            unknown=sum(not card.complete for card in cards),
        )


@dataclass(frozen=True, slots=True)
class CardsOfType:
    """The cards of one type and their totals."""

    type: CardType
    cards: tuple[CardFacts, ...]
    sums: CardTotals


@dataclass(frozen=True, slots=True)
class PeopleStats:
    """A people: its cards by type, and all but the leader together."""

    parts: tuple[CardsOfType, ...]
    sums: CardTotals


@dataclass(frozen=True, slots=True)
class AffiliationStats:
    """One of the seventeen affiliations, with its number of cards and how many are known."""

    people: People
    cards: int
    known: int

    @property
    def emblem(self) -> str:
        return f"people-{self.people.value.lower()}"


def people_stats(cards: Iterable[CardFacts]) -> PeopleStats:
    own = tuple(cards)
    parts = []
    for kind in CardType:
        those = tuple(card for card in own if card.type is kind)
        if those:
            parts.append(CardsOfType(kind, those, CardTotals.of(those)))
    return PeopleStats(tuple(parts), CardTotals.of([card for card in own if card.playable]))


def affiliation_stats(catalogue: Catalogue) -> tuple[AffiliationStats, ...]:
    counted = []
    for people in People:
        own = [card for card in catalogue if card.people is people]
        if own:
            counted.append(AffiliationStats(people, len(own), sum(card.known for card in own)))
    return tuple(counted)


def fire_and_earth_counts(cards: Iterable[CardFacts]) -> list[tuple[int, int]]:
    """Return for each value from 0 up how many cards have it in fire and how many in earth."""
    own = tuple(cards)
    highest = max((value for card in own for value in (card.fire, card.earth) if value is not None), default=-1)
    return [
        (sum(card.fire == step for card in own), sum(card.earth == step for card in own)) for step in range(highest + 1)
    ]


def icon_counts(cards: Iterable[CardFacts]) -> list[tuple[IconKind, int]]:
    own = tuple(cards)
    counts = ((kind, sum(card.has(kind) for card in own)) for kind in IconKind)
    return [(kind, count) for kind, count in counts if count]


def moon_counts(cards: Iterable[CardFacts]) -> list[int]:
    """Return for each number of moons from 0 up how many cards have it; unknown moons aren’t counted."""
    known = [card.moons for card in cards if card.moons is not None]
    return [known.count(step) for step in range(max(known, default=-1) + 1)]
