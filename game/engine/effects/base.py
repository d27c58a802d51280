"""Registry of effects: what each one-time verb does, and when.

A handler gets the board, the player of the card, the card, the verb, and whether using it already answers "I may" with
yes (then it doesn’t ask).
"""

from collections.abc import Callable
from typing import Any

from game.engine.active_cards import active_cards
from game.engine.board import Board
from game.engine.choices import CHOICE_HANDLERS, ask_yes_or_no
from game.engine.draws import additional_draws, drawable_count
from game.powers import verbs as v

EffectHandler = Callable[[Board, int, int, Any, bool], None]
EFFECT_HANDLERS: dict[type[v.CardEffect], EffectHandler] = {}


def handles_effect(verb: type[v.CardEffect]) -> Callable[[EffectHandler], EffectHandler]:
    def register(function: EffectHandler) -> EffectHandler:
        EFFECT_HANDLERS[verb] = function
        return function

    return register


def resolve_text(board: Board, player: int, card: int, *, is_chosen: bool) -> None:
    """Carry out the text of a card, if it is in effect."""
    if active_cards(board).text_off >> card & 1:
        return
    for effect in reversed(board.table.effects[card]):
        handler = EFFECT_HANDLERS.get(type(effect))
        if handler is not None:
            handler(board, player, card, effect, is_chosen)


def can_use_text(board: Board, player: int, card: int) -> bool:
    """Return whether an end-of-turn text could do anything now."""
    return any(
        ABLE[type(effect)](board, player, effect) for effect in board.table.effects[card] if type(effect) in ABLE
    )


def can_be_carried_out(board: Board, wanted: int, possible: int) -> bool:
    """Return whether a text can be carried out: completely, or in part if the setting allows that (C-30)."""
    return possible >= wanted or (possible > 0 and board.table.settings.optional_in_part)


def can_draw(board: Board, player: int, effect: v.DrawCards) -> bool:
    """Return whether a drawing text can be carried out now; drawing up to a number may empty the draw deck (C-30)."""
    possible = additional_draws(board, player) if effect.additional else drawable_count(board, player)
    return (
        board.hand[player].bit_count() < effect.to and possible > 0
        if effect.to
        else can_be_carried_out(board, effect.count, possible)
    )


ABLE: dict[type[v.CardEffect], Callable[[Board, int, Any], bool]] = {
    v.DrawCards: can_draw,
    v.RevealTop: lambda board, player, _: drawable_count(board, player) > 0,
    v.DrawAndReturn: lambda board, player, effect: can_be_carried_out(
        board, effect.back, board.hand[player].bit_count() + min(effect.count, additional_draws(board, player))
    ),
    v.OpponentDiscards: lambda board, player, _: bool(board.hand[1 - player]),
    v.DiscardTop: lambda board, player, _: bool(board.deck[1 - player]),
}


def opposing_cards(board: Board, cards: int) -> int:
    return cards & ~(active_cards(board).with_icon(board.table, "PROTECTED") & ~board.facedown & ~board.covered)


def do_or_ask(board: Board, player: int, card: int, name: str, *, is_chosen: bool) -> None:
    """Carry a text out at once if using it already meant yes, otherwise ask."""
    if is_chosen:
        CHOICE_HANDLERS[name](board, player, card, ())
    else:
        ask_yes_or_no(board, player, card, name)
