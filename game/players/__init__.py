"""Players: functions from a board and a source of chance to one of the legal actions."""

from collections.abc import Callable, Mapping

from game.players.greedy import Greedy
from game.players.play_out import Player
from game.players.random_player import choose as chancy

# First task: write a player with another plan, and let it play against these in `game/arena.py`.
PLAYERS: Mapping[str, Callable[[], Player]] = {"random": lambda: chancy, "greedy": Greedy}
