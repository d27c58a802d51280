"""Exact pairing of a whole field: every possible pairing is weighed; pure.

All aims are put into one weight per possible pairing, so large for the more important aim that no sum of lesser ones
can outweigh it. The compiled matcher counts in 128 bits. Up to 160 players and whole or half points below 2,000 all of
it fits; where more is wanted, the lots are told apart less finely, and only after them the distances of scores.
"""

from collections.abc import Sequence
from itertools import combinations

import rustworkx as rx

from matches.core.pairing.field import Free

Pair = tuple[int, ...]
# The matcher doubles weights and adds some of them up.
_BITS = 110
_SQUARES = 3  # the place of the distance of scores among the digits


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
    graph: rx.PyGraph[int, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(max(map(max, weights), default=-1) + 1))
    graph.add_edges_from([(a, b, weight) for (a, b), weight in weights.items()])
    matching = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(a, b), max(a, b)) for a, b in matching)


def _weights(edges: dict[Pair, tuple[int, ...]]) -> dict[Pair, int]:
    """One number per edge that compares like its costs one after the other, summed over any matching; larger is better.

    A matching has half as many edges as there are players, so each digit gets a base no sum of that digit can reach.
    """
    if not edges:
        return {}
    size = max(max(edge) for edge in edges) // 2 + 1
    most = [max(costs) for costs in zip(*edges.values(), strict=True)]
    shifts = _shifts([(cost * size + 1).bit_length() for cost in most])
    digits = [((cost >> shift) * size + 1, shift) for cost, shift in zip(most, shifts, strict=True)]
    flat: dict[Pair, int] = {}
    for edge, costs in edges.items():
        total = 0
        for cost, (base, shift) in zip(costs, digits, strict=True):
            total = total * base + (cost >> shift)
        flat[edge] = total
    worst = max(flat.values())
    return {edge: worst + 1 - total for edge, total in flat.items()}


def _shifts(bits: Sequence[int]) -> list[int]:
    """How many of its last bits each digit goes without, so that all of them together fit: the lots first."""
    excess = max(sum(bits) - _BITS, 0)
    of_lots = min(excess, bits[-1])
    return [excess - of_lots if place == _SQUARES else 0 for place in range(len(bits) - 1)] + [of_lots]
