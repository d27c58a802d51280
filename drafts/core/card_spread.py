"""Spread of a list of cards: how many there are of each people, type and printed value."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from cards.core.facts import PEOPLES, CardFacts, CardType, People


@dataclass(frozen=True, slots=True)
class CardSpread:
    """Counts of cards: by people in the order of their symbols, by type, the most frequent first, and by value.

    The value of a card is the higher of its fire and earth; cards without values aren’t in `values`.
    """

    size: int
    peoples: tuple[tuple[People, int], ...]
    types: tuple[tuple[CardType, int], ...]
    values: tuple[tuple[int, int], ...]


def card_spread(cards: Iterable[CardFacts]) -> CardSpread:
    listed = list(cards)
    peoples = Counter(card.people for card in listed)
    values = Counter(max(card.fire or 0, card.earth or 0) for card in listed if (card.fire, card.earth) != (None, None))
    return CardSpread(
        len(listed),
        tuple((people, peoples[people]) for people in dict.fromkeys((*PEOPLES, *People)) if people in peoples),
        tuple(Counter(card.type for card in listed).most_common()),
        tuple(sorted(values.items())),
    )
