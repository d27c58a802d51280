"""The standings of 2,000 players over 9 rounds against a bare loop over the same results.

`python -m benchmarks.standings`. The bare loop adds up points and crystals without sorting.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

from matches.core.standings import Outcome, PlayedMatch, compute_standings

PLAYERS, ROUNDS, TIMES = 2000, 9, 7


def results() -> list[PlayedMatch[int]]:
    """Return rounds in which everybody meets somebody."""
    lots, played = random.Random(1), list[PlayedMatch[int]]()
    for _ in range(ROUNDS):
        order = list(range(PLAYERS))
        lots.shuffle(order)
        for a, b in zip(order[::2], order[1::2], strict=True):
            won, less = lots.random() < 0.5, lots.randrange(5)
            played.append(PlayedMatch(a, b, Outcome.A if won else Outcome.B, 5 if won else less, less if won else 5))
    return played


def bare(played: list[PlayedMatch[int]]) -> tuple[dict[int, int], dict[int, int]]:
    """Return points and crystals, nothing else."""
    points = dict.fromkeys(range(PLAYERS), 0)
    crystals = dict.fromkeys(range(PLAYERS), 0)
    for pairing in played:
        if pairing.b is None:
            continue
        points[pairing.a if pairing.outcome is Outcome.A else pairing.b] += 3
        crystals[pairing.a] += pairing.crystals_a
        crystals[pairing.b] += pairing.crystals_b
    return points, crystals


def best(what: Callable[[], object]) -> float:
    """Return the shortest of a few runs, in seconds of processor, which other work on the machine doesn’t change."""
    taken = []
    for _ in range(TIMES):
        began = time.process_time()
        what()
        taken.append(time.process_time() - began)
    return min(taken)


def main() -> None:
    """Print both times and their ratio."""
    played = results()
    loop, ours = best(lambda: bare(played)), best(lambda: compute_standings(range(PLAYERS), played))
    sys.stdout.write(
        f"bare loop {loop * 1000:.2f} ms, table with reasons {ours * 1000:.2f} ms: {ours / loop:.1f} times\n"
    )


if __name__ == "__main__":
    main()
