"""Play-out: a board played to its end by two players."""

import random
from collections.abc import Callable

from game.engine.actions import Action
from game.engine.board import Board
from game.engine.turn import decider, perform

Player = Callable[[Board, random.Random], Action]

# More decisions than any game needs; a game that has not ended then is a defect of the engine.
MAX_ACTIONS = 20_000


def play_out(board: Board, players: tuple[Player, Player], chance: random.Random) -> list[Action]:
    """Play a board to its end, changing it; the actions taken. Raises RuntimeError for a game that does not end."""
    taken = []
    while not board.outcome:
        action = players[decider(board)](board, chance)
        taken.append(action)
        following = perform(board, action)
        if following is not board:
            board.become(following)
        if len(taken) > MAX_ACTIONS:
            raise RuntimeError(f"seed {board.seed} does not end")
    return taken
