"""Costs: the sets of cards that may be discarded to pay one, without a superfluous card (R0-30, R3-10)."""

from collections import Counter
from functools import lru_cache

from game.engine.active_cards import active_cards, active_effects
from game.engine.board import Board
from game.engine.table import bits
from game.powers import verbs as v


def cost_of(board: Board, card: int) -> v.Cost:
    """Return the cost of a card’s text: a demand, doubled or not, or the price of a dragon."""
    table = board.table
    effect = next(
        effect for effect in table.effects[card] if isinstance(effect, v.Demand | v.PayForDragon | v.EachPlayer)
    )
    cost = effect.cost
    doubling = table.by_verb.get(v.DoubleBoosters, 0)
    if doubling and isinstance(effect, v.Demand):
        live = active_cards(board).texts_in_effect(table.owner[card]) & doubling
        if any(board.aims.get(text, (-1, 0, 0))[0] == card for text in bits(live)):
            return v.Cost(cost.fire * 2, cost.earth * 2, cost.either * 2, cost.moons * 2, cost.cards * 2, cost.kinds)
    return cost


def cards_to_pay_with(board: Board, player: int, source: int, picked: int = 0) -> tuple[int, bool]:
    """Return masks of the hand cards that can be picked next to pay for a text, and whether the picked ones pay it.

    Only cards that lead to a payment without a superfluous card (R0-30, R3-10).
    """
    table, cost = board.table, cost_of(board, source)
    if cost.cards:
        return _payable_by_kind(board, player, cost, picked)
    if cost.moons:
        return _payable_by_sum(
            tuple((card, table.moons[card]) for card in bits(board.hand[player])), cost.moons, picked
        )
    plain = table.settings.dragon_costs == "printed" and not table.by_verb.get(v.Demand, 0) >> source & 1
    fire, earth = (_payment_values_in_hand(board, player, element, plain=plain) for element in (v.FIRE, v.EARTH))
    if cost.fire and cost.earth:
        return _payable_in_both(fire, earth, cost, picked)
    ways = [
        _payable_by_sum(tuple(values.items()), wanted, picked)
        for values, wanted in ((fire, cost.fire or cost.either), (earth, cost.earth or cost.either))
        if wanted
    ]
    return ways[0][0] | ways[-1][0], any(met for _, met in ways)


def _payment_values_in_hand(board: Board, player: int, element: int, *, plain: bool) -> dict[int, int]:
    """Return the value of each hand card when it is discarded for its printed value.

    Texts that ignore or reduce affect the hand (R0-10, R0-11), unless only the printed value counts (R3-11, C-40).
    """
    table = board.table
    printed = table.values[element]
    hand = bits(board.hand[player])
    if plain:
        return {card: printed[card] for card in hand}
    ignored = active_cards(board).card_off
    values = {card: 0 if ignored >> card & 1 else printed[card] for card in hand}
    for card, effect in active_effects(board, 1 - player, v.ReducePrinted):
        for other in values:
            if table.reached[card] >> other & 1 and printed[other] % 2 == effect.parity:
                values[other] = 0
    return values


def _payable_by_kind(board: Board, player: int, cost: v.Cost, picked: int) -> tuple[int, bool]:
    cards = 0
    for kind in cost.kinds:
        of_kind = board.hand[player] & board.table.kinds[kind]
        if of_kind.bit_count() >= cost.cards and not picked & ~of_kind:
            cards |= of_kind & ~picked
    met = picked.bit_count() == cost.cards
    return (0 if met else cards), met


@lru_cache(maxsize=20_000)
def _payable_by_sum(values: tuple[tuple[int, int], ...], wanted: int, picked: int) -> tuple[int, bool]:
    """Like `cards_to_pay_with`, for cards whose values must reach a sum."""
    have = [value for card, value in values if picked >> card & 1]
    rest = [(card, value) for card, value in values if value and not picked >> card & 1]
    if picked and (0 in have or sum(have) >= wanted):
        return 0, 0 not in have and sum(have) - min(have) < wanted
    others = [value for _, value in rest]
    leads = {value for value in set(others) if _can_reach_sum([*have, value], others, value, wanted)}
    return sum(1 << card for card, value in rest if value in leads), False


def _can_reach_sum(have: list[int], others: list[int], taken: int, wanted: int) -> bool:
    """Return whether more values (without one of `taken`) can reach the sum without a superfluous one.

    No card is superfluous if the excess is smaller than the smallest value.
    """
    others = others.copy()
    others.remove(taken)
    for least in {*others, min(have)}:
        sums = 1 << sum(have) if least <= min(have) else 0  # bit n: the sum n can be reached
        for value in others:
            if value >= least:
                sums |= sums << value
        if sums >> wanted & (1 << least) - 1:
            return True
    return False


Kind = tuple[int, int]  # fire and earth of a card, capped at what is required


def _payable_in_both(fire: dict[int, int], earth: dict[int, int], cost: v.Cost, picked: int) -> tuple[int, bool]:
    """Like `cards_to_pay_with`, for fire and earth from different cards; cards of the same values count alike."""
    kinds = {card: (min(fire[card], cost.fire), min(earth[card], cost.earth)) for card in fire}
    have = tuple(sorted(kinds[card] for card in bits(picked)))
    if _meets_both_elements(have, cost.fire, cost.earth):
        return 0, True
    most = cost.fire + cost.earth
    counted = tuple(sorted((kind, min(most, count)) for kind, count in Counter(kinds.values()).items() if any(kind)))
    leads = _useful_card_kinds(counted, have, cost.fire, cost.earth)
    return sum(1 << card for card, kind in kinds.items() if kind in leads and not picked >> card & 1), False


@lru_cache(maxsize=2_000)
def _useful_card_kinds(
    counted: tuple[tuple[Kind, int], ...], have: tuple[Kind, ...], fire: int, earth: int
) -> frozenset[Kind]:
    """Return the kinds of cards that lead from those picked to a payment without a superfluous card."""

    def completes(some: tuple[Kind, ...], first: int) -> bool:
        if _meets_both_elements(some, fire, earth):
            return not any(
                _meets_both_elements((*some[:index], *some[index + 1 :]), fire, earth) for index in range(len(some))
            )
        return len(some) < fire + earth and any(
            completes((*some, kind), place)
            for place, (kind, count) in enumerate(counted[first:], first)
            if some.count(kind) < count
        )

    if not _meets_both_elements(tuple(kind for kind, count in counted for _ in range(count)), fire, earth):
        return frozenset()
    return frozenset(kind for kind, count in counted if have.count(kind) < count and completes((*have, kind), 0))


def _meets_both_elements(some: tuple[Kind, ...], fire: int, earth: int) -> bool:
    """Return whether these cards, each for one of its values, make up both."""
    most = [0] + [-1] * fire  # by fire: the most earth with it
    for by_fire, by_earth in some:
        now = [reached + by_earth if reached >= 0 else -1 for reached in most]
        for fire_sum, reached in enumerate(most):
            index = min(fire, fire_sum + by_fire)
            now[index] = max(now[index], reached)
        most = now
    return most[fire] >= earth
