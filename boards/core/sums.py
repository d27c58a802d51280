"""Sums: the parts of a power, card by card, with what raises, reduces or ignores each (GAME-10 to GAME-18)."""

from collections.abc import Iterator
from dataclasses import dataclass

from game.engine.active_cards import active_cards, active_effects
from game.engine.board import Board
from game.engine.catalogue import CardFacts
from game.engine.power import BLUFF_VALUE, card_values, has_shield, is_of_kind, total_power
from game.engine.table import bits
from game.powers import verbs as v
from game.powers.cards import POWERS

RAISED_CAUSE, REDUCED_CAUSE, IGNORED_CAUSE = "raised", "reduced", "ignored"


@dataclass(frozen=True, slots=True)
class ValueCause:
    """A card that changes the value of another card: how, and by which rule."""

    how: str
    card: CardFacts
    rule: str


@dataclass(frozen=True, slots=True)
class PowerPart:
    """One card’s part: the printed value, the counted value, and why they differ; `facts` is None for a bluff."""

    facts: CardFacts | None
    printed: int
    counts: int
    causes: tuple[ValueCause, ...]


@dataclass(frozen=True, slots=True)
class PowerSum:
    """A player’s total power in an element (1 fire, 2 earth); `least` is a text that raises the total."""

    element: int
    total: int
    parts: tuple[PowerPart, ...]
    least: ValueCause | None
    shielded: bool


def power_sum_of(board: Board, player: int, element: int) -> PowerSum:
    """Return the parts of a player’s power in an element; bluffs appear without their names."""
    table, facts = board.table, board.table.facts
    values = card_values(board, player, element)
    parts = []
    for card in sorted(values, key=lambda card: (board.support[player] >> card & 1, card)):
        bluff = board.facedown >> card & 1
        printed = BLUFF_VALUE if bluff else table.values[element][card]
        causes = tuple(_value_causes(board, player, card, element))
        parts.append(PowerPart(None if bluff else facts[card], printed, values[card], causes))
    whole = total_power(board, player, element)
    least = _least_power_cause(board, player, element) if whole > sum(values.values()) else None
    own = board.element == element and has_shield(board, player)
    return PowerSum(element, whole, tuple(parts), least, own)


def _value_cause(board: Board, how: str, card: int, rule: str) -> ValueCause:
    facts = board.table.facts[card]
    rules = POWERS[facts.code].rests if facts.code in POWERS else ()
    return ValueCause(how, facts, next((number for number in rules if number.startswith("GAME")), rule))


def _value_causes(board: Board, player: int, card: int, element: int) -> Iterator[ValueCause]:
    table, sight = board.table, active_cards(board)
    if sight.card_off >> card & 1:
        for other, ignoring in active_effects(board, 1 - player, v.Ignore):
            if ignoring.what == "card" and table.reached[other] >> card & 1:
                yield _value_cause(board, IGNORED_CAUSE, other, "GAME-12")
        return
    for other, reducing in active_effects(board, 1 - player, v.ReducePrinted):
        if _does_reduce(board, other, reducing, card, element):
            yield _value_cause(board, REDUCED_CAUSE, other, "GAME-14")
    for other in bits(sight.texts_in_effect(player)):
        for effect in table.effects[other]:
            if isinstance(effect, v.RaiseOne):
                meant = effect.element in (0, element) and board.aims.get(other, (-1, 0, 0))[0] == card
            else:
                meant = isinstance(effect, v.RaiseAll) and is_of_kind(board, card, effect.kind)
            if meant:
                yield _value_cause(board, RAISED_CAUSE, other, "GAME-14")


def _does_reduce(board: Board, text: int, effect: v.ReducePrinted, card: int, element: int) -> bool:
    table, sight = board.table, active_cards(board)
    bluff = board.facedown >> card & 1
    reached = v.SUPPORT in effect.kinds if bluff else table.reached[text] >> card & 1
    printed = BLUFF_VALUE if bluff else table.values[element][card]
    sheltered = sight.with_icon(table, "PROTECTED") >> card & 1
    return bool(reached and not sheltered and printed and printed % 2 == effect.parity)


def _least_power_cause(board: Board, player: int, element: int) -> ValueCause | None:
    for card, effect in active_effects(board, player, v.MinTotal):
        if effect.element in (0, element) and effect.to == total_power(board, player, element):
            return _value_cause(board, RAISED_CAUSE, card, "GAME-14")
    return None
