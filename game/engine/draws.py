"""Draws: taking cards into the hand, and their limits (GAME-25)."""

from game.engine.active_cards import active_effects
from game.engine.board import Board
from game.powers import verbs as v


def hand_room(board: Board, who: int) -> int:
    """Return how many cards a player may take into the hand now; `ANY_NUMBER` if there is no limit."""
    limits = active_effects(board, 1 - who, v.HandLimit)
    return min((max(0, effect.limit - board.hand[who].bit_count()) for _, effect in limits), default=v.ANY_NUMBER)


def may_take_card(board: Board, who: int) -> bool:
    return hand_room(board, who) > 0


def drawable_count(board: Board, who: int) -> int:
    """Return how many cards of the draw deck a player may take into the hand now."""
    most = min(len(board.deck[who]), hand_room(board, who))
    for _, effect in active_effects(board, 1 - who, v.DrawLimit):
        if not effect.most or who == board.turn:
            most = min(most, max(0, effect.most - board.drawn))
    return most


def may_draw_card(board: Board, who: int) -> bool:
    return drawable_count(board, who) > 0


def additional_draws(board: Board, who: int) -> int:
    """Return how many additional cards a player may draw at the end of a turn now (R0-39)."""
    return 0 if active_effects(board, 1 - who, v.NoExtraDraws) else drawable_count(board, who)


def draw_cards(board: Board, who: int, count: int) -> int:
    """Draw up to `count` cards as far as allowed; return how many were drawn."""
    count = min(count, drawable_count(board, who)) if count > 0 else 0
    for _ in range(count):
        board.draw_top_card(who)
    if count and who == board.turn:
        board.drawn += count
        board.revealed = True
    return count


def refresh_hand(board: Board, who: int, to: int = 6) -> None:
    """Draw until the hand holds six cards."""
    draw_cards(board, who, to - board.hand[who].bit_count())
