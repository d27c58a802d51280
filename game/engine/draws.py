"""Draws: taking cards into the hand, and what forbids it (GAME-25)."""

from game.engine.active_cards import look
from game.engine.board import Board
from game.engine.table import bits
from game.powers import verbs as v


def room(board: Board, who: int) -> int:
    """How many cards a player may take into the hand now; `ANY_NUMBER` without a limit."""
    table, most = board.table, v.ANY_NUMBER
    limits = table.by_verb.get(v.HandLimit, 0)
    for card in bits(look(board).live(1 - who) & limits) if limits else ():
        effect = table.verb(card, v.HandLimit)
        assert isinstance(effect, v.HandLimit)
        most = min(most, max(0, effect.held - board.hand[who].bit_count()))
    return most


def may_take(board: Board, who: int) -> bool:
    """Whether a player may take any card into the hand now."""
    return room(board, who) > 0


def drawable(board: Board, who: int) -> int:
    """How many cards of the draw deck a player may take into the hand now."""
    most = min(len(board.deck[who]), room(board, who))
    table = board.table
    limits = table.by_verb.get(v.DeckLimit, 0)
    for card in bits(look(board).live(1 - who) & limits) if limits else ():
        effect = table.verb(card, v.DeckLimit)
        assert isinstance(effect, v.DeckLimit)
        if not effect.most or who == board.turn:
            most = min(most, max(0, effect.most - board.drawn))
    return most


def may_draw(board: Board, who: int) -> bool:
    """Whether a player may take a card of the draw deck into the hand now."""
    return drawable(board, who) > 0


def additional(board: Board, who: int) -> int:
    """How many additional cards a player may draw at the end of a turn now (R0-39)."""
    none = board.table.by_verb.get(v.NoAdditional, 0)
    return 0 if none and look(board).live(1 - who) & none else drawable(board, who)


def draw(board: Board, who: int, count: int) -> int:
    """Draw up to `count` cards as far as it is allowed; returns how many were drawn."""
    count = min(count, drawable(board, who)) if count > 0 else 0
    for _ in range(count):
        board.draw_top(who)
    if count and who == board.turn:
        board.drawn += count
        board.revealed = True
    return count


def refresh(board: Board, who: int, to: int = 6) -> None:
    """Draw until the hand holds six cards."""
    draw(board, who, to - board.hand[who].bit_count())
