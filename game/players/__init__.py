"""Players: functions that choose a legal action from a board and a source of chance; and playing to the end."""

import random
from collections.abc import Callable, Mapping

from game.engine.actions import CONTINUE, Action
from game.engine.board import Board
from game.engine.turn import deciding_player, perform_action
from game.players.greedy import GreedyPlayer

PlayerFunction = Callable[[Board, random.Random], Action]

# More decisions than any game needs; if a game hasn’t ended by then, the engine has a bug.
MAX_ACTIONS_PER_GAME = 20_000


def play_to_end(board: Board, players: tuple[PlayerFunction, PlayerFunction], rng: random.Random) -> list[Action]:
    """Play a board to its end, changing it; return the actions. Raises RuntimeError if the game does not end."""
    taken = []
    while not board.outcome:
        action = players[deciding_player(board)](board, rng)
        taken.append(action)
        following = perform_action(board, action)
        if following is not board:
            board.replace_with(following)
        if len(taken) > MAX_ACTIONS_PER_GAME:
            raise RuntimeError(f"seed {board.seed} does not end")
    return taken


# The random player retreats once it has undone a turn this often.
MAX_TRIES_AFTER_BACKTRACK = 3


def random_player(board: Board, rng: random.Random) -> Action:
    """Choose a legal action at random, all equally likely; retreat if the turn had to be undone too often."""
    legal: tuple[Action, ...] = board.legal
    if board.undone >= MAX_TRIES_AFTER_BACKTRACK and legal[0] is CONTINUE and len(legal) > 1:
        return legal[-1]
    return legal[int(rng.random() * len(legal))]


# First task: write a player with another plan, and let it play against these two in `game/arena.py`.
PLAYERS: Mapping[str, Callable[[], PlayerFunction]] = {"random": lambda: random_player, "greedy": GreedyPlayer}
