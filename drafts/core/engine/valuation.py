"""Valuation: how much a card adds to a seat’s deck, in crystals a game.

A card counts by its measured value and by the traits of the deck (`game.evidence`). The traits are estimated for the
final deck of thirty, from the cards already kept and the usual share of each type among future picks.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from cards.core.facts import CardFacts
from drafts.core.engine.setup import DECK_SIZE
from game.evidence import LEAN_TRAIT, LEAN_UNIT, USUAL, Measurements, TraitCounts, trait_kinds_of, trait_of

# The share of each type among the cards of all peoples.
_USUAL_TYPE_SHARES: Mapping[str, float] = {
    "characters": 0.585,
    "boosters": 0.15,
    "supports": 0.14,
    "leaderships": 0.115,
    "shields": 0.22,
}
# The weight of a mate that may still come, compared with a mate already kept.
_FUTURE_MATE_WEIGHT = 0.25


@dataclass(frozen=True, slots=True)
class WeighedCard:
    """A card of a packet and the parts of its value: `alone`, by `mates` in the pool, by the `mix` of types."""

    code: str
    alone: float
    mates: float
    mix: float
    mates_in_pool: tuple[str, ...]
    measured: bool

    @property
    def value(self) -> float:
        """Return the sum of all parts, in crystals per game."""
        return self.alone + self.mates + self.mix


def weigh_packet(
    packet: Iterable[str], pool: Sequence[str], cards: Mapping[str, CardFacts], evidence: Measurements, *, left: int
) -> list[WeighedCard]:
    """Return the cards of a packet, best first; `left` is how many picks the seat still has, this one included."""
    holding = TraitCounts()
    for code in pool:
        holding.add_card(cards[code])
    mix = _deck_mix_value_function(evidence, holding, len(pool), left)
    weighed = [_weigh_card(cards[code], pool, cards, evidence, holding, mix) for code in packet]
    return sorted(weighed, key=lambda card: (-card.value, card.code))


def _weigh_card(
    card: CardFacts,
    pool: Sequence[str],
    cards: Mapping[str, CardFacts],
    evidence: Measurements,
    holding: TraitCounts,
    mix: Callable[[CardFacts], float],
) -> WeighedCard:
    known = evidence.card_value(card.code)
    mates = 0.0
    mates_in_pool: tuple[str, ...] = ()
    for mate in card.mates:
        mate_count = holding.mates.get(mate, 0)
        mates += evidence.trait_value(trait_of(mate)) * (1 if mate_count else _FUTURE_MATE_WEIGHT)
        if mate_count and not mates_in_pool:
            mates_in_pool = tuple(code for code in pool if not set(card.mates).isdisjoint(cards[code].mates))
    return WeighedCard(card.code, known.value if known else 0.0, mates, mix(card), mates_in_pool, known is not None)


def _deck_mix_value_function(
    evidence: Measurements, holding: TraitCounts, kept: int, left: int
) -> Callable[[CardFacts], float]:
    """Return a function that says how much more a card improves the deck’s mix than an average card."""
    scale = min(1.0, DECK_SIZE / max(kept + left, 1))
    none, of_kind = 0.0, {}
    for kind, usual in USUAL.items():
        share, worth = _USUAL_TYPE_SHARES[kind], evidence.trait_value(kind)
        beyond = 2 * ((holding.kinds[kind] + (left - 1) * share) * scale - usual)
        none += worth * share * (share - beyond)
        of_kind[kind] = worth * (beyond + 1 - 2 * share)
    lean = evidence.trait_value(LEAN_TRAIT) * scale

    def of(card: CardFacts) -> float:
        tilt = ((card.fire or 0) - (card.earth or 0)) / LEAN_UNIT
        return none + sum(of_kind[kind] for kind in trait_kinds_of(card)) + lean * tilt * (2 * holding.lean + tilt)

    return of
