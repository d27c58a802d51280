"""Helpers for checks of whole boards."""

from game.engine.board import Board
from game.engine.table import bits


def all_cards_of(board: Board, who: int) -> list[int]:
    """Return all cards of a player wherever they are."""
    cards = [*board.deck[who], *board.discard[who], *board.pile[who]]
    for mask in (board.hand[who], board.combat[who], board.support[who], board.ships[who], board.trophies[who]):
        cards += bits(mask)
    cards += bits(board.cargo_of(who))
    if board.hyla >= 0 and board.table.owner[board.hyla] == who:
        cards.append(board.hyla)
    return cards
