"""Fit the value of positions to games of the computer against itself.

`python -m benchmarks.evidence.self_play play FILE [--games N] [--processes N] [--player club|strong]` plays seeded
games and writes the features of each turn with its result; `fit FILE ...` fits the network that ships with the site to
one or several such files and writes `position_value.json`; `check FILE ...` prints how often positions were won that
the shipped network called 50, 60, 70 … percent, in games it wasn't fitted to.
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
from game.engine.catalogue import Catalogue, read_cards
from game.engine.state import new_game
from game.engine.table import Deck, lay_out
from game.engine.turn import deciding_player, perform_action
from game.evidence.tables import read_evidence
from game.evidence.worth import DRAFTED
from game.players.computer import ComputerPlayer, computer_player
from game.players.greedy import position_value
from game.players.position_features import FEATURES, CardWorths, features_of
from game.players.position_value import FittedValue, read_network

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "bluemoon"
NETWORK = "position_value.json"
SEED = 20261129
BATCH_GAMES = 10
RANDOM_TURNS = 0.3  # the share of random turns, so that all kinds of positions occur
POSITIONS_SEARCHED = 16
HIDDEN_UNITS, PASSES, BATCH_SIZE = 24, 12, 256
HELD_BACK = 0.1
LEARNING_RATE, WEIGHT_DECAY = 2e-3, 1e-5
DIGITS = 4
HALF, NEAR = 0.5, 0.03
Rows = tuple[list[list[float]], list[float]]
Matrix = NDArray[np.float64]


@cache
def _shipped() -> Catalogue:
    return read_cards(FOLDER / "cards.csv")


@cache
def shipped_worths() -> dict[str, float]:
    evidence = read_evidence(FOLDER)
    return {card.code: evidence.value_or_average(card.code) for card in _shipped()}


def rows_of_game(number: int, seed: int, level: str, random_turns: float) -> Rows:
    """Play one game; return the features of each turn's end for the player who moved, and whether that player won."""
    series = PEOPLES_SERIES if number % 3 == 0 else DRAFTED
    game = planned(_shipped(), series, number, seed)
    table = lay_out(_shipped(), (Deck(game.first), Deck(game.second)))
    board = new_game(table, seed=game.seed, start=game.start).copy_board()
    chance, worths = random.Random(game.seed), CardWorths(shipped_worths())
    value = FittedValue(read_network(FOLDER / NETWORK), shipped_worths()) if level == "strong" else position_value
    players = [computer_player(level, value, max_positions=POSITIONS_SEARCHED) for _ in (0, 1)]
    rows: list[tuple[int, list[float]]] = []
    number_of_turn, is_random = board.number, chance.random() < random_turns
    while not board.outcome:
        board = _next_board(board, players, chance, is_random=is_random)
        if board.number != number_of_turn and not board.outcome:
            number_of_turn, is_random = board.number, chance.random() < random_turns
            rows.append((1 - board.turn, features_of(board, 1 - board.turn, worths)))
    winner = board.outcome[0]
    return [features for _, features in rows], [float(who == winner) for who, _ in rows]


def _next_board(board: Board, players: list[ComputerPlayer], chance: random.Random, *, is_random: bool) -> Board:
    if is_random and len(board.legal) > 1:
        action = board.legal[int(chance.random() * len(board.legal))]
    else:
        action = players[deciding_player(board)](board, chance)
    return perform_action(board, action)


def _batch(work: tuple[int, int, str, float]) -> Rows:
    start, seed, level, random_turns = work
    features: list[list[float]] = []
    won: list[float] = []
    for number in range(start, start + BATCH_GAMES):
        more, results = rows_of_game(number, seed, level, random_turns)
        features += more
        won += results
    return features, won


def play_games(asked: argparse.Namespace) -> None:
    work = [(start, asked.seed, asked.player, asked.random) for start in range(0, asked.games, BATCH_GAMES)]
    features: list[NDArray[np.float32]] = []
    won: list[float] = []
    with ProcessPoolExecutor(asked.processes) as pool:
        for place, (rows, results) in enumerate(pool.map(_batch, work), 1):
            features.append(np.array(rows, dtype=np.float32))
            won += results
            if place % 20 == 0:
                sys.stderr.write(f"{place * BATCH_GAMES} of {asked.games} games\n")
    np.savez_compressed(asked.files[0], features=np.concatenate(features), won=np.array(won, dtype=np.float32))


def fit_network(features: Matrix, won: Matrix, seed: int) -> tuple[dict[str, object], float, float]:
    """Fit by Adam; return the network as stored, and of what was held back the log loss and the share it had right."""
    rng = np.random.default_rng(seed)
    held = int(len(won) * HELD_BACK)
    train, test = slice(held, None), slice(None, held)
    weights = [
        rng.normal(0, 1 / np.sqrt(FEATURES), (HIDDEN_UNITS, FEATURES)),
        np.zeros(HIDDEN_UNITS),
        rng.normal(0, 1 / np.sqrt(HIDDEN_UNITS), HIDDEN_UNITS),
        np.zeros(1),
    ]
    means, squares = [np.zeros_like(w) for w in weights], [np.zeros_like(w) for w in weights]
    inputs, results = features[train], won[train]
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
    odds = _log_odds(weights, features[test])
    chances = 1 / (1 + np.exp(-odds))
    loss = -np.mean(np.log(np.where(won[test] > 0, chances, 1 - chances)))
    right = np.mean((odds > 0) == (won[test] > 0))
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
    stored = [np.load(file) for file in asked.files]
    features = np.concatenate([file["features"] for file in stored]).astype(np.float64)
    won = np.concatenate([file["won"] for file in stored]).astype(np.float64)
    # Positions of one game are consecutive, so that no game is both fitted and held out; files are mixed by parts.
    network, loss, right = fit_network(features, won, asked.seed)
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in network.items()]
    asked.network.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    sys.stdout.write(f"{len(won)} positions; held back: log loss {loss:.4f}, right {right:.1%}\n")


def check(asked: argparse.Namespace) -> None:
    """Print how often positions were won, by the chance that the network gave them."""
    stored = [np.load(file) for file in asked.files]
    won = np.concatenate([file["won"] for file in stored]) > 0
    network = read_network(asked.network)
    weights = [np.array(network.weights), np.array(network.biases), np.array(network.output_weights)]
    weights.append(np.array([network.output_bias]))
    chances = 1 / (1 + np.exp(-_log_odds(weights, np.concatenate([file["features"] for file in stored]))))
    is_right = (chances > HALF) == won
    sure = np.maximum(chances, 1 - chances)
    for called in (0.5, 0.6, 0.7, 0.8, 0.9):
        near = np.abs(sure - called) < NEAR
        sys.stdout.write(f"{called:.0%}: {is_right[near].mean():.1%} of {near.sum()} positions\n")
    sys.stdout.write(f"the winner was named in {is_right.mean():.1%} of {len(won)}\n")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("act", choices=["play", "fit", "check"])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--player", default="club")
    parser.add_argument("--random", type=float, default=RANDOM_TURNS, help="share of turns played at random")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--network", type=Path, default=FOLDER / NETWORK)
    asked = parser.parse_args(arguments)
    {"play": play_games, "fit": fit, "check": check}[asked.act](asked)


if __name__ == "__main__":
    main()
