"""Random player: any legal action, all alike; after a turn that could not go on it retreats."""

import random

from game.engine.actions import CONTINUE, Action
from game.engine.board import Board

# Tries of one turn that may fail before it is given up.
MAX_TRIES = 3


def choose(board: Board, chance: random.Random) -> Action:
    legal: tuple[Action, ...] = board.legal
    if board.undone >= MAX_TRIES and legal[0] is CONTINUE and len(legal) > 1:
        return legal[-1]
    return legal[int(chance.random() * len(legal))]
