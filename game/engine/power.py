"""The power calculator: GAME-10 to GAME-18 on a board."""

from game.engine.active_cards import CardsInEffect, active_cards
from game.engine.board import Board
from game.engine.table import GameTable, bits
from game.powers import verbs as v

BLUFF_VALUE = 2  # in the contested element, whatever the mark (GAME-13)


def total_power(board: Board, player: int, element: int = 0) -> int:
    """Return a player’s total power in an element (by default the contested one); 0 without any."""
    element = element or board.element
    if not element:
        return 0
    table = board.table
    sight = active_cards(board)
    counting = (board.combat[player] | board.support[player]) & ~board.covered & ~sight.card_off
    verbs = table.by_verb
    changing = (verbs.get(v.RaiseOne, 0) | verbs.get(v.RaiseAll, 0) | verbs.get(v.MinTotal, 0)) & sight.active[
        player
    ] | verbs.get(v.ReducePrinted, 0) & sight.active[1 - player]
    changing &= ~sight.text_off
    values = table.values[element]
    if not changing:
        if counting & board.facedown:
            bluffs = counting & board.facedown
            return BLUFF_VALUE * bluffs.bit_count() + sum([values[card] for card in bits(counting ^ bluffs)])
        return sum([values[card] for card in bits(counting)])
    power = sum(_card_values(board, sight, player, element, counting, changing).values())
    for card in bits(changing & verbs.get(v.MinTotal, 0)):
        effect = table.effect_of_kind(card, v.MinTotal)
        if effect.element in (0, element):
            power = max(power, effect.to)
    return power


def card_values(board: Board, player: int, element: int) -> dict[int, int]:
    """Return the value of each active card of a player in an element; 0 for ignored ones."""
    sight = active_cards(board)
    active = (board.combat[player] | board.support[player]) & ~board.covered
    verbs = board.table.by_verb
    changing = (verbs.get(v.RaiseOne, 0) | verbs.get(v.RaiseAll, 0)) & sight.active[player]
    changing |= verbs.get(v.ReducePrinted, 0) & sight.active[1 - player]
    values = _card_values(board, sight, player, element, active & ~sight.card_off, changing & ~sight.text_off)
    return values | dict.fromkeys(bits(active & sight.card_off), 0)


def _card_values(
    board: Board, sight: CardsInEffect, player: int, element: int, counting: int, changing: int
) -> dict[int, int]:
    """Apply GAME-14: all increases, as high as possible, then all decreases (or the reverse, by the setting)."""
    table = board.table
    printed = table.values[element]
    values = {card: BLUFF_VALUE if board.facedown >> card & 1 else printed[card] for card in bits(counting)}
    reducing = [card for card in bits(changing) if table.by_verb.get(v.ReducePrinted, 0) >> card & 1]
    reduced = _cards_reduced_to_zero(board, sight, reducing, values, printed) if reducing else set()
    parities: dict[int, set[int]] = {}
    if not table.settings.increases_first:
        values.update(dict.fromkeys(reduced, 0))
        parities = _parities_reduced(board, sight, reducing, values)
    raising = [card for card in bits(changing) if table.owner[card] == player]
    for doubling in (False, True):
        for card in raising:
            _raise_card_value(board, card, element, values, parities, doubling=doubling)
    if table.settings.increases_first:
        values.update(dict.fromkeys(reduced, 0))
    return values


def _cards_reduced_to_zero(
    board: Board, sight: CardsInEffect, reducing: list[int], values: dict[int, int], printed: tuple[int, ...]
) -> set[int]:
    table = board.table
    protected = sight.with_icon(table, "PROTECTED")
    gone = set()
    for card in reducing:
        effect = table.effect_of_kind(card, v.ReducePrinted)
        meant = table.reached[card] & ~board.facedown
        if v.SUPPORT in effect.kinds:
            meant |= board.facedown
        for other in values:
            if meant >> other & 1 and not protected >> other & 1:
                value = BLUFF_VALUE if board.facedown >> other & 1 else printed[other]
                if value % 2 == effect.parity:
                    gone.add(other)
    return gone


def _parities_reduced(
    board: Board, sight: CardsInEffect, reducing: list[int], values: dict[int, int]
) -> dict[int, set[int]]:
    """Return by card which printed values (odd 1, even 0) count as 0 for texts that raise to a printed value."""
    table = board.table
    protected = sight.with_icon(table, "PROTECTED")
    gone: dict[int, set[int]] = {}
    for card in reducing:
        effect = table.effect_of_kind(card, v.ReducePrinted)
        for other in values:
            if table.reached[card] >> other & 1 and not protected >> other & 1:
                gone.setdefault(other, set()).add(effect.parity)
    return gone


def _raise_card_value(
    board: Board, card: int, element: int, values: dict[int, int], parities: dict[int, set[int]], *, doubling: bool
) -> None:
    """Apply raise-to texts first and doublings last, the order with the highest values."""
    for effect in board.table.effects[card]:
        if isinstance(effect, v.RaiseOne) and (effect.how == "double") == doubling:
            aim = board.aims.get(card, (-1, 0, 0))[0]
            if effect.element in (0, element) and aim in values:
                values[aim] = _raised_value(board.table, effect, aim, values[aim], parities.get(aim, set()))
        elif isinstance(effect, v.RaiseAll) and (effect.how == "double") == doubling:
            for other in values:
                if is_of_kind(board, other, effect.kind):
                    values[other] = _raised_value(board.table, effect, other, values[other], parities.get(other, set()))


def _raised_value(table: GameTable, effect: v.RaiseOne | v.RaiseAll, card: int, value: int, gone: set[int]) -> int:
    fire, earth = (0 if value % 2 in gone else value for value in (table.values[e][card] for e in (v.FIRE, v.EARTH)))
    if effect.how == "double":
        return value * 2
    return max(value, {"sum": fire + earth, "higher": max(fire, earth)}.get(effect.how, effect.to))


def is_of_kind(board: Board, card: int, kind: str) -> bool:
    """Return whether a card on the table is of that kind now: a bluff is a support and not a character (R0-44)."""
    if board.facedown >> card & 1:
        return kind in {v.SUPPORT, "bluff"}
    return bool(board.table.kinds.get(kind, 0) >> card & 1)


def active_cards_of_kind(board: Board, player: int, kind: str) -> int:
    active = (board.combat[player] | board.support[player]) & ~board.covered
    if kind == v.SUPPORT:
        return active & (board.table.kinds[kind] | board.facedown)
    return active & board.table.kinds[kind] & ~board.facedown


def has_shield(board: Board, player: int) -> bool:
    """Return whether an active card has a shield in the contested element (GAME-17)."""
    table = board.table
    shields = table.shields[board.element] & (board.combat[player] | board.support[player]) & ~board.covered
    return bool(shields & ~board.facedown & active_cards(board).with_icon(table, "SHIELD")) if shields else False


def is_power_sufficient(board: Board, player: int) -> bool:
    """Return whether the power phase can be passed: no fight yet, a shield, or enough power (GAME-06, GAME-18)."""
    return (
        not board.element or has_shield(board, player) or total_power(board, player) >= total_power(board, 1 - player)
    )
