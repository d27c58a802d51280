"""Valuation: what a card of a packet is worth to a seat, by its measured worth and by what the seat holds.

All figures are crystals a game. The traits of a deck (`game.evidence.traits`) are weighed as they will stand in the
deck of thirty, as far as that can be foreseen: what is held already, and of the picks to come the usual share.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cards.core.facts import CardFacts
from drafts.core.engine.setup import DECK_SIZE
from game.evidence.tables import Evidence
from game.evidence.traits import LEAN, LEAN_UNIT, USUAL, Holding, kinds_of, trait_of

# One in how many cards of a draft is of that kind, over all peoples.
_SHARES: Mapping[str, float] = {
    "characters": 0.585,
    "boosters": 0.15,
    "supports": 0.14,
    "leaderships": 0.115,
    "shields": 0.22,
}
# Mates that may still come are worth so much of those that are held.
_HOPE = 0.25


@dataclass(frozen=True, slots=True)
class Weighed:
    """A card of a packet and what it is worth: alone, by the mates that are held, by the mix of the deck."""

    code: str
    alone: float
    mates: float
    mix: float
    held_mates: tuple[str, ...]
    measured: bool

    @property
    def value(self) -> float:
        """Everything together, in crystals a game."""
        return self.alone + self.mates + self.mix


def weigh(
    packet: Iterable[str],
    pool: Sequence[str],
    cards: Mapping[str, CardFacts],
    evidence: Evidence,
    *,
    left: int,
) -> list[Weighed]:
    """The cards of a packet, best first; `pool` is what the seat holds, `left` its picks to come, this one counted."""
    holding = Holding()
    for code in pool:
        holding.add(cards[code])
    weighed = [_weighed(cards[code], pool, cards, evidence, holding, left) for code in packet]
    return sorted(weighed, key=lambda card: (-card.value, card.code))


def _weighed(
    card: CardFacts,
    pool: Sequence[str],
    cards: Mapping[str, CardFacts],
    evidence: Evidence,
    holding: Holding,
    left: int,
) -> Weighed:
    known = evidence.of(card.code)
    mates = 0.0
    for mate in card.mates:
        held = holding.mates.get(mate, 0)
        mates += evidence.trait(trait_of(mate)) * (1 if held else _HOPE)
    held_mates = tuple(code for code in pool if set(cards[code].mates) & set(card.mates)) if card.mates else ()
    return Weighed(
        card.code,
        known.value if known else 0.0,
        mates,
        _mix(card, evidence, holding, len(pool), left),
        held_mates,
        known is not None,
    )


def _mix(card: CardFacts, evidence: Evidence, holding: Holding, held: int, left: int) -> float:
    """The effect of one more card of its kinds on the spread of the deck, compared with a card of the usual kinds."""
    kept = max(held + left, 1)
    scale = min(1.0, DECK_SIZE / kept)
    own, value = kinds_of(card), 0.0
    for kind, usual in USUAL.items():
        expected = (holding.kinds[kind] + (left - 1) * _SHARES[kind]) * scale
        more = (kind in own) - _SHARES[kind]
        value += evidence.trait(kind) * (2 * (expected - usual) * more + more * more)
    tilt = ((card.fire or 0) - (card.earth or 0)) / LEAN_UNIT
    return value + evidence.trait(LEAN) * scale * (2 * holding.lean * tilt + tilt * tilt)
