"""Pairing of a round: time, rematches and sum of squared point differences, against swisspair and rustworkx.

`python -m benchmarks.pairing [--limit SECONDS]`. The same fields go to all three in one run; rustworkx works on the
full graph and is asked only for those it pairs within the limit, as far as its time for the field before says.
Times are the best of three, of rustworkx of one, in seconds of processor.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from itertools import combinations

import rustworkx as rx
import swisspair  # type: ignore[import-untyped]

from matches.core.pairing import Entrant, pair_round

NAMES = ("ours", "swisspair", "rustworkx")
FIELDS = ((64, 4), (512, 4), (2000, 4), (2000, 8), (16, 10))


def played(players: int, rounds: int, *, seed: int = 1) -> list[Entrant]:
    """Return a field after this many rounds: each paired by us, the winner by lot, three points a win."""
    lots = random.Random(seed)
    points = [0] * players
    opponents: list[list[int]] = [[] for _ in range(players)]
    for number in range(rounds):
        paired = pair_round(_entrants(points, opponents), seed=number)
        for a, b in paired.pairings:
            player, other = int(a), int(b)
            opponents[player].append(other)
            opponents[other].append(player)
            points[lots.choice((player, other))] += 3
    return _entrants(points, opponents)


def _entrants(points: list[int], opponents: list[list[int]]) -> list[Entrant]:
    return [Entrant(i, points[i], tuple(opponents[i])) for i in range(len(points))]


Pairs = list[tuple[int, int]]


def by_us(field: list[Entrant]) -> Pairs:
    """Return our pairing of the field."""
    return [(int(a), int(b)) for a, b in pair_round(field, seed=99).pairings]


def by_swisspair(field: list[Entrant]) -> Pairs:
    """Return swisspair’s, which requires a ranking."""
    ranked = sorted(field, key=lambda entrant: -entrant.points)
    players = [
        swisspair.Player(
            str(entrant.id),
            int(entrant.points),
            rank,
            cannot_be_paired_against_ids={str(other) for other in entrant.opponents},
        )
        for rank, entrant in enumerate(ranked, start=1)
    ]
    return [
        (int(pairing.p1.id), int(pairing.p2.id))
        for pairing in swisspair.create_matches(players)
        if pairing.p2 is not None
    ]


def by_rustworkx(field: list[Entrant]) -> Pairs:
    """Return the best matching of the full graph without rematches."""
    graph: rx.PyGraph[int, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(field)))
    for a, b in combinations(range(len(field)), 2):
        if b not in field[a].opponents:
            graph.add_edge(a, b, 10_000 - int(field[a].points - field[b].points) ** 2)
    return list(rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int))


def timed(what: Callable[[list[Entrant]], Pairs], field: list[Entrant], *, times: int = 3) -> tuple[float, str]:
    """Return the shortest time, and a cell with it, the rematches (or missing pairs) and the sum of squares."""
    taken = []
    for _ in range(times):
        began = time.process_time()
        pairs = what(field)
        taken.append(time.process_time() - began)
    rematches = sum(b in field[a].opponents for a, b in pairs) + len(field) // 2 - len(pairs)
    squares = int(sum((field[a].points - field[b].points) ** 2 for a, b in pairs))
    return min(taken), f"{min(taken):9.3f} s {rematches:3} {squares:6}"


def main() -> None:
    """Print one line per field."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=float, default=60.0)
    limit = parser.parse_args().limit
    out = sys.stdout
    out.write("each: time, rematches, squares\nplayers round |" + " | ".join(f"{n:>21}" for n in NAMES) + "\n")
    per_cube = 0.0
    for players, rounds in FIELDS:
        field = played(players, rounds)
        cells = [timed(by_us, field)[1], timed(by_swisspair, field)[1]]
        expected = per_cube * players**3
        if expected > limit:
            cells.append(f"left out, about {expected:.0f} s")
        else:
            taken, cell = timed(by_rustworkx, field, times=1)
            per_cube = max(per_cube, taken / players**3) if players > 100 else per_cube
            cells.append(cell)
        out.write(f"{players:7} {rounds + 1:5} |" + " | ".join(f"{cell:>21}" for cell in cells) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
