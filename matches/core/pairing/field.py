"""Field of a pairing: its players, their earlier meetings, lots, and the best pairing; pure.

Each possible pairing has one weight that combines all aims. A more important aim has so large a share of the weight
that all lesser aims together cannot outweigh it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b
from itertools import combinations
from math import lcm

from matches.core.pairing.matching import VertexPair, maximum_weight_matching

PlayerId = int | str
Meetings = Counter[frozenset[PlayerId]]
_LOT_BYTES = 3
# Players to keep apart count as having met this often, so that pairing them is worse than any rematch.
APART = 1_000_000
_MAX_POINT_PARTS = 27_720  # divisible by 1 to 12, so all fractions down to a twelfth become whole


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player’s record before the round; `opponents` has one entry per match, `starts` counts matches started."""

    id: PlayerId
    points: float = 0
    opponents: tuple[PlayerId, ...] = ()
    byes: int = 0
    dropped: bool = False
    starts: int = 0


@dataclass(frozen=True, slots=True)
class Entrants:
    """The players still to be paired, as columns by their index; `met[i][j]` counts the meetings of `i` and `j`."""

    ids: tuple[PlayerId, ...]
    points: tuple[int, ...]
    byes: tuple[int, ...]
    lots: tuple[int, ...]
    met: tuple[dict[int, int], ...]

    @classmethod
    def from_entrants(cls, entrants: Sequence[Entrant], *, met: Meetings, seed: int) -> Entrants:
        """Return the columns of these entrants, without their meetings with other players."""
        index = {entrant.id: i for i, entrant in enumerate(entrants)}
        rows: tuple[dict[int, int], ...] = tuple({} for _ in entrants)
        for pair, times in met.items():
            if times and index.keys() >= pair:
                a, b = (index[player] for player in pair)
                rows[a][b] = rows[b][a] = times
        return cls(
            ids=tuple(index),
            points=tuple(_points_as_whole_numbers(entrants)),
            byes=tuple(entrant.byes for entrant in entrants),
            lots=tuple(random_rank_of(entrant.id, seed) for entrant in entrants),
            met=rows,
        )

    def score_ranks(self) -> list[int]:
        """Return each player’s place among the scores, 0 for the lowest."""
        position = {score: rank for rank, score in enumerate(sorted(set(self.points)))}
        return [position[score] for score in self.points]


def random_rank_of(player: PlayerId, seed: int) -> int:
    """Return a player’s lot. It depends only on player and seed, so fixing one pair doesn’t change other lots."""
    return int.from_bytes(blake2b(f"{seed}/{player!r}".encode(), digest_size=_LOT_BYTES).digest(), "big")


def _points_as_whole_numbers(entrants: Sequence[Entrant]) -> list[int]:
    """Scale points to whole numbers, exact for fractions such as halves and thirds; others are rounded."""
    exact = {points: Fraction(points).limit_denominator(1000) for points in {entrant.points for entrant in entrants}}
    scale = min(lcm(*(points.denominator for points in exact.values())), _MAX_POINT_PARTS)
    return [round(exact[entrant.points] * scale) for entrant in entrants]


def best_pairing(free: Entrants) -> list[VertexPair]:
    """Return the best pairing of the field as tuples of indices; a tuple of one is the bye."""
    size, ranks = len(free.ids), free.score_ranks()
    edges: dict[VertexPair, tuple[int, ...]] = {}
    for a, b in combinations(range(size), 2):
        apart, times = divmod(free.met[a].get(b, 0), APART)
        squared = (free.points[a] - free.points[b]) ** 2
        edges[a, b] = (apart, int(times > 0), 0, 0, squared, times, free.lots[a] ^ free.lots[b])
    if size % 2:
        for a in range(size):
            edges[a, size] = (0, 0, free.byes[a], ranks[a], 0, 0, free.lots[a])
    weights = _edge_weights(edges)
    return [tuple(i for i in pair if i < size) for pair in maximum_weight_matching(weights)]


def _edge_weights(edges: dict[VertexPair, tuple[int, ...]]) -> dict[VertexPair, int]:
    """Return one weight per edge, larger if better. Sums of weights compare like sums of costs, first cost first.

    Each cost is a digit in a base larger than its sum over any matching, which has half as many edges as players.
    """
    if not edges:
        return {}
    size = max(max(edge) for edge in edges) // 2 + 1
    bases = [max(costs) * size + 1 for costs in zip(*edges.values(), strict=True)]
    flat: dict[VertexPair, int] = {}
    for edge, costs in edges.items():
        total = 0
        for cost, base in zip(costs, bases, strict=True):
            total = total * base + cost
        flat[edge] = total
    worst = max(flat.values())
    return {edge: worst + 1 - total for edge, total in flat.items()}
