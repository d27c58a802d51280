"""Greedy player: searches its own turn to the end and takes the line that leaves the best position.

It only knows what its seat may know: before it looks ahead, all cards hidden from it are dealt again at random.
"""

import random

from game.engine.actions import CALL, PASS, Action
from game.engine.board import BEGIN, Board
from game.engine.power import total_power
from game.engine.table import bits
from game.engine.turn import deciding_player, perform_action

# The positions searched in one turn, and how many times as many while every line is a dead end.
MAX_POSITIONS_SEARCHED = 60
EXTRA_POSITIONS = 10
# The probability that it calls a bluff.
BLUFF_CALL_CHANCE = 0.35

WON = 1000.0
VALUE_OF_DRAGON = 11.0
VALUE_OF_CARD_LEFT = 0.55
VALUE_OF_CARD_IN_HAND = 0.35
VALUE_OF_POWER = 0.45
VALUE_OF_POWER_LEAD = 0.25
VALUE_OF_SIX_CARDS = 3.0
VALUE_OF_CARD_OUT = 0.3
# More power than this, and more cards than these in hand or in a fight, add nothing.
MAX_POWER_COUNTED, MAX_CARDS_COUNTED = 9, 6


def redeal_hidden_cards(board: Board, player: int, rng: random.Random) -> None:
    """Deal all cards that a player cannot see again: the other hand and both draw decks."""
    other = 1 - player
    hidden = [*bits(board.hand[other] & ~board.disclosed), *board.deck[other]]
    rng.shuffle(hidden)
    hidden_count = (board.hand[other] & ~board.disclosed).bit_count()
    board.hand[other] = (board.hand[other] & board.disclosed) | sum(1 << card for card in hidden[:hidden_count])
    board.deck[other] = tuple(hidden[hidden_count:])
    mine = list(board.deck[player])
    rng.shuffle(mine)
    board.deck[player] = tuple(mine)
    board.seed = rng.randrange(1 << 30)
    board.sight = None


def position_value(board: Board, player: int) -> float:
    """Return how good a position is for a player, by dragons, remaining cards, and the present fight."""
    if board.outcome:
        return WON if board.outcome[0] == player else -WON
    other = 1 - player
    sign = 1 if player == 0 else -1
    dragons = board.dragons * sign
    points = VALUE_OF_DRAGON * dragons
    left = [board.hand[side].bit_count() + len(board.deck[side]) for side in (player, other)]
    points += VALUE_OF_CARD_LEFT * (left[0] - left[1])
    in_hand = [min(MAX_CARDS_COUNTED, board.hand[side].bit_count()) for side in (player, other)]
    points += VALUE_OF_CARD_IN_HAND * (in_hand[0] - in_hand[1])
    if board.element:
        mine, theirs = total_power(board, player), total_power(board, other)
        points += VALUE_OF_POWER * min(mine, MAX_POWER_COUNTED) + VALUE_OF_POWER_LEAD * (mine - theirs)
        out = (board.combat[player] | board.support[player]).bit_count()
        against = (board.combat[other] | board.support[other]).bit_count()
        has_six = (out >= MAX_CARDS_COUNTED) - (against >= MAX_CARDS_COUNTED)
        cards_ahead = min(out, MAX_CARDS_COUNTED) - min(against, MAX_CARDS_COUNTED)
        points += VALUE_OF_SIX_CARDS * has_six + VALUE_OF_CARD_OUT * cards_ahead
    return points


class GreedyPlayer:
    """A greedy player with its planned line for the turn."""

    def __init__(self, most_positions: int = MAX_POSITIONS_SEARCHED) -> None:
        self.line: list[Action] = []
        self.most_positions = most_positions
        self.positions = 0

    def __call__(self, board: Board, rng: random.Random) -> Action:
        legal: tuple[Action, ...] = board.legal
        if len(legal) == 1:
            if self.line and self.line[0] == legal[0]:
                del self.line[0]
            return legal[0]
        player = deciding_player(board)
        if board.undone and legal[-1].kind in {"retreat", "decline"}:
            return legal[-1]  # the planned line could not be finished
        if player != board.turn:
            return self._choose_answer(board, rng)
        if not self.line or self.line[0] not in legal:
            self._plan_turn(board, player, rng)
        if self.line and self.line[0] in legal:
            return self.line.pop(0)
        return legal[-1]

    def _plan_turn(self, board: Board, player: int, rng: random.Random) -> None:
        copy = board.copy()
        redeal_hidden_cards(copy, player, rng)
        if copy.saved is not None:
            copy.saved = copy.saved.copy()
        self.positions = self.most_positions
        _, self.line = self._best_line(copy, player, copy.number)

    def _best_line(self, board: Board, player: int, number: int) -> tuple[float, list[Action]]:
        """Return the best line from here to the end of the turn, searched depth first."""
        best, line = -10 * WON, []
        for action in board.legal:
            if action.kind == "backtrack":
                return -5 * WON, [action]
            if self.positions <= 0 and (best > -4 * WON or self.positions < -EXTRA_POSITIONS * self.most_positions):
                break
            self.positions -= 1
            following = perform_action(board.copy(), action)
            if self._is_search_over(following, number):
                value, rest = position_value(following, player), list[Action]()
            elif deciding_player(following) != player:
                value, rest = self._best_after_reply(following, player, number)
            else:
                value, rest = self._best_line(following, player, number)
            if value > best:
                best, line = value, [action, *rest]
        return best, line

    def _best_after_reply(self, board: Board, player: int, number: int) -> tuple[float, list[Action]]:
        """Return the best line after an answer in this turn, as if the opponent let everything pass."""
        while not self._is_search_over(board, number) and deciding_player(board) != player:
            board = perform_action(board, board.legal[0])
        if self._is_search_over(board, number):
            return position_value(board, player), []
        value, _ = self._best_line(board, player, number)
        return value, []

    @staticmethod
    def _is_search_over(board: Board, number: int) -> bool:
        return bool(board.outcome) or board.number != number or board.phase < BEGIN

    def _choose_answer(self, board: Board, rng: random.Random) -> Action:
        """Return the answer to a card that asks in the opponent’s turn: give up the least, call a bluff at times."""
        legal: tuple[Action, ...] = board.legal
        if CALL in legal:
            return CALL if rng.random() < BLUFF_CALL_CHANCE else PASS
        takes = [action for action in legal if action.kind == "take"]
        if not takes:
            return legal[0]
        table = board.table
        values = table.values
        return min(takes, key=lambda action: values[1][action.card] + values[2][action.card] + table.moons[action.card])
