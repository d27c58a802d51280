"""Exact pairing of a whole field: every possible pairing is weighed; pure.

All aims are put into one weight per possible pairing, so large for the more important aim that no sum of lesser ones
can outweigh it. The compiled matcher counts in 128 bits; for weights beyond that there is one without a limit.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

import rustworkx as rx

from matches.core.pairing.field import Free

Pair = tuple[int, ...]
# The matcher doubles weights and adds some of them up.
_BITS = 110


def match_all(free: Free) -> list[Pair]:
    """The best pairing of the field as tuples of indices; a tuple of one is the bye."""
    size, ranks = len(free.ids), free.ranks()
    edges: dict[Pair, tuple[int, ...]] = {}
    for a, b in combinations(range(size), 2):
        times = free.met[a].get(b, 0)
        squared = (free.points[a] - free.points[b]) ** 2
        edges[a, b] = (int(times > 0), 0, 0, squared, times, free.lots[a] ^ free.lots[b])
    if size % 2:
        for a in range(size):
            edges[a, size] = (0, free.byes[a], ranks[a], 0, 0, free.lots[a])
    weights = _weights(edges)
    return [tuple(i for i in pair if i < size) for pair in best_matching(weights)]


def best_matching(weights: dict[Pair, int]) -> list[Pair]:
    """As many pairs as possible, of those the ones with the greatest sum of weights; each pair in rising order."""
    if max(weights.values(), default=0).bit_length() > _BITS:
        return _sorted(_without_limit(weights))
    graph: rx.PyGraph[int, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(max(map(max, weights), default=-1) + 1))
    graph.add_edges_from([(a, b, weight) for (a, b), weight in weights.items()])
    return _sorted(rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int))


def _sorted(pairs: Iterable[Sequence[int]]) -> list[Pair]:
    return sorted(tuple(sorted(pair)) for pair in pairs)


def _without_limit(weights: dict[Pair, int]) -> Iterable[Sequence[int]]:
    import networkx as nx

    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from((a, b, weight) for (a, b), weight in weights.items())
    matching: Iterable[Sequence[int]] = nx.max_weight_matching(graph, maxcardinality=True)
    return matching


def _weights(edges: dict[Pair, tuple[int, ...]]) -> dict[Pair, int]:
    """One number per edge that compares like its costs one after the other, summed over any matching; larger is better.

    A matching has half as many edges as there are players, so each digit gets a base no sum of that digit can reach.
    """
    if not edges:
        return {}
    size = max(max(edge) for edge in edges) // 2 + 1
    bases = [max(costs) * size + 1 for costs in zip(*edges.values(), strict=True)]
    flat: dict[Pair, int] = {}
    for edge, costs in edges.items():
        total = 0
        for cost, base in zip(costs, bases, strict=True):
            total = total * base + cost
        flat[edge] = total
    worst = max(flat.values())
    return {edge: worst + 1 - total for edge, total in flat.items()}
