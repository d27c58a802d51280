"""Exact pairing of a whole field: every possible pairing is weighed; pure.

All aims are put into one weight per possible pairing, so large for the more important aim that no sum of lesser ones
can outweigh it.
"""

from itertools import combinations

from matches.core.pairing.field import Free
from matches.core.pairing.matching import VertexPair, maximum_weight_matching


def best_pairing(free: Free) -> list[VertexPair]:
    """Return the best pairing of the field as tuples of indices; a tuple of one is the bye."""
    size, ranks = len(free.ids), free.score_ranks()
    edges: dict[VertexPair, tuple[int, ...]] = {}
    for a, b in combinations(range(size), 2):
        times = free.met[a].get(b, 0)
        squared = (free.points[a] - free.points[b]) ** 2
        edges[a, b] = (int(times > 0), 0, 0, squared, times, free.lots[a] ^ free.lots[b])
    if size % 2:
        for a in range(size):
            edges[a, size] = (0, free.byes[a], ranks[a], 0, 0, free.lots[a])
    weights = _edge_weights(edges)
    return [tuple(i for i in pair if i < size) for pair in maximum_weight_matching(weights)]


def _edge_weights(edges: dict[VertexPair, tuple[int, ...]]) -> dict[VertexPair, int]:
    """One number per edge that compares like its costs one after the other, summed over any matching; larger is better.

    A matching has half as many edges as there are players, so each digit gets a base no sum of that digit can reach.
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
