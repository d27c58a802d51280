"""Costs: the sets of cards that may be discarded to meet one, without a superfluous card (R0-30, R3-10)."""

from functools import lru_cache
from itertools import combinations

from game.engine.active_cards import look
from game.engine.board import Board
from game.engine.table import bits
from game.powers import verbs as v


def cost_of(board: Board, card: int) -> v.Cost:
    """What the text of a card costs: a demand, doubled or not (Pillar 14), or the price of a dragon."""
    table = board.table
    effect = next(effect for effect in table.effects[card] if isinstance(effect, v.Demand | v.PayForDragon | v.Both))
    cost = effect.cost
    doubling = table.by_verb.get(v.DoubleDemand, 0)
    if doubling and isinstance(effect, v.Demand):
        live = look(board).live(table.owner[card]) & doubling
        if any(board.aims.get(text, (-1, 0, 0))[0] == card for text in bits(live)):
            return v.Cost(cost.fire * 2, cost.earth * 2, cost.either * 2, cost.moons * 2, cost.cards * 2, cost.kinds)
    return cost


def payments(board: Board, who: int, source: int) -> tuple[int, ...]:
    """Every set of hand cards that meets the cost of a text and from which none can be left out, as masks."""
    cost = cost_of(board, source)
    table, hand = board.table, board.hand[who]
    if cost.cards:
        return _of_kinds(board, who, cost)
    if cost.moons:
        return _least(tuple((card, table.moons[card]) for card in bits(hand)), cost.moons)
    plain = table.settings.dragon_costs == "printed" and not table.by_verb.get(v.Demand, 0) >> source & 1
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

    Ignoring and reducing reach the hand (R0-10, R0-11); where only what is printed counts (R3-11) they do not (C-40).
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
        cards = bits(board.hand[who] & board.table.kinds[kind])
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
