"""Fit: values of cards, alone and together, that best explain the measured crystals.

Every game is one equation: crystals = the values of the first deck’s cards and traits minus those of the second’s, the
start, and chance. A card has the same value everywhere except for a difference in each context (a draft, the decks of a
people) and, where games of two players are fitted together, one for the second of them. Values and differences are
shrunk towards zero as strongly as the games suggest (empirical Bayes: the spreads maximise the likelihood, found by
EM), so that a card with little data is called neither good nor bad. Intervals have 95 % coverage, if the equation is
right.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from benchmarks.evidence.plan import PACE, PAIRS, PEOPLES_SERIES, Planned
from game.engine.catalogue import PEOPLES, CardFacts, Catalogue
from game.evidence import (
    ALL_TRAITS,
    DRAFTED,
    MEASUREMENT_CONTEXTS,
    CardValue,
    TraitCounts,
    estimate_from_variance,
    mean_with_interval,
)

ROUNDS = 7  # of EM; later ones change no figure by more than 0.01
CHUNK = 1000  # games added at a time
START = "start"
FREE = 100.0  # the spread of traits, peoples and the start, in crystals squared: they aren’t shrunk
SLIGHT = 0.05  # the spread of what traits and the start differ by with another player
BY_PLAYER = "by player"
BETWEEN_PLAYERS = (0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064)
Column = tuple[str, str]  # of a card: context ("" for everywhere) and code; otherwise a kind and a name
Rows = list[dict[Column, float]]


@dataclass(slots=True)
class Fitted:
    """The fitted values; `cards` by context and code."""

    cards: dict[tuple[str, str], CardValue] = field(default_factory=dict)
    traits: dict[str, CardValue] = field(default_factory=dict)
    peoples: dict[tuple[str, str], CardValue] = field(default_factory=dict)
    pace: dict[str, CardValue] = field(default_factory=dict)
    start: CardValue | None = None
    chance: float = 0.0


def fit(catalogue: Catalogue, games: Iterable[tuple[Planned, int]]) -> Fitted:
    """Fit everything to the games."""
    pairs: dict[tuple[str, str], list[int]] = {}
    rows: Rows = []
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
        rows.append(row_of(catalogue, game))
        scores.append(score)
        _count(game, held)
    fitted = _fitted(Equations(columns_of(rows)).add(rows, scores), held) if rows else Fitted()
    fitted.peoples = {pair: mean_with_interval(values) for pair, values in pairs.items()}
    fitted.pace = fit_pace(turns)
    return fitted


def fit_pace(games: Sequence[tuple[Planned, int]]) -> dict[str, CardValue]:
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
        people.value: estimate_from_variance(
            float(fitted[at]), chance * float(inverse[at, at]), sum(people in game.pool for game, _ in games)
        )
        for at, people in enumerate(PEOPLES)
    }


def row_of(catalogue: Catalogue, game: Planned, *, other_player: bool = False) -> dict[Column, float]:
    """Return a game’s equation; games of another player have columns for what differs with them."""
    row: dict[Column, float] = {(START, ""): 1.0 if game.start == 0 else -1.0}
    for side, (deck, sign) in enumerate(((game.first, 1.0), (game.second, -1.0))):
        context = game.peoples[side].value if game.peoples else DRAFTED
        if game.peoples:
            _add(row, ("people", context), sign)
        for code in deck:
            _add(row, ("", code), sign)
            _add(row, (context, code), sign)
        for trait, figure in deck_traits(catalogue[code] for code in deck).items():
            _add(row, ("trait", trait), sign * figure)
    if other_player:
        row |= {(BY_PLAYER, name or kind): value for (kind, name), value in row.items() if kind in ("", "trait", START)}
    return row


def _count(game: Planned, held: dict[tuple[str, str], int]) -> None:
    """Count the games of each card in each context."""
    for side, deck in enumerate((game.first, game.second)):
        context = game.peoples[side].value if game.peoples else DRAFTED
        for code in deck:
            held[context, code] = held.get((context, code), 0) + 1


def deck_traits(cards: Iterable[CardFacts]) -> dict[str, float]:
    holding = TraitCounts()
    for card in cards:
        holding.add_card(card)
    return holding.trait_figures()


def _add(row: dict[Column, float], column: Column, value: float) -> None:
    row[column] = row.get(column, 0.0) + value


@dataclass(frozen=True, slots=True)
class Spreads:
    """Variances in crystals squared: of chance, of cards’ values, and of their differences in a context and with
    another player. Those given are where EM begins."""

    chance: float = 11.0
    worth: float = 0.1
    in_context: float = 0.03
    by_player: float = 0.004


def columns_of(rows: Rows) -> list[Column]:
    return sorted({column for row in rows for column in row})


class Equations:
    """The normal equations of some games: sums of products of columns, and of columns with scores."""

    def __init__(self, columns: Sequence[Column]) -> None:
        self.place = {column: at for at, column in enumerate(columns)}
        self.products, self.sums = np.zeros((len(columns), len(columns))), np.zeros(len(columns))
        self.squares, self.games = 0.0, 0
        self._everywhere = np.array([kind == "" for kind, _ in columns])
        self._in_context = np.array([kind in MEASUREMENT_CONTEXTS for kind, _ in columns])
        self._by_player = np.array([kind == BY_PLAYER for kind, _ in columns])
        self._slight = np.array([kind == BY_PLAYER and name in (*ALL_TRAITS, START) for kind, name in columns])

    def add(self, rows: Rows, scores: Sequence[int], times: int = 1) -> "Equations":
        """Add games, or with −1 times take them away."""
        for start in range(0, len(rows), CHUNK):
            table = self.table(rows[start : start + CHUNK])
            self.products += times * (table.T @ table)
            self.sums += times * (table.T @ np.asarray(scores[start : start + CHUNK], dtype=np.float32))
        self.squares += times * float(np.square(np.asarray(scores, dtype=float)).sum())
        self.games += times * len(rows)
        return self

    def plus(self, other: "Equations") -> "Equations":
        both = Equations(list(self.place))
        both.products, both.sums = self.products + other.products, self.sums + other.sums
        both.squares, both.games = self.squares + other.squares, self.games + other.games
        return both

    def table(self, rows: Rows) -> np.ndarray:
        table = np.zeros((len(rows), len(self.place)), dtype=np.float32)
        for at, row in enumerate(rows):
            for column, value in row.items():
                table[at, self.place[column]] = value
        return table

    def solve(self, spreads: Spreads) -> np.ndarray:
        """Return the value of every column."""
        return np.linalg.solve(self._shrunk(spreads), self.sums / spreads.chance)

    def covariance(self, spreads: Spreads) -> np.ndarray:
        return np.linalg.inv(self._shrunk(spreads))

    def spreads(self) -> Spreads:
        """Return the spreads that explain the games best, by EM; that between players is the likeliest of some."""
        found = Spreads()
        for _ in range(ROUNDS):
            covariance = self.covariance(found)
            solution = covariance @ (self.sums / found.chance)
            spread = solution**2 + np.diag(covariance)
            rest = self.squares - 2 * solution @ self.sums + solution @ self.products @ solution
            found = Spreads(
                float(rest + (covariance * self.products).sum()) / self.games,
                float(spread[self._everywhere].mean()),
                float(spread[self._in_context].mean()),
            )
        if not self._by_player.any():
            return found
        # Few games would leave it where EM begins.
        return max((replace(found, by_player=variance) for variance in BETWEEN_PLAYERS), key=self.likelihood)

    def likelihood(self, spreads: Spreads) -> float:
        """Return how well spreads explain the games: a logarithm, to compare."""
        shrunk, sums = self._shrunk(spreads), self.sums / spreads.chance
        known = sums @ np.linalg.solve(shrunk, sums) - self.squares / spreads.chance
        size = float(np.linalg.slogdet(shrunk)[1] + np.log(self._variances(spreads)).sum())
        return (float(known) - size - self.games * math.log(spreads.chance)) / 2

    def _variances(self, spreads: Spreads) -> np.ndarray:
        variances = np.full(len(self.place), FREE)
        variances[self._everywhere], variances[self._in_context] = spreads.worth, spreads.in_context
        variances[self._by_player], variances[self._slight] = spreads.by_player, SLIGHT
        return variances

    def _shrunk(self, spreads: Spreads) -> np.ndarray:
        return self.products / spreads.chance + np.diag(1 / self._variances(spreads))


def _fitted(equations: Equations, held: Mapping[tuple[str, str], int]) -> Fitted:
    spreads = equations.spreads()
    covariance = equations.covariance(spreads)
    solution = covariance @ (equations.sums / spreads.chance)
    return _read(equations.place, solution, covariance, held, spreads.chance)


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
        fitted.cards[context, code] = estimate_from_variance(
            float(solution[alone] + solution[together]), float(variance), games
        )
    for trait in ALL_TRAITS:
        at = place["trait", trait]
        fitted.traits[trait] = estimate_from_variance(
            float(solution[at]), float(covariance[at, at]), sum(held.values()) // 60
        )
    at = place[START, ""]
    fitted.start = estimate_from_variance(float(solution[at]), float(covariance[at, at]), sum(held.values()) // 60)
    return fitted
