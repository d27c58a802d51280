"""Players: functions from a board and a source of chance to one of the legal actions; and a board played to its end."""

import random
from collections.abc import Callable, Mapping

from game.engine.actions import CONTINUE, Action
from game.engine.board import Board
from game.engine.turn import deciding_player, perform_action
from game.players.greedy import GreedyPlayer

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


# Tries of one turn that may fail before the random player retreats.
MAX_TRIES_AFTER_BACKTRACK = 3


def random_player(board: Board, chance: random.Random) -> Action:
    """Choose any legal action, all alike; retreat after a turn that could not go on."""
    legal: tuple[Action, ...] = board.legal
    if board.undone >= MAX_TRIES_AFTER_BACKTRACK and legal[0] is CONTINUE and len(legal) > 1:
        return legal[-1]
    return legal[int(chance.random() * len(legal))]


# First task: write a player with another plan, and let it play against these in `game/arena.py`.
PLAYERS: Mapping[str, Callable[[], PlayerFunction]] = {"random": lambda: random_player, "greedy": GreedyPlayer}
