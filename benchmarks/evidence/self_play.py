"""Fit the value of positions to games of the computer against itself.

`python -m benchmarks.evidence.self_play play FILE [--games N] [--processes N] [--player club|strong]` plays seeded
games and writes the features of each turn with its result, with `--openings` only of turns after the last random one;
`fit FILE ...` fits the network that ships with the site to one or several such files and writes `position_value.json`;
with `--again` it goes on from the shipped weights and takes what they say of the next turns as a part of each result.
`check FILE ...` prints how often positions were won that the shipped network called 50, 60, 70 … percent, in games it
wasn't fitted to.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.evidence.plan import PEOPLES_SERIES, planned
from game.engine.board import Board
from game.engine.catalogue import Catalogue, read_catalogue_file
from game.engine.state import new_game
from game.engine.table import Deck, game_table_of_decks
from game.engine.turn import deciding_player, perform_action
from game.evidence import DRAFTED, read_evidence
from game.players.computer import ComputerPlayer, computer_player
from game.players.position_value import FEATURES, CardValues, FittedValue, Network, features_of, read_network

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "bluemoon"
NETWORK = "position_value.json"
SEED = 20261129
BATCH_GAMES = 10
RANDOM_TURNS = 0.3  # the share of random turns, so that all kinds of positions occur
POSITIONS_SEARCHED = 16
# With `--openings`, turns before one of the first so many are random, by one of these shares in each game.
OPENING_TURNS, OPENING_SHARES = 26, (0.15, 0.4, 0.8)
RESULT_SHARE = 0.7  # with `--again`: how much of a result remains at each turn before it
HIDDEN_UNITS, PASSES, BATCH_SIZE = 24, 12, 256
HELD_BACK = 0.1
LEARNING_RATE, WEIGHT_DECAY = 2e-3, 1e-5
DIGITS = 4
HALF, NEAR = 0.5, 0.03
Row = tuple[list[float], float, int, int]  # features, whether their player won, the player and the game
Matrix = NDArray[np.float64]


@cache
def _shipped() -> Catalogue:
    return read_catalogue_file(FOLDER / "cards.csv")


@cache
def shipped_worths() -> dict[str, float]:
    evidence = read_evidence(FOLDER)
    return {card.code: evidence.value_or_average(card.code) for card in _shipped()}


@cache
def _shipped_network() -> Network:
    return read_network(FOLDER / NETWORK)


def shipped_player(level: str, max_positions: int = 0) -> ComputerPlayer:
    """A player of a level for one game in which both lists are public, by the shipped weights and worths."""
    return computer_player(level, FittedValue(_shipped_network(), shipped_worths()), max_positions=max_positions)


def rows_of_game(number: int, seed: int, level: str, random_turns: float, *, openings: bool = False) -> list[Row]:
    """Play one game; return the features of each turn's end for the player who moved, and whether that player won.

    With `openings`, the level plays as it is once the random turns are over, and only what follows them is returned.
    """
    series = PEOPLES_SERIES if number % 3 == 0 else DRAFTED
    game = planned(_shipped(), series, number, seed)
    table = game_table_of_decks(_shipped(), (Deck(game.first), Deck(game.second)))
    board = new_game(table, seed=game.seed, start=game.start).copy_board()
    chance, worths = random.Random(game.seed), CardValues(shipped_worths())
    players = [shipped_player(level, 0 if openings else POSITIONS_SEARCHED) for _ in (0, 1)]
    first, share = 0, random_turns
    if openings:
        first, share = chance.randrange(OPENING_TURNS), chance.choice(OPENING_SHARES)

    def is_turn_random() -> bool:
        return (board.number < first or not openings) and chance.random() < share

    rows: list[tuple[list[float], int]] = []
    number_of_turn, is_random = board.number, is_turn_random()
    while not board.outcome:
        board = _next_board(board, players, chance, is_random=is_random)
        if board.number != number_of_turn and not board.outcome:
            number_of_turn, is_random = board.number, is_turn_random()
            if board.number >= first:
                rows.append((features_of(board, 1 - board.turn, worths), 1 - board.turn))
    winner = board.outcome[0]
    return [(features, float(who == winner), who, number) for features, who in rows]


def _next_board(board: Board, players: list[ComputerPlayer], chance: random.Random, *, is_random: bool) -> Board:
    if is_random and len(board.legal) > 1:
        action = board.legal[int(chance.random() * len(board.legal))]
    else:
        action = players[deciding_player(board)](board, chance)
    return perform_action(board, action)


def _batch(work: tuple[int, int, str, float, bool]) -> list[Row]:
    start, seed, level, random_turns, openings = work
    numbers = range(start, start + BATCH_GAMES)
    return [row for number in numbers for row in rows_of_game(number, seed, level, random_turns, openings=openings)]


def play_games(asked: argparse.Namespace) -> None:
    starts = range(0, asked.games, BATCH_GAMES)
    work = [(start, asked.seed, asked.player, asked.random, asked.openings) for start in starts]
    rows: list[Row] = []
    with ProcessPoolExecutor(asked.processes) as pool:
        for place, more in enumerate(pool.map(_batch, work), 1):
            rows += more
            if place % 20 == 0:
                sys.stderr.write(f"{place * BATCH_GAMES} of {asked.games} games\n")
    features, won, who, game = zip(*rows, strict=True)
    np.savez_compressed(
        asked.files[0],
        features=np.array(features, dtype=np.float32),
        won=np.array(won, dtype=np.float32),
        who=np.array(who),
        game=np.array(game),
    )


def weighted_results(won: Matrix, chances: Matrix, who: Matrix, game: Matrix) -> Matrix:
    """Return results in which the chances after the next turns of the same game have a part, the nearer the larger.

    They vary less than who won in the end.
    """
    first = np.where(who == 0, won, 1 - won)
    chances = np.where(who == 0, chances, 1 - chances)
    for at in range(len(won) - 2, -1, -1):
        if game[at] == game[at + 1]:
            first[at] = (1 - RESULT_SHARE) * chances[at + 1] + RESULT_SHARE * first[at + 1]
    results: Matrix = np.where(who == 0, first, 1 - first)
    return results


def fit_network(
    features: Matrix, won: Matrix, seed: int, start: list[Matrix] | None = None, wanted: Matrix | None = None
) -> tuple[dict[str, object], float, float]:
    """Fit by Adam; return the network as stored, and of what was held back the log loss and the share it had right.

    `start` are weights to go on from, `wanted` the results to fit to instead of who `won`.
    """
    rng = np.random.default_rng(seed)
    held = int(len(won) * HELD_BACK)
    train, test = slice(held, None), slice(None, held)
    weights = start or [
        rng.normal(0, 1 / np.sqrt(FEATURES), (HIDDEN_UNITS, FEATURES)),
        np.zeros(HIDDEN_UNITS),
        rng.normal(0, 1 / np.sqrt(HIDDEN_UNITS), HIDDEN_UNITS),
        np.zeros(1),
    ]
    means, squares = [np.zeros_like(w) for w in weights], [np.zeros_like(w) for w in weights]
    inputs, results = features[train], (won if wanted is None else wanted)[train]
    step = 0
    batches = len(results) // BATCH_SIZE
    for _ in range(PASSES):
        order = rng.permutation(len(results))
        for batch in range(batches):
            chosen = order[batch * BATCH_SIZE : (batch + 1) * BATCH_SIZE]
            step += 1
            rate = LEARNING_RATE * (1 - step / (PASSES * batches + 1))
            for place, gradient in enumerate(_gradients(weights, inputs[chosen], results[chosen])):
                means[place] = 0.9 * means[place] + 0.1 * gradient
                squares[place] = 0.999 * squares[place] + 0.001 * gradient**2
                mean, square = means[place] / (1 - 0.9**step), squares[place] / (1 - 0.999**step)
                weights[place] -= rate * (mean / (np.sqrt(square) + 1e-8) + WEIGHT_DECAY * weights[place])
    chances = _chances(weights, features[test])
    loss = -np.mean(np.log(np.where(won[test] > 0, chances, 1 - chances)))
    right = np.mean((chances > HALF) == (won[test] > 0))
    network: dict[str, object] = {
        "weights": np.round(weights[0], DIGITS).tolist(),
        "biases": np.round(weights[1], DIGITS).tolist(),
        "output_weights": np.round(weights[2], DIGITS).tolist(),
        "output_bias": round(float(weights[3][0]), DIGITS),
    }
    return network, float(loss), float(right)


def _log_odds(weights: list[Matrix], features: Matrix) -> Matrix:
    hidden: Matrix = np.tanh(features @ weights[0].T + weights[1])
    odds: Matrix = hidden @ weights[2] + weights[3]
    return odds


def _gradients(weights: list[Matrix], features: Matrix, won: Matrix) -> list[Matrix]:
    hidden = np.tanh(features @ weights[0].T + weights[1])
    error = (1 / (1 + np.exp(-(hidden @ weights[2] + weights[3]))) - won) / len(won)
    back = error[:, None] * weights[2] * (1 - hidden**2)
    return [back.T @ features, back.sum(axis=0), hidden.T @ error, error.sum(keepdims=True)]


def fit(asked: argparse.Namespace) -> None:
    features, won, who, game = _stored(asked.files)
    start: list[Matrix] | None = None
    wanted: Matrix | None = None
    if asked.again:
        start = _stored_weights(asked.network)
        wanted = weighted_results(won, _chances(start, features), who, game)
    # Positions of one game are consecutive, so that no game is both fitted and held out; files are mixed by parts.
    network, loss, right = fit_network(features, won, asked.seed, start, wanted)
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in network.items()]
    asked.network.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    sys.stdout.write(f"{len(won)} positions; held back: log loss {loss:.4f}, right {right:.1%}\n")


def _stored(files: Sequence[Path]) -> list[Matrix]:
    stored = [np.load(file) for file in files]
    return [
        np.concatenate([file[name] for file in stored]).astype(np.float64)
        for name in ("features", "won", "who", "game")
    ]


def _stored_weights(path: Path) -> list[Matrix]:
    network = read_network(path)
    weights = [np.array(network.weights), np.array(network.biases), np.array(network.output_weights)]
    return [*weights, np.array([network.output_bias])]


def _chances(weights: list[Matrix], features: Matrix) -> Matrix:
    chances: Matrix = 1 / (1 + np.exp(-_log_odds(weights, features)))
    return chances


def check(asked: argparse.Namespace) -> None:
    """Print how often positions were won, by the chance that the network gave them."""
    features, results, _, _ = _stored(asked.files)
    won, chances = results > 0, _chances(_stored_weights(asked.network), features)
    is_right = (chances > HALF) == won
    sure = np.maximum(chances, 1 - chances)
    for called in (0.5, 0.6, 0.7, 0.8, 0.9):
        near = np.abs(sure - called) < NEAR
        sys.stdout.write(f"{called:.0%}: {is_right[near].mean():.1%} of {near.sum()} positions\n")
    loss = -np.mean(np.log(np.where(won, chances, 1 - chances)))
    sys.stdout.write(f"the winner was named in {is_right.mean():.1%} of {len(won)}; log loss {loss:.4f}\n")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("act", choices=["play", "fit", "check"])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--player", default="club")
    parser.add_argument("--random", type=float, default=RANDOM_TURNS, help="share of turns played at random")
    parser.add_argument("--openings", action="store_true", help="random turns at the beginning only")
    parser.add_argument("--again", action="store_true", help="go on from the shipped weights")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--network", type=Path, default=FOLDER / NETWORK)
    asked = parser.parse_args(arguments)
    {"play": play_games, "fit": fit, "check": check}[asked.act](asked)


if __name__ == "__main__":
    main()
