"""Costs: the sets of cards that may be discarded to meet one, without a superfluous card (R0-30, R3-10)."""

from functools import lru_cache
from itertools import combinations

from game.engine.active_cards import look
from game.engine.board import Board
from game.engine.table import bits
from game.powers import verbs as v


def doubled(cost: v.Cost) -> v.Cost:
    """Twice the cost (Pillar 14)."""
    return v.Cost(cost.fire * 2, cost.earth * 2, cost.either * 2, cost.moons * 2, cost.cards * 2, cost.kinds)


def payments(board: Board, who: int, cost: v.Cost, *, plain: bool) -> tuple[int, ...]:
    """Every set of hand cards that meets a cost and from which none can be left out, as masks."""
    table, hand = board.table, board.hand[who]
    if cost.cards:
        return _of_kinds(board, who, cost)
    if cost.moons:
        return _least(tuple((card, table.moons[card]) for card in bits(hand)), cost.moons)
    fire = tuple(_printed_in_hand(board, who, v.FIRE, plain=plain).items())
    earth = tuple(_printed_in_hand(board, who, v.EARTH, plain=plain).items())
    if cost.either:
        return tuple(dict.fromkeys((*_least(fire, cost.either), *_least(earth, cost.either))))
    if not cost.earth:
        return _least(fire, cost.fire)
    if not cost.fire:
        return _least(earth, cost.earth)
    both = (
        for_fire | for_earth
        for for_fire in _least(fire, cost.fire)
        for for_earth in _least(earth, cost.earth)
        if not for_fire & for_earth
    )
    return _smallest(tuple(dict.fromkeys(both)))


def _printed_in_hand(board: Board, who: int, element: int, *, plain: bool) -> dict[int, int]:
    """The worth of each hand card when it is discarded for its printed value.

    For a demand ignoring and reducing reach the hand (R0-11); for a dragon only what is printed counts (R3-11).
    """
    table = board.table
    printed = table.values[element]
    hand = bits(board.hand[who])
    if plain:
        return {card: printed[card] for card in hand}
    sight = look(board)
    values = {card: 0 if sight.card_off >> card & 1 else printed[card] for card in hand}
    reducing = sight.live(1 - who) & table.by_verb.get(v.ReducePrinted, 0)
    for card in bits(reducing):
        effect = table.verb(card, v.ReducePrinted)
        assert isinstance(effect, v.ReducePrinted)
        for other in values:
            if table.reached[card] >> other & 1 and printed[other] % 2 == effect.parity:
                values[other] = 0
    return values


def _of_kinds(board: Board, who: int, cost: v.Cost) -> tuple[int, ...]:
    masks: list[int] = []
    for kind in cost.kinds:
        cards = bits(board.hand[who] & board.table.kinds[kind] & ~look(board).card_off)
        masks += [sum(1 << card for card in some) for some in combinations(cards, cost.cards)]
    return tuple(masks)


@lru_cache(maxsize=20_000)
def _least(values: tuple[tuple[int, int], ...], wanted: int) -> tuple[int, ...]:
    """Every set of these (card, value) that reaches `wanted` and would not without any one of its cards."""
    worth = [(card, value) for card, value in values if value > 0]
    least = []
    for size in range(1, min(len(worth), wanted) + 1):
        for some in combinations(worth, size):
            reached = sum(value for _, value in some)
            if reached >= wanted and reached - min(value for _, value in some) < wanted:
                least.append(sum(1 << card for card, _ in some))
    return tuple(least)


def _smallest(sets: tuple[int, ...]) -> tuple[int, ...]:
    """Those sets of which no other is a part."""
    return tuple(set_ for set_ in sets if not any(other != set_ and other & set_ == other for other in sets))
