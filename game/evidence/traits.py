"""Traits: what cards bring together beyond what each brings alone, as pairs, gangs, and spread over types.

A trait of a deck is a number; what one more of it is worth in crystals is measured (`benchmarks.evidence.fit`), and
players of drafts and builders of decks weigh their choices by it. What grows with every single card of a kind is no
trait: it is part of the worth of the cards.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from game.engine.catalogue import CardFacts, CardType, IconKind

CHARACTER_PAIRS_TRAIT, BOOSTER_PAIRS_TRAIT, GANGS_TRAIT = "character pairs", "booster pairs", "gangs"
LEAN_TRAIT, SHIELDS_TRAIT = "lean", "shields"
# By trait of spread: what is counted, and the number around which its square is taken.
USUAL: Mapping[str, float] = {"characters": 17, "boosters": 5, "supports": 5, "leaderships": 3, SHIELDS_TRAIT: 6}
_TRAIT_BY_CARD_TYPE: Mapping[CardType, str] = {
    CardType.CHARACTER: "characters",
    CardType.BOOSTER: "boosters",
    CardType.SUPPORT: "supports",
    CardType.LEADERSHIP: "leaderships",
}
ALL_TRAITS: tuple[str, ...] = (CHARACTER_PAIRS_TRAIT, BOOSTER_PAIRS_TRAIT, GANGS_TRAIT, LEAN_TRAIT, *USUAL)
LEAN_UNIT = 10  # fire less earth is counted in tens


@dataclass(slots=True)
class Holding:
    """Counts in a deck that decide its traits: cards by kind, mates by pair or gang, fire less earth."""

    kinds: dict[str, float] = field(default_factory=lambda: dict.fromkeys(USUAL, 0.0))
    mates: dict[str, int] = field(default_factory=dict)
    lean: float = 0.0

    def add_card(self, card: CardFacts, times: int = 1) -> None:
        """Put a card in, or take it out with -1."""
        for kind in trait_kinds_of(card):
            self.kinds[kind] += times
        for mate in card.mates:
            self.mates[mate] = self.mates.get(mate, 0) + times
        self.lean += times * ((card.fire or 0) - (card.earth or 0)) / LEAN_UNIT

    def trait_values(self) -> dict[str, float]:
        shares = dict.fromkeys(ALL_TRAITS, 0.0)
        for mate, count in self.mates.items():
            shares[trait_of(mate)] += max(count - 1, 0)
        for kind, cards in self.kinds.items():
            shares[kind] = (cards - USUAL[kind]) ** 2
        shares[LEAN_TRAIT] = self.lean**2
        return shares


def trait_kinds_of(card: CardFacts) -> tuple[str, ...]:
    shield = (SHIELDS_TRAIT,) if card.has(IconKind.SHIELD) else ()
    return (_TRAIT_BY_CARD_TYPE[card.type], *shield) if card.type in _TRAIT_BY_CARD_TYPE else shield


def trait_of(mate: str) -> str:
    """The trait to which a pair or gang belongs, by its key in `CardFacts.mates`."""
    if mate.startswith(IconKind.GANG.value):
        return GANGS_TRAIT
    return BOOSTER_PAIRS_TRAIT if f":{CardType.BOOSTER}:" in mate else CHARACTER_PAIRS_TRAIT
