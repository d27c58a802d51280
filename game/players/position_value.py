"""Position value: a small neural network over features of a position, fitted to games of the computer against itself.

The features describe the end of a turn as the player who has just moved sees it: of the opponent’s hand and draw deck
they only count the cards, and the cards that may be in either. `benchmarks.evidence.self_play` plays the games and fits
the network.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from game.engine.active_cards import active_cards
from game.engine.board import Board
from game.engine.power import has_shield, total_power
from game.engine.table import GameTable, bits

Features = list[float]
DECK_SIZE, HAND_SIZE, CARDS_FOR_EXTRA_DRAGON = 30, 6, 6
POWER_SCALE, WORTH_SCALE = 10.0, 2.0
MAX_POWER = 12
USUAL_BOOSTER = 2


class CardFigures:
    """Figures of the cards of one table: their measured values, and which characters reach a power."""

    def __init__(self, table: GameTable, worths: Mapping[str, float]) -> None:
        self.worth = tuple(worths.get(card.code, 0.0) for card in table.facts)
        characters = bits(table.kinds["character"])
        # By element and power: the mask of the characters with at least this power.
        self.reaching = tuple(
            tuple(sum(1 << card for card in characters if values[card] >= power) for power in range(MAX_POWER + 1))
            for values in table.values
        )


class CardValues:
    """The measured values of cards in crystals per game; the figures of a table are computed once."""

    def __init__(self, worths: Mapping[str, float]) -> None:
        self._worths = worths
        self._table: GameTable | None = None
        self._figures: CardFigures | None = None

    def figures_of(self, table: GameTable) -> CardFigures:
        if self._table is not table or self._figures is None:
            self._table, self._figures = table, CardFigures(table, self._worths)
        return self._figures


def features_of(board: Board, player: int, worths: CardValues) -> Features:
    """Return the features for `player`, who has just moved; their number is always `FEATURES`."""
    other = 1 - player
    dragons = board.dragons if player == 0 else -board.dragons
    figures = worths.figures_of(board.table)
    bluffs = board.facedown & board.table.mine[other]
    unseen = sum([1 << card for card in board.deck[other]]) | board.hand[other] | bluffs
    features = [float(dragons == place) for place in range(-3, 4)]
    features += _cards_left(board, player, figures.worth, unseen)
    features += _hand_features(board, player)
    if not board.element:
        return [*features, 1.0, *[0.0] * FIGHT_FEATURES]
    return [*features, 0.0, *_fight_features(board, player, other), *_answer_features(board, player, figures, unseen)]


def _cards_left(board: Board, player: int, worth: Sequence[float], unseen: int) -> Features:
    other = 1 - player
    hands = [board.hand[side].bit_count() for side in (player, other)]
    decks = [len(board.deck[side]) for side in (player, other)]
    total = [hands[0] + decks[0], hands[1] + decks[1]]
    late = 1.0 - min(total) / (DECK_SIZE + HAND_SIZE)
    return [
        *(count / HAND_SIZE for count in hands),
        *(count / DECK_SIZE for count in decks),
        (total[0] - total[1]) / HAND_SIZE,
        late,
        late * late,
        sum([worth[card] for card in bits(board.hand[player])]) / WORTH_SCALE,
        sum([worth[card] for card in board.deck[player]]) / WORTH_SCALE / 4,
        sum([worth[card] for card in bits(unseen)]) / (unseen.bit_count() or 1),
        sum([worth[card] for card in board.deck[player]]) / (decks[0] or 1),
        *(float(board.ships[side].bit_count()) for side in (player, other)),
        *(board.cargo_of(side).bit_count() / HAND_SIZE for side in (player, other)),
        float(board.hyla >= 0 and board.table.owner[board.hyla] == player),
        float(board.hyla >= 0 and board.table.owner[board.hyla] == other),
        *(float(bool(board.trophies[side])) for side in (player, other)),
    ]


def _hand_features(board: Board, player: int) -> Features:
    """Return features of the hand: what it can do in later fights, or later in this one."""
    table, hand = board.table, board.hand[player]
    kinds = table.kinds
    characters = bits(hand & kinds["character"])
    extras = bits(hand & (kinds["booster"] | kinds["support"]))
    fire, earth = (sorted((table.values[e][card] for card in characters), reverse=True) for e in (1, 2))
    boost = [max((table.values[e][card] for card in extras), default=0) for e in (1, 2)]
    return [
        len(characters) / 3,
        float(len(characters) == 0),
        float(len(characters) == 1),
        len(extras) / 3,
        (hand & kinds["leadership"]).bit_count() / 2,
        (hand & table.icons["FREE"]).bit_count() / 2,
        (hand & (table.icons["PAIR"] | table.icons["GANG"])).bit_count() / 2,
        (hand & table.icons["RETRIEVE"]).bit_count() / 2,
        (hand & table.text).bit_count() / 4,
        *(max(fire[place : place + 1] + earth[place : place + 1], default=0) / POWER_SCALE for place in (0, 1, 2)),
        max(boost) / POWER_SCALE,
        float(bool(hand & (table.shields[1] | table.shields[2]))),
    ]


def _fight_features(board: Board, player: int, other: int) -> Features:
    """Return features of the fight in its element: what the opponent has to reach, and how this player can answer."""
    table, element = board.table, board.element
    values, sight = table.values[element], active_cards(board)
    mine, theirs = total_power(board, player), total_power(board, other)
    staying = [_staying_power(board, side) for side in (player, other)]
    out = [(board.combat[side] | board.support[side]).bit_count() for side in (player, other)]
    hand, kinds = board.hand[player], table.kinds
    characters = sorted((values[card] for card in bits(hand & kinds["character"])), reverse=True)[:3]
    characters += [0] * (3 - len(characters))
    boost = max((values[card] for card in bits(hand & (kinds["booster"] | kinds["support"]))), default=0)
    demanded = mine - staying[1]  # the power that the opponent’s new cards need
    reach = characters[0] + boost + staying[0]
    texts = [sight.texts_in_effect(side) & table.text for side in (player, other)]
    return [
        float(element == 1),
        mine / POWER_SCALE,
        theirs / POWER_SCALE,
        (mine - theirs) / POWER_SCALE,
        demanded / POWER_SCALE,
        *(float(demanded > limit) for limit in (2, 4, 6, 8)),
        float(has_shield(board, player)),
        *(power / POWER_SCALE for power in staying),
        *(min(count, CARDS_FOR_EXTRA_DRAGON) / CARDS_FOR_EXTRA_DRAGON for count in out),
        *(float(count >= CARDS_FOR_EXTRA_DRAGON) for count in out),
        *(value / POWER_SCALE for value in characters),
        boost / POWER_SCALE,
        (reach - mine) / POWER_SCALE,
        float(reach >= mine),
        float(bool(hand & table.shields[element])),
        *(mask.bit_count() / 3 for mask in texts),
        *((board.facedown & table.mine[side]).bit_count() / 2 for side in (player, other)),
        len(board.deck[other]) * demanded / DECK_SIZE / POWER_SCALE,
        board.hand[other].bit_count() / HAND_SIZE,
        board.hand[other].bit_count() * demanded / HAND_SIZE / POWER_SCALE,
        *((board.support[side]).bit_count() / 3 for side in (player, other)),
    ]


def _answer_features(board: Board, player: int, figures: CardFigures, unseen: int) -> Features:
    """Return how likely the opponent can answer: shares of the possible hand cards that have the necessary power."""
    table, element, other = board.table, board.element, 1 - player
    demanded = total_power(board, player) - _staying_power(board, other)
    reaching = figures.reaching[element]
    count, hand = unseen.bit_count() or 1, board.hand[other].bit_count()
    shares = [
        (unseen & reaching[min(max(demanded - less, 0), MAX_POWER)]).bit_count() / count for less in (0, USUAL_BOOSTER)
    ]
    shields = (unseen & table.shields[element]).bit_count() / count
    return [value for share in (*shares, shields) for value in (share, 1 - (1 - share) ** hand)]


def _staying_power(board: Board, player: int) -> int:
    """Return the power of the supports, which still counts after the next character."""
    values = board.table.values[board.element]
    bluffs = board.support[player] & board.facedown
    return 2 * bluffs.bit_count() + sum([values[card] for card in bits(board.support[player] & ~bluffs)])


FIGHT_FEATURES = 32 + 6
FEATURES = 7 + 19 + 14 + 1 + FIGHT_FEATURES


# Above the value of any position, in units of the network’s output.
WON = 100.0


@dataclass(frozen=True, slots=True)
class Network:
    """One hidden layer with the activation tanh; the output is the log-odds of winning."""

    weights: Sequence[Sequence[float]]  # by hidden unit, then feature
    biases: Sequence[float]
    output_weights: Sequence[float]
    output_bias: float

    def log_odds(self, features: Sequence[float]) -> float:
        used = [(index, value) for index, value in enumerate(features) if value]
        total = self.output_bias
        for weights, bias, output in zip(self.weights, self.biases, self.output_weights, strict=True):
            total += output * math.tanh(bias + sum([weights[index] * value for index, value in used]))
        return total


def read_network(path: Path) -> Network:
    """Read a fitted network; raises `ValueError` if it was fitted to other features."""
    data = json.loads(path.read_text(encoding="utf-8"))
    if any(len(weights) != FEATURES for weights in data["weights"]):
        raise ValueError(f"{path.name} was fitted to other features: fit it again")
    return Network(data["weights"], data["biases"], data["output_weights"], data["output_bias"])


class FittedValue:
    """The value of a position to the player who has just moved: log-odds of winning, and crystals after the end."""

    def __init__(self, network: Network, worths: Mapping[str, float]) -> None:
        self._network = network
        self._worths = CardValues(worths)

    def __call__(self, board: Board, player: int) -> float:
        if board.outcome:
            winner, _, crystals = board.outcome
            return WON + crystals if winner == player else -WON - crystals
        return self._network.log_odds(features_of(board, player, self._worths))
