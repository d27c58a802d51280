"""Odds of a deck: its profile, opening hands with the mulligan, and the cards a player has seen by a turn."""

import random
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from cards.core.facts import CardFacts, CardType, IconKind
from common.sentence_tables import sentences
from common.text import parse_whole_number


@dataclass(frozen=True, slots=True)
class DeckShape:
    """Counts in display order. `fire` and `earth` run from 0 to the highest value; other cards don’t count."""

    types: tuple[tuple[str, int], ...]
    fire: tuple[tuple[int, int], ...]
    earth: tuple[tuple[int, int], ...]
    moons: tuple[tuple[int, int], ...]
    icons: tuple[tuple[IconKind, int], ...]
    size: int
    total_fire: int
    total_earth: int
    total_moons: int


def deck_shape(cards: Sequence[CardFacts]) -> DeckShape:
    """Return the shape of a deck of any game from its cards, copies counted."""
    types = Counter(card.type for card in cards)
    icons = Counter(kind for card in cards for kind in {icon.kind for icon in card.icons})
    return DeckShape(
        types=tuple((kind, types[kind]) for kind in dict.fromkeys((*CardType, *types)) if types[kind]),
        fire=_value_counts(card.fire for card in cards),
        earth=_value_counts(card.earth for card in cards),
        moons=_value_counts(map(_moons_or_cost, cards)),
        icons=tuple((kind, icons[kind]) for kind in IconKind if icons[kind]),
        size=len(cards),
        total_fire=sum(card.fire or 0 for card in cards),
        total_earth=sum(card.earth or 0 for card in cards),
        total_moons=sum(card.moons or 0 for card in cards),
    )


def _moons_or_cost(card: CardFacts) -> int | None:
    """Return the moons of a card, or its cost in a game without moons."""
    return card.moons if card.moons is not None else parse_whole_number(getattr(card, "cost", ""))


def _value_counts(values: Iterable[int | None]) -> tuple[tuple[int, int], ...]:
    counts = Counter(value for value in values if value is not None)
    return tuple((value, counts[value]) for value in range(max(counts) + 1)) if counts else ()


def similarity(first: Collection[str], other: Collection[str]) -> float:
    """Return how alike two decks are, from 0 to 1: cards in both divided by cards in either.

    >>> similarity({"Vulca 01", "Vulca 02"}, {"Vulca 02", "Vulca 03"})
    0.3333333333333333
    """
    either = set(first) | set(other)
    return len(set(first) & set(other)) / len(either) if either else 0.0


HAND_SIZE = 6


@dataclass(frozen=True, slots=True)
class DealtHand:
    """A hand, and the cards put back for it (none before a mulligan)."""

    hand: tuple[str, ...]
    back: tuple[str, ...]


def deal_hand(codes: Sequence[str], *, rng: random.Random, back: Collection[int] = ()) -> DealtHand:
    """Shuffle and deal six cards; put those at `back` (0 to 5) back once, shuffle, and draw as many."""
    deck = sorted(codes)
    rng.shuffle(deck)
    hand, rest = deck[:HAND_SIZE], deck[HAND_SIZE:]
    returned = [card for index, card in enumerate(hand) if index in back]
    if returned:
        rest = [*returned, *rest]
        rng.shuffle(rest)
        drawn = iter(rest)
        hand = [next(drawn) if index in back else card for index, card in enumerate(hand)]
    return DealtHand(tuple(hand), tuple(returned))


def cards_seen_by_turn(turn: int, *, played: int, size: int) -> int:
    """Return the number of cards seen when turn `turn` (from 1) begins, of a deck of `size`.

    >>> cards_seen_by_turn(1, played=2, size=30), cards_seen_by_turn(3, played=2, size=30)
    (6, 10)
    """
    return min(size, HAND_SIZE + played * (turn - 1))


def chance_of_same_class(classes: Iterable[int], *, count: int, size: int, drawn: int) -> Fraction:
    """Return the chance of at least `count` cards of one class among the cards drawn; no card is in two classes.

    Counts the draws in which every class stays below `count` and subtracts them from all draws.
    """
    if count <= 0:
        return Fraction(1)
    sizes = [number for number in classes if number > 0]
    drawn = min(drawn, size)
    below = [1]
    for number in sizes:
        few = [comb(number, taken) for taken in range(min(count, number + 1))]
        below = _polynomial_product(below, few)
    rest = size - sum(sizes)
    missing = sum(ways * comb(rest, drawn - taken) for taken, ways in enumerate(below) if 0 <= drawn - taken <= rest)
    return 1 - Fraction(missing, comb(size, drawn))


def _polynomial_product(left: Sequence[int], right: Sequence[int]) -> list[int]:
    product = [0] * (len(left) + len(right) - 1)
    for index, ways in enumerate(left):
        for index_right, other in enumerate(right):
            product[index + index_right] += ways * other
    return product


@dataclass(frozen=True, slots=True)
class DrawOdds:
    """One line of the table: the wanted draw, how many cards of the deck can bring it, and the chance by each turn from
    1.

    `again` is the chance in the opening hand if a hand without it is put back as a whole once (DECK-21).
    """

    template: str
    count: int
    sources: int
    by_turn: tuple[Fraction, ...]
    again: Fraction


ODDS_SENTENCES = sentences("decks", "odds")


def odds_of(cards: Sequence[CardFacts], *, played: int = 2, turns: int = 6) -> list[DrawOdds]:
    """Return the odds of a Blue Moon deck from its cards, copies counted; empty for an empty deck.

    A pair is two PAIR cards of one type (C-38), a gang several characters of one colour with the same first word in
    their names (CARD-10). Lines that no card of the deck can bring are left out, except the character.
    """
    if not cards:
        return []
    company = Counter(mate for card in cards for mate in card.mates)
    pairs = [count for mate, count in company.items() if mate.startswith(IconKind.PAIR)]
    gangs = [count for mate, count in company.items() if mate.startswith(IconKind.GANG)]
    lines = [
        ("character", 1, [sum(card.type is CardType.CHARACTER for card in cards)]),
        ("shield", 1, [sum(card.has_icon(IconKind.SHIELD) for card in cards)]),
        ("leadership", 1, [sum(card.type is CardType.LEADERSHIP for card in cards)]),
        ("pair", 2, pairs),
        *(("gang", count, gangs) for count in (2, 3, 4)),
    ]
    drawn = [cards_seen_by_turn(turn, played=played, size=len(cards)) for turn in range(1, turns + 1)]
    return [
        _draw_odds_row(ODDS_SENTENCES[name], count, classes, drawn, len(cards))
        for name, count, classes in lines
        if name == "character" or any(number >= count for number in classes)
    ]


def _draw_odds_row(template: str, count: int, classes: list[int], drawn: Sequence[int], size: int) -> DrawOdds:
    chances = tuple(chance_of_same_class(classes, count=count, size=size, drawn=turn) for turn in drawn)
    return DrawOdds(template, count, sum(classes), chances, 1 - (1 - chances[0]) ** 2)
