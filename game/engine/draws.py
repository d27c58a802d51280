"""Draws: taking cards into the hand, and their limits (GAME-25)."""

from game.engine.active_cards import active_effects
from game.engine.board import Board
from game.powers import verbs as v


def hand_room(board: Board, player: int) -> int:
    """Return how many cards a player may take into the hand now; `ANY_NUMBER` if there is no limit."""
    limits = active_effects(board, 1 - player, v.HandLimit)
    return min((max(0, effect.limit - board.hand[player].bit_count()) for _, effect in limits), default=v.ANY_NUMBER)


def may_take_card(board: Board, player: int) -> bool:
    return hand_room(board, player) > 0


def drawable_count(board: Board, player: int) -> int:
    """Return how many cards of the draw deck a player may take into the hand now."""
    most = min(len(board.deck[player]), hand_room(board, player))
    for _, effect in active_effects(board, 1 - player, v.DrawLimit):
        if not effect.most or player == board.turn:
            most = min(most, max(0, effect.most - board.drawn))
    return most


def may_draw_card(board: Board, player: int) -> bool:
    return drawable_count(board, player) > 0


def additional_draws(board: Board, player: int) -> int:
    """Return how many additional cards a player may draw at the end of a turn now (R0-39)."""
    return 0 if active_effects(board, 1 - player, v.NoExtraDraws) else drawable_count(board, player)


def draw_cards(board: Board, player: int, count: int) -> int:
    """Draw up to `count` cards as far as allowed; return how many were drawn."""
    count = min(count, drawable_count(board, player)) if count > 0 else 0
    for _ in range(count):
        board.draw_top_card(player)
    if count and player == board.turn:
        board.drawn += count
        board.revealed = True
    return count


def refresh_hand(board: Board, player: int, to: int = 6) -> None:
    """Draw until the hand holds six cards."""
    draw_cards(board, player, to - board.hand[player].bit_count())
