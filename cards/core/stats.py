"""Statistics of a people, a set or a faction: counts, sums and means of its cards; pure, no Django."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

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
    def from_cards(cls, cards: Sequence[CardFacts]) -> Self:
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
    own_cards = tuple(cards)
    by_type = ((kind, tuple(card for card in own_cards if card.type is kind)) for kind in CardType)
    parts = tuple(CardsOfType(kind, those, CardTotals.from_cards(those)) for kind, those in by_type if those)
    return PeopleStats(parts, CardTotals.from_cards([card for card in own_cards if card.playable]))


def affiliation_stats(catalogue: Catalogue) -> tuple[AffiliationStats, ...]:
    cards = ((people, [card for card in catalogue if card.people is people]) for people in People)
    return tuple(
        AffiliationStats(people, len(own_cards), sum(card.known for card in own_cards))
        for people, own_cards in cards
        if own_cards
    )


def fire_and_earth_counts(cards: Iterable[CardFacts]) -> list[tuple[int, int]]:
    """Return for each value from 0 up how many cards have it in fire and how many in earth."""
    own_cards = tuple(cards)
    highest = max((value for card in own_cards for value in (card.fire, card.earth) if value is not None), default=-1)
    return [
        (sum(card.fire == step for card in own_cards), sum(card.earth == step for card in own_cards))
        for step in range(highest + 1)
    ]


def icon_counts(cards: Iterable[CardFacts]) -> list[tuple[IconKind, int]]:
    own_cards = tuple(cards)
    counts = ((kind, sum(card.has_icon(kind) for card in own_cards)) for kind in IconKind)
    return [(kind, count) for kind, count in counts if count]


def moon_counts(cards: Iterable[CardFacts]) -> list[int]:
    """Return for each number of moons from 0 up how many cards have it; unknown moons aren’t counted."""
    known = [card.moons for card in cards if card.moons is not None]
    return [known.count(step) for step in range(max(known, default=-1) + 1)]


# Cards of a game whose facts include set, pack, cost and icons (`cards.games.cthulhu.facts`).
SetCard = Any


@dataclass(frozen=True, slots=True)
class TypeCount:
    """The cards of one type: how many, and their mean cost, None if no cost is a number."""

    type: str
    cards: tuple[SetCard, ...]
    mean_cost: float | None


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card as printed in a set: its number there, the pack of a cycle, and whether it is a reprint."""

    number: str
    pack: str
    card: SetCard
    again: bool


@dataclass(frozen=True, slots=True)
class SetSummary:
    """A set: its name and kind, how many numbers it has, and its cards in the catalogue."""

    name: str
    kind: str
    size: int
    printed: tuple[PrintedCard, ...]

    @property
    def known_count(self) -> int:
        return len(self.printed)

    @property
    def missing_numbers(self) -> tuple[str, ...]:
        have = {printing.number for printing in self.printed}
        return tuple(f"F{number}" for number in range(1, self.size + 1) if f"F{number}" not in have)

    @property
    def cards_by_pack(self) -> tuple[tuple[str, tuple[PrintedCard, ...]], ...]:
        """Return the cards by pack, in the order of their numbers; a box is one nameless pack."""
        by_pack: dict[str, list[PrintedCard]] = {}
        for printing in self.printed:
            by_pack.setdefault(printing.pack, []).append(printing)
        return tuple((pack, tuple(cards)) for pack, cards in by_pack.items())


def summaries_of_sets(cards: Iterable[SetCard], sets: Mapping[str, tuple[str, int]]) -> tuple[SetSummary, ...]:
    """Return the cards printed in each set, by number; `sets` has each set’s kind and number of cards."""
    by_set: dict[str, list[PrintedCard]] = {name: [] for name in sets}
    for card in cards:
        for index, printing in enumerate(card.printings):
            if printing.set in by_set:
                by_set[printing.set].append(PrintedCard(printing.number, printing.pack, card, again=index > 0))
    for printed in by_set.values():
        printed.sort(key=lambda printing: (len(printing.number), printing.number))
    return tuple(SetSummary(name, kind, size, tuple(by_set[name])) for name, (kind, size) in sets.items())


def type_counts(cards: Sequence[SetCard], types: Iterable[str]) -> tuple[TypeCount, ...]:
    counted = []
    for kind in types:
        own = tuple(card for card in cards if card.type == kind)
        costs = [int(card.cost) for card in own if card.cost.isdigit()]
        if own:
            counted.append(TypeCount(kind, own, sum(costs) / len(costs) if costs else None))
    return tuple(counted)


def cost_counts(cards: Iterable[SetCard]) -> list[int]:
    """Return how many cards cost 0, 1, 2 and so on; X isn’t counted."""
    counts = Counter(int(card.cost) for card in cards if card.cost.isdigit())
    return [counts[cost] for cost in range(max(counts, default=-1) + 1)]


def character_icon_counts(cards: Iterable[SetCard], names: Iterable[str]) -> list[tuple[str, int]]:
    own = tuple(cards)
    return [(name, sum(card.count(name) or 0 for card in own)) for name in names]
