"""Play-out: a board played to its end by two players."""

import random
from collections.abc import Callable

from game.engine.actions import Action
from game.engine.board import Board
from game.engine.turn import deciding_player, perform_action

PlayerFunction = Callable[[Board, random.Random], Action]

# More decisions than any game needs; a game that has not ended then is a defect of the engine.
MAX_ACTIONS_PER_GAME = 20_000


def play_to_end(board: Board, players: tuple[PlayerFunction, PlayerFunction], chance: random.Random) -> list[Action]:
    """Play a board to its end, changing it; the actions taken. Raises RuntimeError for a game that does not end."""
    taken = []
    while not board.outcome:
        action = players[deciding_player(board)](board, chance)
        taken.append(action)
        following = perform_action(board, action)
        if following is not board:
            board.replace_with(following)
        if len(taken) > MAX_ACTIONS_PER_GAME:
            raise RuntimeError(f"seed {board.seed} does not end")
    return taken
