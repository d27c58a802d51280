"""Opening hands and the mulligan of DECK-21, dealt from a seed: the same seed deals the same hand."""

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass

HAND = 6


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand, the cards put back for it (none before a mulligan), and the next cards of the deck."""

    hand: tuple[str, ...]
    back: tuple[str, ...]
    coming: tuple[str, ...]


def deal(codes: Sequence[str], *, lots: random.Random, back: Collection[int] = (), ahead: int = 6) -> Dealt:
    """Shuffle and deal six; then, once, put the cards at the places `back` (0 to 5) on the deck, shuffle, draw as many.

    The order in which the deck is written down does not matter.
    """
    deck = sorted(codes)
    lots.shuffle(deck)
    hand, rest = deck[:HAND], deck[HAND:]
    returned = [card for place, card in enumerate(hand) if place in back]
    if returned:
        rest = [*returned, *rest]
        lots.shuffle(rest)
        drawn = iter(rest)
        hand = [next(drawn) if place in back else card for place, card in enumerate(hand)]
        rest = list(drawn)
    return Dealt(tuple(hand), tuple(returned), tuple(rest[:ahead]))
