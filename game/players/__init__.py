"""Players: functions from a board and a source of chance to one of the legal actions."""

import random
from collections.abc import Callable, Mapping

from game.engine.actions import CONTINUE, Action
from game.engine.board import Board
from game.players.greedy import Greedy
from game.players.play_out import PlayerFunction

# Tries of one turn that may fail before the random player retreats.
MAX_TRIES_AFTER_BACKTRACK = 3


def random_player(board: Board, chance: random.Random) -> Action:
    """Choose any legal action, all alike; retreat after a turn that could not go on."""
    legal: tuple[Action, ...] = board.legal
    if board.undone >= MAX_TRIES_AFTER_BACKTRACK and legal[0] is CONTINUE and len(legal) > 1:
        return legal[-1]
    return legal[int(chance.random() * len(legal))]


# First task: write a player with another plan, and let it play against these in `game/arena.py`.
PLAYERS: Mapping[str, Callable[[], PlayerFunction]] = {"random": lambda: random_player, "greedy": Greedy}
