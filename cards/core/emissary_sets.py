"""Which cards make the set of an emissary: seven for each (SET-02, DECK-13); pure, no Django."""

from collections.abc import Iterable
from dataclasses import dataclass

from cards.core.facts import SET_PEOPLES, CardFacts, CardType

SET_SIZE = 7  # cards an emissary brings (CARD-14)
_EMISSARY_DECK_MARK = "E&I"  # what the deck indicator of a card of the expansions begins with


@dataclass(frozen=True, slots=True)
class EmissarySet:
    """An emissary and the cards that are known to belong to its set."""

    emissary: CardFacts
    cards: tuple[CardFacts, ...]

    @property
    def wanted(self) -> int:
        return max(0, SET_SIZE - len(self.cards))


def emissary_set_of(emissary: CardFacts, cards: Iterable[CardFacts]) -> tuple[CardFacts, ...]:
    """The cards that name the emissary, by its code or by the gap that it was before anyone knew its code."""
    names = {emissary.code, emissary.slot} - {""}
    return tuple(card for card in cards if card.emissary in names)


def emissary_sets(cards: Iterable[CardFacts]) -> tuple[EmissarySet, ...]:
    every = tuple(cards)
    return tuple(EmissarySet(card, emissary_set_of(card, every)) for card in every if card.type is CardType.EMISSARY)


def cards_without_emissary(cards: Iterable[CardFacts]) -> tuple[CardFacts, ...]:
    every = tuple(cards)
    placed = {card.code for emissary_set in emissary_sets(every) for card in emissary_set.cards}
    return tuple(
        card
        for card in every
        if card.people in SET_PEOPLES and card.deck.startswith(_EMISSARY_DECK_MARK) and card.code not in placed
    )
