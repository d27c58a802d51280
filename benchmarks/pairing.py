"""Pairing of a round: time, rematches and the sum of squared point differences, beside networkx on the full graph.

`python -m benchmarks.pairing [--limit SECONDS]`. The same fields go to both; networkx is asked only for those it
pairs within the limit, as far as its time for the field before says.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from itertools import combinations

import networkx as nx

from matches.pairing import Entrant, pair_round

FIELDS = ((64, 4), (512, 4), (2000, 4), (2000, 8), (16, 10))


def played(players: int, rounds: int, *, seed: int = 1) -> list[Entrant]:
    """A field after so many rounds: each paired by us, the winner drawn by lot, three points a win."""
    lots = random.Random(seed)
    points = [0] * players
    opponents: list[list[int]] = [[] for _ in range(players)]
    for number in range(rounds):
        found = pair_round(_entrants(points, opponents), seed=number)
        for a, b in found.pairings:
            one, other = int(a), int(b)
            opponents[one].append(other)
            opponents[other].append(one)
            points[lots.choice((one, other))] += 3
    return _entrants(points, opponents)


def _entrants(points: list[int], opponents: list[list[int]]) -> list[Entrant]:
    return [Entrant(i, points[i], tuple(opponents[i])) for i in range(len(points))]


def by_networkx(field: list[Entrant]) -> tuple[int, int]:
    """Rematches and sum of squares of the best matching of the full graph without rematches."""
    graph: nx.Graph[int] = nx.Graph()
    for a, b in combinations(range(len(field)), 2):
        if b not in field[a].opponents:
            graph.add_edge(a, b, weight=10_000 - (field[a].points - field[b].points) ** 2)
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    missing = len(field) // 2 - len(pairs)
    return missing, int(sum((field[a].points - field[b].points) ** 2 for a, b in pairs))


def main() -> None:
    """Print one line a field."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=float, default=60.0)
    limit = parser.parse_args().limit
    out = sys.stdout
    out.write("players round   ours s  rematches  squares | networkx s  rematches  squares\n")
    per_cube = 0.0
    for players, rounds in FIELDS:
        field = played(players, rounds)
        began = time.perf_counter()
        found = pair_round(field, seed=99)
        ours = time.perf_counter() - began
        squares = int(sum((field[int(a)].points - field[int(b)].points) ** 2 for a, b in found.pairings))
        out.write(f"{players:7} {rounds + 1:5} {ours:8.3f} {len(found.rematches):10} {squares:8} |")
        if per_cube * players**3 > limit:
            out.write(f" left out: about {per_cube * players**3:.0f} s\n")
            continue
        began = time.perf_counter()
        rematches, theirs = by_networkx(field)
        taken = time.perf_counter() - began
        per_cube = max(per_cube, taken / players**3) if players > 100 else per_cube
        out.write(f" {taken:10.3f} {rematches:10} {theirs:8}   {taken / ours:.0f} times ours\n")


if __name__ == "__main__":
    main()
