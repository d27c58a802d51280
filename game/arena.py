"""Arena: games of two greedy players in a child process, so that the site can answer requests during many games.

`GameProcess` is the parent’s side. The child reads the catalogue and then one game per line from its standard input,
and writes one result per line: the crystals of the first deck, or minus the crystals of the second.
"""

from __future__ import annotations

import base64
import json
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO

from game.engine.catalogue import Catalogue
from game.engine.state import new_game
from game.engine.table import Deck, game_table_of_decks
from game.players import PlayerFunction, play_to_end
from game.players.greedy import GreedyPlayer

# Positions that the player looks at in a turn. In 300 games with swapped seats, 12 and 20 played as well as 60.
MAX_POSITIONS_CONSIDERED = 16


@dataclass(frozen=True, slots=True)
class EndedGame:
    """End of a game: the crystals of the first deck, or minus those of the second, and the turns of both together."""

    crystals: int
    turns: int


def crystals_of_game(
    catalogue: Catalogue, first: tuple[str, ...], second: tuple[str, ...], *, start: int, seed: int
) -> int:
    return play_game(catalogue, first, second, start=start, seed=seed).crystals


def play_game(
    catalogue: Catalogue,
    first: tuple[str, ...],
    second: tuple[str, ...],
    *,
    start: int,
    seed: int,
    players: tuple[PlayerFunction, PlayerFunction] | None = None,
) -> EndedGame:
    """Play a game of two decks between two players, by default greedy players.

    A seed deals the same positions of a deck whatever its cards, so decks that differ by one card have the same luck.
    """
    table = game_table_of_decks(catalogue, (Deck(first), Deck(second)))
    board = new_game(table, seed=seed, start=start).copy_board()
    greedy = (GreedyPlayer(MAX_POSITIONS_CONSIDERED), GreedyPlayer(MAX_POSITIONS_CONSIDERED))
    play_to_end(board, players or greedy, random.Random(seed))
    assert board.outcome is not None
    winner, _, scored = board.outcome
    return EndedGame(scored if winner == 0 else -scored, board.number)


ROOT = Path(__file__).resolve().parent.parent
PROCESS_NICENESS = 10


class GameProcessEnded(RuntimeError):
    """The playing process has ended."""


class GameProcess:
    """Context manager that plays games one after another in a child process, and ends it on leaving."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def __enter__(self) -> GameProcess:
        self._child = subprocess.Popen(
            [sys.executable, "-m", "game.arena"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, text=True
        )
        self._write(base64.b64encode(pickle.dumps(self._catalogue.cards)).decode())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._child.kill()
        self._child.communicate()

    def play(self, first: Sequence[str], second: Sequence[str], start: int, seed: int) -> int:
        """Play a game and return the crystals; raises `GameProcessEnded` if the process has ended."""
        self._write(json.dumps([list(first), list(second), start, seed]))
        assert self._child.stdout is not None
        line = self._child.stdout.readline()
        if not line:
            raise GameProcessEnded
        return int(line)

    def _write(self, line: str) -> None:
        assert self._child.stdin is not None
        try:
            self._child.stdin.write(line + "\n")
            self._child.stdin.flush()
        except OSError as error:
            raise GameProcessEnded from error


def serve_games(requests: IO[str], answers: IO[str]) -> None:
    """Run the child’s side: read the catalogue, then play the requested games until the input ends."""
    # The parent is this program itself, so its pickled data can be trusted.
    catalogue = Catalogue(pickle.loads(base64.b64decode(requests.readline())))
    for line in requests:
        first, second, start, seed = json.loads(line)
        answers.write(f"{crystals_of_game(catalogue, tuple(first), tuple(second), start=start, seed=seed)}\n")
        answers.flush()


if __name__ == "__main__":
    os.nice(PROCESS_NICENESS)
    serve_games(sys.stdin, sys.stdout)
