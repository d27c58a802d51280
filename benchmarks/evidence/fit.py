"""Fit: values of cards, alone and together, that best explain the measured crystals.

Every game is one equation: crystals = the values of the first deck’s cards and traits minus those of the second’s, the
start, and chance. A card has the same value everywhere except for a difference in each context (a draft, the decks of a
people). Values and differences are shrunk towards zero as strongly as the games suggest (empirical Bayes: the spreads
maximise the likelihood, found by EM), so that a card with little data is called neither good nor bad. Intervals have 95
% coverage, if the equation is right.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from benchmarks.evidence.plan import PACE, PAIRS, PEOPLES_SERIES, Planned
from game.engine.catalogue import PEOPLES, CardFacts, Catalogue
from game.evidence.traits import ALL_TRAITS, Holding
from game.evidence.worth import DRAFTED, MEASUREMENT_CONTEXTS, Worth, mean_with_interval, value_of_variance

ROUNDS = 8  # of EM; later ones change no figure by more than 0.01
CHUNK = 1000  # games added at a time
START = "start"
# Initial values of EM, in crystals squared: chance, a card’s value, its difference in a context. Traits, the peoples
# and the start are not shrunk.
CHANCE, WORTH, DIFFERENCE, FREE = 11.0, 0.1, 0.03, 100.0
Column = tuple[str, str]  # of a card: context ("" for everywhere) and code; otherwise a kind and a name


@dataclass(slots=True)
class Fitted:
    """The fitted values; `cards` by context and code."""

    cards: dict[tuple[str, str], Worth] = field(default_factory=dict)
    traits: dict[str, Worth] = field(default_factory=dict)
    peoples: dict[tuple[str, str], Worth] = field(default_factory=dict)
    pace: dict[str, Worth] = field(default_factory=dict)
    start: Worth | None = None
    chance: float = 0.0


def fit(catalogue: Catalogue, games: Iterable[tuple[Planned, int]]) -> Fitted:
    """Fit everything to the games."""
    pairs: dict[tuple[str, str], list[int]] = {}
    rows: list[dict[Column, float]] = []
    scores: list[int] = []
    held: dict[tuple[str, str], int] = {}
    turns: list[tuple[Planned, int]] = []
    for game, score in games:
        if game.series == PACE:
            turns.append((game, score))
            continue
        if game.series == PEOPLES_SERIES:
            first, second = (people.value for people in PAIRS[game.number % len(PAIRS)])
            pairs.setdefault((first, second), []).append(score)
            pairs.setdefault((second, first), []).append(-score)
            continue
        rows.append(_row(catalogue, game, held))
        scores.append(score)
    fitted = _solve(rows, np.asarray(scores, dtype=float), held) if rows else Fitted()
    fitted.peoples = {pair: mean_with_interval(values) for pair, values in pairs.items()}
    fitted.pace = fit_pace(turns)
    return fitted


def fit_pace(games: Sequence[tuple[Planned, int]]) -> dict[str, Worth]:
    """Fit how many turns a game of each people’s cards lasts: figures whose mean over a pool best explains its games.

    Nothing if the games are too few to tell all peoples apart.
    """
    table = np.array([[(people in game.pool) / len(game.pool) for people in PEOPLES] for game, _ in games])
    if len(games) <= len(PEOPLES) or np.linalg.matrix_rank(table) < len(PEOPLES):
        return {}
    turns = np.array([count for _, count in games], dtype=float)
    inverse = np.linalg.inv(table.T @ table)
    fitted = inverse @ table.T @ turns
    chance = float(((turns - table @ fitted) ** 2).sum()) / (len(games) - len(PEOPLES))
    return {
        people.value: value_of_variance(
            float(fitted[at]), chance * float(inverse[at, at]), sum(people in game.pool for game, _ in games)
        )
        for at, people in enumerate(PEOPLES)
    }


def _row(catalogue: Catalogue, game: Planned, held: dict[tuple[str, str], int]) -> dict[Column, float]:
    """Return a game’s equation; `held` counts the games of each card in each context."""
    row: dict[Column, float] = {(START, ""): 1.0 if game.start == 0 else -1.0}
    for side, (deck, sign) in enumerate(((game.first, 1.0), (game.second, -1.0))):
        context = game.peoples[side].value if game.peoples else DRAFTED
        if game.peoples:
            _add(row, ("people", context), sign)
        for code in deck:
            _add(row, ("", code), sign)
            _add(row, (context, code), sign)
            held[context, code] = held.get((context, code), 0) + 1
        for trait, figure in deck_traits(catalogue[code] for code in deck).items():
            _add(row, ("trait", trait), sign * figure)
    return row


def deck_traits(cards: Iterable[CardFacts]) -> dict[str, float]:
    holding = Holding()
    for card in cards:
        holding.add_card(card)
    return holding.trait_values()


def _add(row: dict[Column, float], column: Column, value: float) -> None:
    row[column] = row.get(column, 0.0) + value


def _solve(rows: list[dict[Column, float]], scores: np.ndarray, held: Mapping[tuple[str, str], int]) -> Fitted:
    columns = sorted({column for row in rows for column in row})
    place = {column: at for at, column in enumerate(columns)}
    products, sums = _products(rows, scores, place)
    everywhere = np.array([column[0] == "" for column in columns])
    within = np.array([column[0] in MEASUREMENT_CONTEXTS for column in columns])
    chance, worth, difference = CHANCE, WORTH, DIFFERENCE
    for _ in range(ROUNDS):
        prior = np.where(everywhere, 1 / worth, np.where(within, 1 / difference, 1 / FREE))
        covariance = np.linalg.inv(products / chance + np.diag(prior))
        solution = covariance @ (sums / chance)
        spread = solution**2 + np.diag(covariance)
        worth, difference = float(spread[everywhere].mean()), float(spread[within].mean())
        rest = scores @ scores - 2 * solution @ sums + solution @ products @ solution + (covariance * products).sum()
        chance = float(rest) / len(scores)
    return _read(place, solution, covariance, held, chance)


def _products(
    rows: list[dict[Column, float]], scores: np.ndarray, place: Mapping[Column, int]
) -> tuple[np.ndarray, np.ndarray]:
    """Return the normal equations: sums of products of columns, and of columns with scores."""
    products, sums = np.zeros((len(place), len(place))), np.zeros(len(place))
    for start in range(0, len(rows), CHUNK):
        part = rows[start : start + CHUNK]
        table = np.zeros((len(part), len(place)), dtype=np.float32)
        for at, row in enumerate(part):
            for column, value in row.items():
                table[at, place[column]] = value
        products += table.T @ table
        sums += table.T @ scores[start : start + CHUNK].astype(np.float32)
    return products, sums


def _read(
    place: Mapping[Column, int],
    solution: np.ndarray,
    covariance: np.ndarray,
    held: Mapping[tuple[str, str], int],
    chance: float,
) -> Fitted:
    fitted = Fitted(chance=math.sqrt(chance))
    for (context, code), games in sorted(held.items()):
        alone, together = place["", code], place[context, code]
        variance = covariance[alone, alone] + covariance[together, together] + 2 * covariance[alone, together]
        fitted.cards[context, code] = value_of_variance(
            float(solution[alone] + solution[together]), float(variance), games
        )
    for trait in ALL_TRAITS:
        at = place["trait", trait]
        fitted.traits[trait] = value_of_variance(
            float(solution[at]), float(covariance[at, at]), sum(held.values()) // 60
        )
    at = place[START, ""]
    fitted.start = value_of_variance(float(solution[at]), float(covariance[at, at]), sum(held.values()) // 60)
    return fitted
