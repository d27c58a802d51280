"""Conditions of texts that work from the hand (R0-25), each about the board and the opponent of its player."""

from collections.abc import Callable

from game.engine.active_cards import sight_of
from game.engine.board import Board
from game.engine.power import active_of, total
from game.powers import verbs as v


def holds(board: Board, who: int, condition: str, count: int) -> bool:
    """Whether a condition of a text in hand holds for its player (R0-25)."""
    return CONDITIONS[condition](board, who, count)


def _area(board: Board, who: int) -> int:
    return (board.combat[who] | board.support[who]).bit_count()


def _active(board: Board, who: int) -> int:
    return (board.combat[who] | board.support[who]) & ~board.covered


def _free_cards(board: Board, who: int) -> int:
    free = sight_of(board).icon(board.table, "FREE") & ~board.facedown
    return (_active(board, who) & free).bit_count()


def _has_hyla(board: Board, who: int) -> bool:
    return board.hyla >= 0 and board.table.owner[board.hyla] == who


CONDITIONS: dict[str, Callable[[Board, int, int], bool]] = {
    "dragons": lambda b, who, n: (b.dragons if who == 1 else -b.dragons) >= n,
    "hand_ahead": lambda b, who, n: b.hand[1 - who].bit_count() - b.hand[who].bit_count() >= n,
    "area_cards": lambda b, who, n: _area(b, 1 - who) >= n,
    "active_cards": lambda b, who, n: _active(b, 1 - who).bit_count() >= n,
    "attacked": lambda b, who, n: bool(b.element) and total(b, 1 - who) >= n,
    "attacked_earth": lambda b, who, n: b.element == v.EARTH and total(b, 1 - who) >= n,
    "attacked_fire": lambda b, who, n: b.element == v.FIRE and total(b, 1 - who) >= n,
    "hyla": lambda b, who, n: _has_hyla(b, 1 - who),
    "nothing_out": lambda b, who, n: not _area(b, who),
    "free_card": lambda b, who, n: _free_cards(b, 1 - who) >= n,
    "no_ships": lambda b, who, n: not b.ships[who] & ~b.landed and not _has_hyla(b, who),
    "characters": lambda b, who, n: active_of(b, 1 - who, v.CHARACTER).bit_count() >= n,
    "boosters": lambda b, who, n: active_of(b, 1 - who, v.BOOSTER).bit_count() >= n,
    "supports": lambda b, who, n: active_of(b, 1 - who, v.SUPPORT).bit_count() >= n,
    "icons": lambda b, who, n: (_active(b, 1 - who) & (b.table.iconed | b.facedown)).bit_count() >= n,
}
