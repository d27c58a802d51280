"""Draws: taking cards into the hand, and what forbids it (GAME-25)."""

from game.engine.active_cards import look
from game.engine.board import Board
from game.engine.table import bits
from game.powers import verbs as v


def may_take(board: Board, who: int) -> bool:
    """Whether a player may take any card into the hand now."""
    table = board.table
    limits = table.by_verb.get(v.HandLimit, 0)
    if not limits:
        return True
    held = board.hand[who].bit_count()
    for card in bits(look(board).live(1 - who) & limits):
        effect = table.verb(card, v.HandLimit)
        assert isinstance(effect, v.HandLimit)
        if held >= effect.held:
            return False
    return True


def may_draw(board: Board, who: int) -> bool:
    """Whether a player may take a card of the draw deck into the hand now."""
    if not board.deck[who] or not may_take(board, who):
        return False
    table = board.table
    limits = table.by_verb.get(v.DeckLimit, 0)
    for card in bits(look(board).live(1 - who) & limits) if limits else ():
        effect = table.verb(card, v.DeckLimit)
        assert isinstance(effect, v.DeckLimit)
        if not effect.most or (who == board.turn and board.drawn >= effect.most):
            return False
    return True


def may_draw_additional(board: Board, who: int) -> bool:
    """Whether additional cards at the end of a turn may be drawn (R0-39)."""
    return may_draw(board, who) and not look(board).live(1 - who) & board.table.by_verb.get(v.NoAdditional, 0)


def draw(board: Board, who: int, count: int) -> int:
    """Draw up to so many cards, one by one as long as it is allowed; how many were drawn."""
    done = 0
    while done < count and may_draw(board, who):
        board.draw_top(who)
        if who == board.turn:
            board.drawn += 1
            board.revealed = True
        done += 1
    return done


def refresh(board: Board, who: int, to: int = 6) -> None:
    """Draw until the hand holds six cards."""
    draw(board, who, to - board.hand[who].bit_count())
