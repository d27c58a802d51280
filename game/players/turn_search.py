"""Search through one's own turn: every line to its end, each branch with its share of the positions."""

from collections.abc import Callable

from game.engine.actions import Action
from game.engine.board import BEGIN, Board
from game.engine.turn import deciding_player, perform_action

PositionValue = Callable[[Board, int], float]

DEAD_END = -1_000_000.0
# So many times the positions as long as every line is a dead end.
EXTRA_POSITIONS = 10


class TurnSearch:
    """The best line to the end of a turn by the value of the position after it.

    A thorough search looks at retreating and declining first, so that a line has to be better than giving the fight up,
    and divides the positions that are left among the actions it has not looked at. Another one follows each line in the
    order of the actions until the positions are used up.
    """

    def __init__(self, value: PositionValue, max_positions: int, *, is_thorough: bool = True) -> None:
        self._value = value
        self._max_positions = max_positions
        self._is_thorough = is_thorough
        self._who = self._number = 0

    def best_line(self, board: Board, who: int) -> list[Action]:
        """Return the actions of `who` to the end of the turn; `board` has all hidden cards dealt already."""
        self._who, self._number = who, board.number
        line: list[Action] = []
        for times in (1, EXTRA_POSITIONS):
            value, line, _ = self._search(board, self._max_positions * times)
            if value > DEAD_END:
                break
        return line

    def value_of_turn(self, board: Board, who: int, number: int) -> float:
        """Return the value for `who` of the position after the rest of turn `number`, which is theirs or just ended."""
        self._who, self._number = who, number
        return self._value_of(board, self._max_positions)[0]

    def _search(self, board: Board, budget: int) -> tuple[float, list[Action], int]:
        """The value of the best line, the line, and how many positions were looked at: at least one."""
        best, line, used = 2 * DEAD_END, list[Action](), 0
        legal: tuple[Action, ...] = board.legal
        actions = sorted(legal, key=_is_not_giving_up) if self._is_thorough else legal
        for place, action in enumerate(actions):
            if action.kind == "backtrack":
                return DEAD_END, [action], 1
            if used and used >= budget:
                break
            share = max(1, (budget - used) // (len(actions) - place if self._is_thorough else 1))
            value, rest, looked_at = self._value_of(perform_action(board.copy(), action), share)
            used += looked_at
            if value > best:
                best, line = value, [action, *rest]
        return best, line, used

    def _value_of(self, board: Board, budget: int) -> tuple[float, list[Action], int]:
        """The value after an action; in the turn the opponent lets everything pass."""
        has_reply = False
        while not self._is_over(board) and deciding_player(board) != self._who:
            board, has_reply = perform_action(board, board.legal[0]), True
        if self._is_over(board):
            return self._value(board, self._who), [], 1
        value, line, used = self._search(board, budget)
        return value, [] if has_reply else line, used

    def _is_over(self, board: Board) -> bool:
        return bool(board.outcome) or board.number != self._number or board.phase < BEGIN


def _is_not_giving_up(action: Action) -> bool:
    return action.kind not in {"retreat", "decline"}
