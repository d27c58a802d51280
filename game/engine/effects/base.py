"""Registry of effects: what each verb that is done once does, and when.

A handler gets the board, the player of the card, the card, the verb, and whether using it is itself the yes to an
"I may" (then no question is put).
"""

from collections.abc import Callable
from typing import Any

from game.engine.active_cards import look
from game.engine.board import Board
from game.engine.choices import THEN, ask
from game.engine.draws import may_draw, may_draw_additional
from game.powers import verbs as v

Handler = Callable[[Board, int, int, Any, bool], None]
HANDLERS: dict[type[v.Effect], Handler] = {}


def does(verb: type[v.Effect]) -> Callable[[Handler], Handler]:
    """Register the handler of a verb."""

    def register(function: Handler) -> Handler:
        HANDLERS[verb] = function
        return function

    return register


def resolve(board: Board, who: int, card: int, *, asked: bool) -> None:
    """Carry out the text of a card, unless it has no effect now."""
    if look(board).text_off >> card & 1:
        return
    for effect in reversed(board.table.effects[card]):
        handler = HANDLERS.get(type(effect))
        if handler is not None:
            handler(board, who, card, effect, asked)


def able(board: Board, who: int, card: int) -> bool:
    """Whether an end-of-turn text could do anything now."""
    return any(ABLE[type(effect)](board, who, effect) for effect in board.table.effects[card] if type(effect) in ABLE)


def able_draw(board: Board, who: int, effect: v.Draw) -> bool:
    """Whether a drawing text would bring a card now."""
    if effect.to:
        return board.hand[who].bit_count() < effect.to and may_draw(board, who)
    return may_draw_additional(board, who)


ABLE: dict[type[v.Effect], Callable[[Board, int, Any], bool]] = {
    v.Draw: able_draw,
    v.RevealTop: lambda board, who, _: may_draw(board, who),
    v.DrawAndReturn: lambda board, who, _: bool(board.hand[who]) or may_draw_additional(board, who),
    v.TheyDiscard: lambda board, who, _: bool(board.hand[1 - who]),
    v.DiscardTop: lambda board, who, _: bool(board.deck[1 - who]),
}


def opposing(board: Board, who: int, cards: int) -> int:
    """Those opposing cards that are not PROTECTED while active."""
    return cards & ~(look(board).icon(board.table, "PROTECTED") & ~board.facedown & ~board.covered)


def or_ask(board: Board, who: int, card: int, name: str, *, asked: bool) -> None:
    """Carry a text out at once where using it was the yes, else put the question."""
    if asked:
        THEN[name](board, who, card, ())
    else:
        ask(board, who, card, name)
