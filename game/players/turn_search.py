"""Search through one's own turn: every line to its end, each branch with its share of the positions."""

from collections.abc import Callable
from dataclasses import dataclass

from game.engine.actions import CALL, Action
from game.engine.board import BEGIN, Board
from game.engine.turn import deciding_player, perform_action

PositionValue = Callable[[Board, int], float]

DEAD_END = -1_000_000.0
# So many times the positions as long as every line is a dead end.
EXTRA_POSITIONS = 10


@dataclass(frozen=True, slots=True)
class Line:
    """The actions of a player to the end of the turn, if the opponent lets everything pass, and the value after them.

    Only the first `sure` of them are made without looking again: then the opponent may answer.
    """

    value: float
    actions: tuple[Action, ...]
    sure: int


class TurnSearch:
    """The lines to the end of a turn by the value of the position after them.

    A thorough search looks at retreating and declining first, so that a line has to be better than giving the fight up,
    and divides the positions that are left among the actions it has not looked at. Another one follows each line in the
    order of the actions until the positions are used up.
    """

    def __init__(self, value: PositionValue, max_positions: int, *, is_thorough: bool = True) -> None:
        self._value = value
        self._max_positions = max_positions
        self._is_thorough = is_thorough
        self._who = self._number = 0
        self._lines: list[Line] = []

    def best_lines(self, board: Board, who: int, count: int = 1) -> list[Line]:
        """Return the best lines of `who`, the best first; of those that end alike only the first.

        `board` has all hidden cards dealt already.
        """
        self._who, self._number = who, board.number
        for times in (1, EXTRA_POSITIONS):
            self._lines = []
            self._search(board, self._max_positions * times, (), None)
            if any(line.value > DEAD_END for line in self._lines):
                break
        by_value: dict[float, Line] = {}
        for line in self._lines:
            by_value.setdefault(line.value, line)
        return [by_value[value] for value in sorted(by_value, reverse=True)[:count]]

    def value_of_turn(self, board: Board, who: int, number: int) -> float:
        """Return the value for `who` of the position after the rest of turn `number`, which is theirs or just ended."""
        self._who, self._number, self._lines = who, number, []
        self._follow(board, self._max_positions, (), None)
        return max(line.value for line in self._lines)

    def value_of_line(self, board: Board, who: int, line: Line) -> float | None:
        """Return the value after a line on a board with other hidden cards; None if it isn’t a whole turn there."""
        self._who, self._number, board = who, board.number, board.copy()
        for action in line.actions:
            if self._is_over(board) or action not in board.legal:
                return None
            board = self._let_pass(perform_action(board, action))
        return self._value(board, who) if self._is_over(board) else None

    def _search(self, board: Board, budget: int, path: tuple[Action, ...], sure: int | None) -> int:
        """Add the lines that begin with `path`; return how many positions were looked at: at least one."""
        used = 0
        legal: tuple[Action, ...] = board.legal
        actions = sorted(legal, key=_is_not_giving_up) if self._is_thorough else legal
        for place, action in enumerate(actions):
            line = (*path, action)
            if action.kind == "backtrack":
                self._lines.append(Line(DEAD_END, line, len(line) if sure is None else sure))
                return used + 1
            if used and used >= budget:
                break
            share = max(1, (budget - used) // (len(actions) - place if self._is_thorough else 1))
            used += self._follow(perform_action(board.copy(), action), share, line, sure)
        return used

    def _follow(self, board: Board, budget: int, path: tuple[Action, ...], sure: int | None) -> int:
        """Add the lines after an action."""
        if sure is None and not self._is_over(board) and deciding_player(board) != self._who:
            sure = len(path)
        board = self._let_pass(board)
        if not self._is_over(board):
            return self._search(board, budget, path, sure)
        self._lines.append(Line(self._value(board, self._who), path, len(path) if sure is None else sure))
        return 1

    def _let_pass(self, board: Board) -> Board:
        """Let the opponent answer nothing; in a thorough search, they call each bluff that is false."""
        while not self._is_over(board) and deciding_player(board) != self._who:
            answer = board.legal[0]
            if self._is_thorough and CALL in board.legal and self._would_lose(board):
                answer = CALL
            board = perform_action(board, answer)
        return board

    def _would_lose(self, board: Board) -> bool:
        """Whether a call would bring the opponent a dragon, or the win."""
        called = perform_action(board.copy(), CALL)
        lost = (board.dragons - called.dragons) * (1 if self._who == 0 else -1)
        return lost > 0 or bool(called.outcome and called.outcome[0] != self._who)

    def _is_over(self, board: Board) -> bool:
        return bool(board.outcome) or board.number != self._number or board.phase < BEGIN


def _is_not_giving_up(action: Action) -> bool:
    return action.kind not in {"retreat", "decline"}
