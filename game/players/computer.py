"""The computer player: it searches its own turn and only knows what its seat may know; there are three levels."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.engine.actions import CALL, PASS, Action, act
from game.engine.board import BEGIN, Board
from game.engine.catalogue import CardFacts
from game.engine.turn import deciding_player, perform_action
from game.players.greedy import position_value
from game.players.hidden_cards import HiddenCards

PositionValue = Callable[[Board, int], float]

DEAD_END = -1_000_000.0
# The search looks at this many times as many positions if every line is a dead end.
EXTRA_POSITIONS = 10


@dataclass(frozen=True, slots=True)
class TurnLine:
    """The actions of a player to the end of the turn, if the opponent answers nothing, and the value after them.

    Only the first `sure` actions are made without a new search: after them, the opponent may answer.
    """

    value: float
    actions: tuple[Action, ...]
    sure: int


class TurnSearch:
    """The lines to the end of a turn by the value of the position after them.

    A thorough search divides its positions among all actions. It looks at retreating and declining first, so that only
    a line better than giving up replaces them. Any other search takes actions in order until its positions run out.
    """

    def __init__(self, value: PositionValue, max_positions: int, *, is_thorough: bool = True) -> None:
        self._value = value
        self._max_positions = max_positions
        self._is_thorough = is_thorough
        self._who = self._number = 0
        self._lines: list[TurnLine] = []

    def best_lines(self, board: Board, player: int, count: int = 1) -> list[TurnLine]:
        """Return the best lines of `player`, best first, one per value; on `board`, hidden cards are dealt."""
        self._who, self._number = player, board.number
        for times in (1, EXTRA_POSITIONS):
            self._lines = []
            self._search(board, self._max_positions * times, (), None)
            if any(line.value > DEAD_END for line in self._lines):
                break
        by_value: dict[float, TurnLine] = {}
        for line in self._lines:
            by_value.setdefault(line.value, line)
        return [by_value[value] for value in sorted(by_value, reverse=True)[:count]]

    def value_of_turn(self, board: Board, player: int, number: int) -> float:
        """Return the value for `player` of the position after turn `number`, which is their turn or has just ended."""
        self._who, self._number, self._lines = player, number, []
        self._follow(board, self._max_positions, (), None)
        return max(line.value for line in self._lines)

    def value_of_line(self, board: Board, player: int, line: TurnLine) -> float | None:
        """Return the value after a line on a board with other hidden cards; None if the turn doesn’t end there."""
        self._who, self._number, board = player, board.number, board.copy()
        for action in line.actions:
            if self._is_over(board) or action not in board.legal:
                return None
            board = self._let_pass(perform_action(board, action))
        return self._value(board, player) if self._is_over(board) else None

    def _search(self, board: Board, budget: int, path: tuple[Action, ...], sure: int | None) -> int:
        """Add the lines that begin with `path`; return the number of positions searched, at least one."""
        used = 0
        actions: Sequence[Action] = board.legal
        if self._is_thorough:  # giving up first
            actions = sorted(actions, key=lambda action: action.kind not in {"retreat", "decline"})
        for index, action in enumerate(actions):
            line = (*path, action)
            if action.kind == "backtrack":
                self._lines.append(TurnLine(DEAD_END, line, len(line) if sure is None else sure))
                return used + 1
            if used and used >= budget:
                break
            share = max(1, (budget - used) // (len(actions) - index if self._is_thorough else 1))
            used += self._follow(perform_action(board.copy(), action), share, line, sure)
        return used

    def _follow(self, board: Board, budget: int, path: tuple[Action, ...], sure: int | None) -> int:
        """Add the lines after an action."""
        if sure is None and not self._is_over(board) and deciding_player(board) != self._who:
            sure = len(path)
        board = self._let_pass(board)
        if not self._is_over(board):
            return self._search(board, budget, path, sure)
        self._lines.append(TurnLine(self._value(board, self._who), path, len(path) if sure is None else sure))
        return 1

    def _let_pass(self, board: Board) -> Board:
        """Let the opponent answer nothing, except that in a thorough search they call every false bluff."""
        while not self._is_over(board) and deciding_player(board) != self._who:
            answer = board.legal[0]
            if self._is_thorough and CALL in board.legal and self._is_call_costly(board):
                answer = CALL
            board = perform_action(board, answer)
        return board

    def _is_call_costly(self, board: Board) -> bool:
        """Return whether calling the bluffs would bring the opponent a dragon or the win."""
        called = perform_action(board.copy(), CALL)
        lost = (board.dragons - called.dragons) * (1 if self._who == 0 else -1)
        return lost > 0 or bool(called.outcome and called.outcome[0] != self._who)

    def _is_over(self, board: Board) -> bool:
        return bool(board.outcome) or board.number != self._number or board.phase < BEGIN


# Calling a false bluff gains two dragons and calling a true one loses one, so call below this probability of truth.
MAX_TRUTH_TO_CALL = 2 / 3
# The share of true bluffs expected before any was turned up weighs as much as this many bluffs.
PRIOR_BLUFFS = 2.0
# For each answer: the number of deals of the hidden cards, and of positions searched in the opponent’s turn.
DEALS_PER_ANSWER, POSITIONS_OF_OPPONENT = 4, 12
MAX_LOG_ODDS = 30.0
# Playing an interference card that the player doesn’t hold: the computer weighs it, but never plays it.
UNHELD = act("interfere")


@dataclass(frozen=True, slots=True)
class ComputerLevel:
    """A level: it searches on the first of `deals` of the hidden cards, and weighs the best lines on all."""

    max_positions: int
    lines: int = 1
    deals: int = 1
    random_turns: float = 0.0
    calls_bluffs: bool = True
    interferes: bool = True
    is_fitted: bool = False


LEVELS = {
    "beginner": ComputerLevel(max_positions=12, random_turns=0.15, calls_bluffs=False, interferes=False),
    "club": ComputerLevel(max_positions=60),
    "strong": ComputerLevel(max_positions=60, lines=4, deals=4, is_fitted=True),
}


class ComputerPlayer:
    """A computer player in one game, with its planned line for the turn.

    It only uses the view of its seat: the same view, chance and turned-up bluffs lead to the same action.
    """

    def __init__(self, level: ComputerLevel, value: PositionValue, hidden: HiddenCards, max_positions: int = 0) -> None:
        self._level = level
        self._search = TurnSearch(value, max_positions or level.max_positions, is_thorough=level.is_fitted)
        self._opponents_search = TurnSearch(value, POSITIONS_OF_OPPONENT)
        self._hidden = hidden
        self._line: list[Action] = []
        self._random_turn = -1  # the number of the turn that is played at random
        self._decided_turn = -1
        self.true_bluffs = self.false_bluffs = 0  # bluffs of the opponent turned up in this game

    def __call__(self, board: Board, rng: random.Random) -> Action:
        legal: tuple[Action, ...] = board.legal
        if len(legal) == 1 and not _is_interference_window(board):
            if self._line and self._line[0] == legal[0]:
                del self._line[0]
            return legal[0]
        player = deciding_player(board)
        if board.undone and legal[-1].kind in {"retreat", "decline"}:
            return legal[-1]  # the planned line could not be finished
        if player != board.turn:
            return self._answer(board, player, rng)
        if self._level.random_turns and self._is_random_turn(board, rng):
            return legal[int(rng.random() * len(legal))]
        if not self._line or self._line[0] not in legal:
            line = self._best_line(board, player, rng)
            self._line = [*line.actions[: line.sure]]
        if self._line and self._line[0] in legal:
            return self._line.pop(0)
        return legal[-1]

    def _best_line(self, board: Board, player: int, rng: random.Random) -> TurnLine:
        """Return the line with the best chance to win over some deals of the hidden cards."""
        lines = self._search.best_lines(self._hidden.deal(board, player, rng), player, self._level.lines)
        if len(lines) == 1 or lines[0].value <= DEAD_END:
            return lines[0]
        chances = {line: [_chance_to_win(line.value)] for line in lines if line.value > DEAD_END}
        for _ in range(self._level.deals - 1):
            imagined = self._hidden.deal(board, player, rng)
            for line, chances_of_line in chances.items():
                value = self._search.value_of_line(imagined, player, line)
                if value is not None:
                    chances_of_line.append(_chance_to_win(value))
        return max(chances, key=lambda line: sum(chances[line]) / len(chances[line]))

    def _is_random_turn(self, board: Board, rng: random.Random) -> bool:
        if self._decided_turn != board.number:
            self._decided_turn = board.number
            self._random_turn = board.number if rng.random() < self._level.random_turns else -1
        return self._random_turn == board.number

    def _answer(self, board: Board, player: int, rng: random.Random) -> Action:
        """Return the answer in the opponent’s turn: call a bluff that is probably false, and give up the least."""
        legal: tuple[Action, ...] = board.legal
        can_interfere = any(action.kind == "interfere" for action in legal)
        if self._level.interferes and (can_interfere or _is_interference_window(board)):
            best = self._best_answer(board, player, rng)
            if can_interfere:
                return best
        if CALL in legal:
            return (
                CALL
                if self._level.calls_bluffs and self._probability_bluffs_true(board, player) < MAX_TRUTH_TO_CALL
                else PASS
            )
        takes = [action for action in legal if action.kind == "take"]
        if not takes:
            return legal[0]
        table, values = board.table, board.table.values
        return min(takes, key=lambda action: values[1][action.card] + values[2][action.card] + table.moons[action.card])

    def _best_answer(self, board: Board, player: int, rng: random.Random) -> Action:
        """Return the answer after which the opponent’s turn ends best, over some deals of the hidden cards.

        It weighs an interference card even if none is in hand, so that the time of the answer tells nothing.
        """
        legal: tuple[Action, ...] = board.legal
        weighed = legal if any(action.kind == "interfere" for action in legal) else (*legal, UNHELD)
        totals = dict.fromkeys(weighed, 0.0)
        for _ in range(DEALS_PER_ANSWER):
            imagined = self._hidden.deal(board, player, rng)
            for action in weighed:
                answered = perform_action(imagined.copy(), action)
                totals[action] -= self._opponents_search.value_of_turn(answered, 1 - player, board.number)
        best: Action = max(totals, key=lambda action: totals[action])
        return best

    def _probability_bluffs_true(self, board: Board, player: int) -> float:
        """Return the probability that all the opponent’s bluffs are true, from possible marks and earlier bluffs."""
        marks = self._hidden.unseen_bluff_marks(board, player)
        by_lot = sum(mark == board.element for mark in marks) / len(marks) if marks else 0.0
        turned_up = self.true_bluffs + self.false_bluffs
        share = (by_lot * PRIOR_BLUFFS + self.true_bluffs) / (PRIOR_BLUFFS + turned_up)
        bluffs = (board.facedown & board.table.mine[1 - player]).bit_count()
        return float(share**bluffs)


def _is_interference_window(board: Board) -> bool:
    """Return whether a player is asked for an interference card, even if they hold none."""
    return bool(board.table.settings.ask_always and board.choice and board.choice[0] == "window")


def _chance_to_win(log_odds: float) -> float:
    return 1 / (1 + math.exp(-max(-MAX_LOG_ODDS, min(MAX_LOG_ODDS, log_odds))))


def computer_player(
    level: str, fitted_value: PositionValue, possible: Sequence[CardFacts] | None = None, max_positions: int = 0
) -> ComputerPlayer:
    """Return a player of a level; `possible` are the cards that the opponent may hold, None if its list is public.

    `fitted_value` is the shipped position value, which only the level *strong* uses. Without `max_positions`, the level
    says how many positions are searched in a turn.
    """
    chosen = LEVELS[level]
    value = fitted_value if chosen.is_fitted else position_value
    return ComputerPlayer(chosen, value, HiddenCards(possible), max_positions)
