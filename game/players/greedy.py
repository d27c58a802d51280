"""Greedy player: looks through its own turn to the end and takes the line that leaves the best position.

It knows what its seat may know: before looking ahead, everything hidden from it is dealt again at random.
"""

import random

from game.engine.actions import CALL, PASS, Action
from game.engine.board import BEGIN, Board
from game.engine.power import total
from game.engine.table import bits
from game.engine.turn import decider, perform

# Positions looked at for one turn; so many times that as long as every line is a dead end.
MAX_POSITIONS = 60
LONGER_FOR_ANY_LINE = 10
# How often it calls a bluff.
CALLS_IN = 0.35

WON = 1000.0
DRAGON = 11.0
CARD_LEFT = 0.55
CARD_IN_HAND = 0.35
POWER = 0.45
AHEAD = 0.25
SIX_CARDS_OUT = 3.0


def deal_again(board: Board, who: int, chance: random.Random) -> None:
    """Deal what a player cannot see once more: the other hand and both draw decks."""
    other = 1 - who
    hidden = [*bits(board.hand[other] & ~board.disclosed), *board.deck[other]]
    chance.shuffle(hidden)
    hidden_count = (board.hand[other] & ~board.disclosed).bit_count()
    board.hand[other] = (board.hand[other] & board.disclosed) | sum(1 << card for card in hidden[:hidden_count])
    board.deck[other] = tuple(hidden[hidden_count:])
    mine = list(board.deck[who])
    chance.shuffle(mine)
    board.deck[who] = tuple(mine)
    board.seed = chance.randrange(1 << 30)
    board.sight = None


def worth(board: Board, who: int) -> float:
    """How good a position is for a player: dragons, cards left, and the fight as it stands."""
    if board.outcome:
        return WON if board.outcome[0] == who else -WON
    other = 1 - who
    sign = 1 if who == 0 else -1
    dragons = board.dragons * sign
    points = DRAGON * dragons
    left = [board.hand[side].bit_count() + len(board.deck[side]) for side in (who, other)]
    points += CARD_LEFT * (left[0] - left[1])
    points += CARD_IN_HAND * (min(6, board.hand[who].bit_count()) - min(6, board.hand[other].bit_count()))
    if board.element:
        mine, theirs = total(board, who), total(board, other)
        points += POWER * min(mine, 9) + AHEAD * (mine - theirs)
        out = (board.combat[who] | board.support[who]).bit_count()
        against = (board.combat[other] | board.support[other]).bit_count()
        points += SIX_CARDS_OUT * ((out >= 6) - (against >= 6)) + 0.3 * (min(out, 6) - min(against, 6))
    return points


class Greedy:
    """One greedy player, with the line it has in mind for the turn."""

    def __init__(self, most_positions: int = MAX_POSITIONS) -> None:
        self.line: list[Action] = []
        self.most_positions = most_positions
        self.positions = 0

    def __call__(self, board: Board, chance: random.Random) -> Action:
        legal: tuple[Action, ...] = board.legal
        if len(legal) == 1:
            if self.line and self.line[0] == legal[0]:
                del self.line[0]
            return legal[0]
        who = decider(board)
        if board.undone and legal[-1].kind in {"retreat", "decline"}:
            return legal[-1]  # the line that it had in mind could not be finished
        if who != board.turn:
            return self._answer(board, who, chance)
        if not self.line or self.line[0] not in legal:
            self._plan(board, who, chance)
        if self.line and self.line[0] in legal:
            return self.line.pop(0)
        return legal[-1]

    def _plan(self, board: Board, who: int, chance: random.Random) -> None:
        copy = board.copy()
        deal_again(copy, who, chance)
        if copy.saved is not None:
            copy.saved = copy.saved.copy()
        self.positions = self.most_positions
        _, self.line = self._best(copy, who, copy.number)

    def _best(self, board: Board, who: int, number: int) -> tuple[float, list[Action]]:
        """The best line from here to the end of the turn, by depth first."""
        best, line = -10 * WON, []
        for action in board.legal:
            if action.kind == "backtrack":
                return -5 * WON, [action]
            if self.positions <= 0 and (best > -4 * WON or self.positions < -LONGER_FOR_ANY_LINE * self.most_positions):
                break
            self.positions -= 1
            following = perform(board.copy(), action)
            if self._over(following, who, number):
                value, rest = worth(following, who), list[Action]()
            elif decider(following) != who:
                value, rest = self._best_after_reply(following, who, number)
            else:
                value, rest = self._best(following, who, number)
            if value > best:
                best, line = value, [action, *rest]
        return best, line

    def _best_after_reply(self, board: Board, who: int, number: int) -> tuple[float, list[Action]]:
        """The opponent answers within the turn: as if it let things pass."""
        while not self._over(board, who, number) and decider(board) != who:
            board = perform(board, board.legal[0])
        if self._over(board, who, number):
            return worth(board, who), []
        value, _ = self._best(board, who, number)
        return value, []

    @staticmethod
    def _over(board: Board, who: int, number: int) -> bool:
        return bool(board.outcome) or board.number != number or board.phase < BEGIN

    def _answer(self, board: Board, who: int, chance: random.Random) -> Action:
        """The answer to a card that asks in the opponent's turn: give up the least, call a bluff now and then."""
        legal: tuple[Action, ...] = board.legal
        if CALL in legal:
            return CALL if chance.random() < CALLS_IN else PASS
        takes = [action for action in legal if action.kind == "take"]
        if not takes:
            return legal[0]
        table = board.table
        values = table.values
        return min(takes, key=lambda action: values[1][action.card] + values[2][action.card] + table.moons[action.card])
