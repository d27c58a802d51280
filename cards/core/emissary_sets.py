"""Emissary sets: which seven cards belong to each emissary (SET-02, DECK-13); pure, no Django."""

from collections.abc import Iterable
from dataclasses import dataclass

from cards.core.facts import SET_PEOPLES, CardFacts, CardType

SET_SIZE = 7  # cards of an emissary’s set (CARD-14)
_EMISSARY_DECK_MARK = "E&I"  # beginning of the deck indicators of expansion cards


@dataclass(frozen=True, slots=True)
class EmissarySet:
    """An emissary and the cards known to belong to its set."""

    emissary: CardFacts
    cards: tuple[CardFacts, ...]

    @property
    def wanted(self) -> int:
        return max(0, SET_SIZE - len(self.cards))


def emissary_set_of(emissary: CardFacts, cards: Iterable[CardFacts]) -> tuple[CardFacts, ...]:
    """Return the cards that name the emissary, by its code or by its gap’s code from before it was known."""
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
