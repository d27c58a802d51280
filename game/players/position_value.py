"""Position value: a small neural network, fitted to games that the computer played against itself.

`benchmarks.evidence.self_play` makes the games and fits it.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from game.engine.board import Board
from game.players.position_features import FEATURES, CardWorths, features_of

# More than any position is worth, in units of the network's output.
WON = 100.0


@dataclass(frozen=True, slots=True)
class Network:
    """One hidden layer with the activation tanh; the output is the log-odds of winning."""

    weights: Sequence[Sequence[float]]  # by hidden unit, then feature
    biases: Sequence[float]
    output_weights: Sequence[float]
    output_bias: float

    def log_odds(self, features: Sequence[float]) -> float:
        used = [(place, value) for place, value in enumerate(features) if value]
        total = self.output_bias
        for weights, bias, output in zip(self.weights, self.biases, self.output_weights, strict=True):
            total += output * math.tanh(bias + sum([weights[place] * value for place, value in used]))
        return total


def read_network(path: Path) -> Network:
    """Read a fitted network; raises `ValueError` where it was fitted to other features."""
    found = json.loads(path.read_text(encoding="utf-8"))
    if any(len(weights) != FEATURES for weights in found["weights"]):
        raise ValueError(f"{path.name} was fitted to other features: fit it again")
    return Network(found["weights"], found["biases"], found["output_weights"], found["output_bias"])


class FittedValue:
    """The value of a position to the player who has just moved: log-odds of winning, and crystals after the end."""

    def __init__(self, network: Network, worths: Mapping[str, float]) -> None:
        self._network = network
        self._worths = CardWorths(worths)

    def __call__(self, board: Board, who: int) -> float:
        if board.outcome:
            winner, _, crystals = board.outcome
            return WON + crystals if winner == who else -WON - crystals
        return self._network.log_odds(features_of(board, who, self._worths))
