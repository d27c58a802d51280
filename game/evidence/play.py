"""Play of measuring games: two greedy players, from a seed."""

import random
from dataclasses import dataclass

from game.engine.catalogue import Catalogue
from game.engine.state import new_game
from game.engine.table import Deck, lay_out
from game.players.greedy import Greedy
from game.players.play_out import play_out

# Positions the player looks at for a turn: in 300 games with seats swapped 12 and 20 were not weaker than 60.
POSITIONS = 16


@dataclass(frozen=True, slots=True)
class Ended:
    """End of a game: the first deck's crystals, or the second's below zero, and the turns both took together."""

    crystals: int
    turns: int


def played(catalogue: Catalogue, first: tuple[str, ...], second: tuple[str, ...], *, start: int, seed: int) -> int:
    """The crystals of one game (`play`)."""
    return play(catalogue, first, second, start=start, seed=seed).crystals


def play(catalogue: Catalogue, first: tuple[str, ...], second: tuple[str, ...], *, start: int, seed: int) -> Ended:
    """One game of two decks between greedy players.

    Games of the same seed deal alike whatever stands at a place of a deck, so that decks which differ by one card
    are compared with the same luck.
    """
    table = lay_out(catalogue, (Deck(first), Deck(second)))
    board = new_game(table, seed=seed, start=start).copy_board()
    play_out(board, (Greedy(POSITIONS), Greedy(POSITIONS)), random.Random(seed))
    assert board.outcome is not None
    winner, _, scored = board.outcome
    return Ended(scored if winner == 0 else -scored, board.number)
