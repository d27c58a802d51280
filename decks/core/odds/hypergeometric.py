"""Hypergeometric odds: what a player has seen by a turn, counted in whole numbers.

A player begins with six cards and refills their hand to six; who plays `played` cards a turn has seen
`6 + played * (turn - 1)` cards when their turn begins.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from cards.core.facts import CardFacts, CardType, IconKind
from common.text import gettext_noop
from decks.core.odds.opening_hands import HAND

GANGS = (2, 3, 4)


def seen_by(turn: int, *, played: int, size: int) -> int:
    """Cards seen when turn `turn` (from 1) begins, of a deck of `size`.

    >>> seen_by(1, played=2, size=30), seen_by(3, played=2, size=30)
    (6, 10)
    """
    return min(size, HAND + played * (turn - 1))


def any_class(classes: Iterable[int], *, count: int, size: int, seen: int) -> Fraction:
    """The chance of at least `count` cards of one class among `seen` of `size`; no card is in two classes.

    Counts the draws in which every class stays below `count` and takes them from all draws.
    """
    if count <= 0:
        return Fraction(1)
    sizes = [number for number in classes if number > 0]
    seen = min(seen, size)
    below = [1]
    for number in sizes:
        few = [comb(number, taken) for taken in range(min(count, number + 1))]
        below = _times(below, few)
    rest = size - sum(sizes)
    missing = sum(ways * comb(rest, seen - taken) for taken, ways in enumerate(below) if 0 <= seen - taken <= rest)
    return 1 - Fraction(missing, comb(size, seen))


def _times(left: Sequence[int], right: Sequence[int]) -> list[int]:
    product = [0] * (len(left) + len(right) - 1)
    for at, ways in enumerate(left):
        for by, other in enumerate(right):
            product[at + by] += ways * other
    return product


@dataclass(frozen=True, slots=True)
class Odds:
    """One line of the table: what is hoped for, how many cards can bring it, and the chance by each turn from 1.

    `again` is the chance in the opening hand where a hand without it is put back whole once (DECK-21).
    """

    template: str
    count: int
    sources: int
    by_turn: tuple[Fraction, ...]
    again: Fraction


ANY_OF = {
    "character": gettext_noop("At least one character"),
    "shield": gettext_noop("A shield"),
    "leadership": gettext_noop("A leadership card"),
    "pair": gettext_noop("A pair"),
    "gang": gettext_noop("A gang of %(count)d"),
}


def odds_of(cards: Sequence[CardFacts], *, played: int = 2, turns: int = 6) -> list[Odds]:
    """The odds of a deck, given as its cards, copies counted; empty for an empty deck.

    A pair is two PAIR cards of one type (C-38), a gang so many characters of one colour, with the same first word in
    their names (CARD-10). Lines that no card of the deck can bring are left out, except the character.
    """
    if not cards:
        return []
    company = Counter(mate for card in cards for mate in card.mates)
    pairs = [count for mate, count in company.items() if mate.startswith(IconKind.PAIR)]
    gangs = [count for mate, count in company.items() if mate.startswith(IconKind.GANG)]
    lines = [
        ("character", 1, [sum(card.type is CardType.CHARACTER for card in cards)]),
        ("shield", 1, [sum(card.has(IconKind.SHIELD) for card in cards)]),
        ("leadership", 1, [sum(card.type is CardType.LEADERSHIP for card in cards)]),
        ("pair", 2, pairs),
        *(("gang", count, gangs) for count in GANGS),
    ]
    seen = [seen_by(turn, played=played, size=len(cards)) for turn in range(1, turns + 1)]
    return [
        _line(ANY_OF[name], count, classes, seen, len(cards))
        for name, count, classes in lines
        if name == "character" or any(number >= count for number in classes)
    ]


def _line(template: str, count: int, classes: list[int], seen: Sequence[int], size: int) -> Odds:
    chances = tuple(any_class(classes, count=count, size=size, seen=turn) for turn in seen)
    return Odds(template, count, sum(classes), chances, 1 - (1 - chances[0]) ** 2)
