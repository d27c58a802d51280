"""Swiss pairing by minimum-weight matching; pure.

All aims are put into one weight per possible pairing, so large for the more important aim that no sum of lesser ones
can outweigh it: no rematch, then the bye, then near scores, then not the same people again and again, then chance.
Python's integers have no limit, so the weights stay exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import lcm
from random import Random

import networkx as nx

from common.errors import Invalid
from common.text import gettext_noop

PlayerId = int | str
MOST_POINTS = 1_000_000
CHANCE = 1 << 20


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player before the round: points so far, everybody played against (once per match), byes had, still in?"""

    id: PlayerId
    points: float = 0
    opponents: tuple[PlayerId, ...] = ()
    byes: int = 0
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class Round:
    """A paired round, the top of the table first. `rematches` are the pairings that could not be avoided."""

    pairings: tuple[tuple[PlayerId, PlayerId], ...]
    bye: PlayerId | None
    rematches: tuple[tuple[PlayerId, PlayerId], ...]


def pair_round(entrants: Iterable[Entrant], *, seed: int, fixed: Sequence[tuple[PlayerId, PlayerId]] = ()) -> Round:
    """Pair everybody who has not dropped; the same entrants and seed give the same round, in whatever order they come.

    Fixed pairs stay. With an odd number one player has the bye: of those with the fewest byes the lowest, unless
    another bye saves a rematch. Raises `Invalid` for entrants or fixed pairs that contradict themselves.

    >>> field = [Entrant("Roland", 3, ("Elinor",)), Entrant("Elinor", 3, ("Roland",)), Entrant("Mira"), Entrant("Otto")]
    >>> pair_round(field, seed=1).rematches
    ()
    """
    everybody = tuple(entrants)
    _check(everybody)
    active = {entrant.id: entrant for entrant in everybody if not entrant.dropped}
    met = _meetings(everybody)
    settled = _check_fixed(fixed, active)
    free = sorted((entrant for entrant in active.values() if entrant.id not in settled), key=_by_id)
    matched = _match(free, met=met, seed=seed)
    bye = next((pair[0] for pair in matched if len(pair) == 1), None)
    pairs = [tuple(pair) for pair in fixed] + [pair for pair in matched if len(pair) == 2]
    placed = sorted((_top_first(active[a], active[b]) for a, b in pairs), key=_table_order)
    pairings = tuple((a.id, b.id) for a, b in placed)
    rematches = tuple(pair for pair in pairings if met[frozenset(pair)])
    return Round(pairings, bye, rematches)


def _check(entrants: Sequence[Entrant]) -> None:
    seen: set[PlayerId] = set()
    for entrant in entrants:
        if entrant.id in seen:
            raise Invalid(gettext_noop("The player %(id)s is in the field twice."), {"id": entrant.id})
        seen.add(entrant.id)
        if entrant.id in entrant.opponents:
            raise Invalid(gettext_noop("The player %(id)s cannot have played against himself."), {"id": entrant.id})
        if entrant.byes < 0:
            raise Invalid(gettext_noop("The player %(id)s cannot have had %(byes)s byes."), _params(entrant))
        if not abs(entrant.points) <= MOST_POINTS:
            raise Invalid(gettext_noop("The player %(id)s cannot have %(points)s points."), _params(entrant))


def _params(entrant: Entrant) -> dict[str, object]:
    return {"id": entrant.id, "byes": entrant.byes, "points": entrant.points}


def _check_fixed(fixed: Sequence[tuple[PlayerId, PlayerId]], active: dict[PlayerId, Entrant]) -> set[PlayerId]:
    settled: set[PlayerId] = set()
    for pair in fixed:
        for player in pair:
            if player not in active:
                template = gettext_noop("The fixed pair names %(id)s, who does not play this round.")
                raise Invalid(template, {"id": player})
            if player in settled:
                raise Invalid(gettext_noop("The player %(id)s is in the fixed pairs twice."), {"id": player})
            settled.add(player)
    return settled


def _meetings(entrants: Iterable[Entrant]) -> Counter[frozenset[PlayerId]]:
    """How often each two have met; counted once even where only one of the two remembers it."""
    meetings: Counter[frozenset[PlayerId]] = Counter()
    for entrant in entrants:
        for opponent, times in Counter(entrant.opponents).items():
            pair = frozenset((entrant.id, opponent))
            meetings[pair] = max(meetings[pair], times)
    return meetings


def _match(free: Sequence[Entrant], *, met: Counter[frozenset[PlayerId]], seed: int) -> list[tuple[PlayerId, ...]]:
    """The best pairing of the free players as tuples of ids; a tuple of one is the bye."""
    points, lots = _scaled(free), [_lot(entrant, seed) for entrant in free]
    edges: dict[tuple[int, int], tuple[int, ...]] = {}
    for a, b in combinations(range(len(free)), 2):
        times = met[frozenset((free[a].id, free[b].id))]
        edges[a, b] = (int(times > 0), 0, 0, (points[a] - points[b]) ** 2, times, lots[a] ^ lots[b])
    if len(free) % 2:
        nobody, ranks = len(free), {score: rank for rank, score in enumerate(sorted(set(points)))}
        for a, entrant in enumerate(free):
            edges[a, nobody] = (0, entrant.byes, ranks[points[a]], 0, 0, lots[a])
    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from((a, b, weight) for (a, b), weight in _weights(edges).items())
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    return [tuple(free[i].id for i in sorted(pair) if i < len(free)) for pair in pairs]


def _lot(entrant: Entrant, seed: int) -> int:
    """A player's own lot for this seed: the rest of a round stays as it was when one of its pairs is settled."""
    return Random(f"{seed}/{entrant.id!r}").randrange(CHANCE)


def _scaled(entrants: Sequence[Entrant]) -> list[int]:
    """Points as whole numbers, halves and thirds included, so that nothing is lost in squaring."""
    exact = [Fraction(entrant.points).limit_denominator(1000) for entrant in entrants]
    scale = lcm(*(points.denominator for points in exact))
    return [int(points * scale) for points in exact]


def _weights(edges: dict[tuple[int, int], tuple[int, ...]]) -> dict[tuple[int, int], int]:
    """One number per edge that compares like its costs one after the other, summed over any matching; larger is better.

    A matching has fewer edges than the graph has, so each digit gets a base no sum of that digit can reach.
    """
    if not edges:
        return {}
    size = max(max(edge) for edge in edges) + 1
    bases = [max(costs) * size + 1 for costs in zip(*edges.values(), strict=True)]
    flat: dict[tuple[int, int], int] = {}
    for edge, costs in edges.items():
        total = 0
        for cost, base in zip(costs, bases, strict=True):
            total = total * base + cost
        flat[edge] = total
    worst = max(flat.values())
    return {edge: worst + 1 - total for edge, total in flat.items()}


def _by_id(entrant: Entrant) -> tuple[str, PlayerId]:
    return type(entrant.id).__name__, entrant.id


def _top_first(a: Entrant, b: Entrant) -> tuple[Entrant, Entrant]:
    first, second = sorted((a, b), key=lambda entrant: (-entrant.points, *_by_id(entrant)))
    return first, second


def _table_order(pair: tuple[Entrant, Entrant]) -> tuple[object, ...]:
    return -pair[0].points, -pair[1].points, *_by_id(pair[0])
