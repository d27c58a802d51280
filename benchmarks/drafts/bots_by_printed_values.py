"""The bots of the first versions, for comparison: they read values, icons and moons, but no texts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence

from cards.core.facts import CardFacts, CardType
from drafts.core.engine.bots import printed_strength
from drafts.core.engine.setup import DECK_SIZE
from drafts.core.engine.state import SeatDraftState

_CHARACTERS = 16
_ENOUGH = {CardType.BOOSTER: 7, CardType.SUPPORT: 6, CardType.LEADERSHIP: 4, CardType.SHIP: 2}
_OF_ONE_VALUE = 5
# Weights of the Sage, the most even of their three characters.
_MATES, _BALANCE, _CURVE = 0.5, 0.12, 0.3


def _fit(card: CardFacts, held: Sequence[CardFacts], left: int) -> float:
    """Return how well a card goes with the cards held, with `left` picks to go."""
    mates = Counter(mate for other in held for mate in other.mates)
    score = sum(_MATES * min(mates[mate], 4) for mate in card.mates)
    lean = sum((other.fire or 0) - (other.earth or 0) for other in held)
    if abs(lean) > 6:
        score += _BALANCE * ((card.earth or 0) - (card.fire or 0)) * (1 if lean > 0 else -1)
    have = sum(other.type is card.type for other in held)
    if card.type is CardType.CHARACTER:
        score += 4.0 * max(_CHARACTERS - have, 0) / max(left, 1)
        value = _value(card)
        alike = sum(other.type is CardType.CHARACTER and _value(other) == value for other in held)
        score -= _CURVE * max(alike - _OF_ONE_VALUE, 0)
    elif have >= _ENOUGH.get(card.type, DECK_SIZE):
        score -= 1.2 * (have - _ENOUGH[card.type] + 1)
    return score


def _value(card: CardFacts) -> int:
    return max(card.fire or 0, card.earth or 0)


def choose(view: SeatDraftState, cards: Mapping[str, CardFacts], *, kept_at_end: int, seed: str) -> str:
    """Return the card that the first versions’ Sage would keep of the packet in `view`."""
    held = [cards[code] for code in view.pool]
    rng = random.Random(f"{seed}/{view.seat}/{view.round}/{view.number}")
    left = kept_at_end - len(held)
    return max((printed_strength(cards[c]) + _fit(cards[c], held, left) + rng.random(), c) for c in view.packet)[1]
