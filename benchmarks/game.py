"""The rules engine: games a second and core with random and greedy players, and the slowest powers.

`python -m benchmarks.game [GAMES]`: every ordered pair of the nine published decks in turn, seeded.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from pathlib import Path

from cards.core.catalogue_csv import read_catalogue_file
from cards.core.facts import PEOPLES
from game.engine.board import Board
from game.engine.effects import base
from game.engine.state import new_game
from game.engine.table import Deck, GameTable, game_table_of_decks, published_codes
from game.players import PLAYERS, play_to_end

CATALOGUE = Path(__file__).resolve().parent.parent / "fixtures" / "bluemoon" / "cards.csv"
GAMES = 810
# A greedy game takes about twenty times as long.
GREEDY_GAME_COST = 20


def say(line: str) -> None:
    """Print a line."""
    sys.stdout.write(line + "\n")


def tables() -> list[GameTable]:
    """Return one table for every ordered pair of published decks."""
    catalogue = read_catalogue_file(CATALOGUE)
    decks = [Deck(published_codes(catalogue, people)) for people in PEOPLES]
    return [game_table_of_decks(catalogue, (first, second)) for first in decks for second in decks]


def play(laid: list[GameTable], games: int, names: tuple[str, str]) -> tuple[float, int, int]:
    """Return seconds of one core, actions, and games won by the first named player, who sits on either side in turn."""
    actions = won = 0
    began = time.process_time()
    for number in range(games):
        board = new_game(laid[number * 7 % len(laid)], seed=number).copy_board()
        pair = (PLAYERS[names[0]](), PLAYERS[names[1]]())
        seat = number % 2
        actions += len(play_to_end(board, pair if seat == 0 else (pair[1], pair[0]), random.Random(number)))
        won += bool(board.outcome and board.outcome[0] == seat)
    return time.process_time() - began, actions, won


def slowest(laid: list[GameTable], games: int) -> tuple[float, Counter[str]]:
    """Return seconds of random games, and of each card’s one-time text."""
    spent: Counter[str] = Counter()

    def timed(handler: base.EffectHandler) -> base.EffectHandler:
        def run(board: Board, who: int, card: int, effect: object, asked: bool) -> None:
            began = time.process_time_ns()
            handler(board, who, card, effect, asked)
            spent[board.table.code(card)] += time.process_time_ns() - began

        return run

    plain = dict(base.EFFECT_HANDLERS)
    base.EFFECT_HANDLERS.update({verb: timed(handler) for verb, handler in plain.items()})
    seconds, *_ = play(laid, games, ("random", "random"))
    base.EFFECT_HANDLERS.update(plain)
    return seconds, spent


def main(games: int) -> None:
    """Print the table."""
    laid = tables()
    say(f"{'players':24}{'games':>8}{'a second':>10}{'actions':>9}{'first wins':>12}")
    for names, count in (
        (("random", "random"), games),
        (("greedy", "random"), games // GREEDY_GAME_COST),
        (("greedy", "greedy"), games // GREEDY_GAME_COST),
    ):
        seconds, actions, won = play(laid, count, names)
        say(
            f"{' against '.join(names):24}{count:>8}{count / seconds:>10.1f}{actions / count:>9.0f}{won / count:>12.1%}"
        )
    seconds, spent = slowest(laid, games)
    share = sum(spent.values()) / 1e9 / seconds
    say(f"share of a random game spent in the texts that are done once: {share:.1%}")
    for code, each in spent.most_common(5):
        say(f"  {code}: {each / 1e9 / seconds:.2%}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
