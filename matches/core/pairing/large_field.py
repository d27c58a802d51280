"""Pairing of a large field: each player is only compared with players nearby, with a proof of optimality; pure.

The field is sorted by points (equal points by lot). A player’s candidates are the next few players they have not met.
Pairing neighbours gives the smallest sum of squared differences in points that any pairing can have, so a matching of
candidates with this sum is the best. Blocks of the sorted field are tried first: each must reach its own smallest sum.
If one doesn’t, the whole field is tried, then more candidates, and finally the caller compares all players with each
other.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from matches.core.pairing.field import Entrants, best_pairing
from matches.core.pairing.matching import VertexPair, maximum_weight_matching

_NEIGHBOUR_WIDTHS = (10, 40, 160)
_BLOCK_SIZE = 128
# In the proof, this many players (or one more) represent a score group of more than twice as many, which never lacks
# partners.
_BYE_CANDIDATES = 12


def best_pairing_of_large_field(free: Entrants) -> list[VertexPair] | None:
    """Return the best pairing as tuples of indices, the bye as a tuple of one; None if it needs more candidates."""
    size = len(free.ids)
    order = sorted(range(size), key=lambda i: (-free.points[i], free.lots[i]))
    sitting_out = _bye_candidates(free) if size % 2 else ()
    blocks = _pair_in_blocks(free, order, sitting_out)
    if blocks is not None:
        return blocks
    least: int | None = None
    for width in _NEIGHBOUR_WIDTHS:
        pairs = maximum_weight_matching(_block_edge_weights(free, order, width=width, sitting_out=sitting_out))
        if len(pairs) * 2 != size + size % 2:
            continue
        matching = [tuple(i for i in pair if i < size) for pair in pairs]
        total = _squared_gaps(free, matching)
        bye = next((pair[0] for pair in matching if len(pair) == 1), None)
        if total == _min_squared_gaps([free.points[i] for i in order if i != bye]):
            return matching
        least = _squared_gaps_lower_bound(free, sitting_out) if least is None else least
        if total == least:
            return matching
    return None


def _pair_in_blocks(free: Entrants, order: Sequence[int], sitting_out: Sequence[int]) -> list[VertexPair] | None:
    """Pair each block separately, with the bye by lot; return None if a block doesn’t reach its smallest sum."""
    bye = min(sitting_out, key=lambda i: free.lots[i], default=None)
    rest = [i for i in order if i != bye]
    matched: list[VertexPair] = [] if bye is None else [(bye,)]
    for start in range(0, len(rest), _BLOCK_SIZE):
        block = rest[start : start + _BLOCK_SIZE]
        position = {player: n for n, player in enumerate(block)}
        weights = _block_edge_weights(free, block, width=_NEIGHBOUR_WIDTHS[0], sitting_out=())
        pairs = maximum_weight_matching({(position[a], position[b]): weight for (a, b), weight in weights.items()})
        named = [(block[a], block[b]) for a, b in pairs]
        if len(named) * 2 != len(block) or _squared_gaps(free, named) != _min_squared_gaps(
            [free.points[i] for i in block]
        ):
            return None
        matched.extend(named)
    return matched


def _bye_candidates(free: Entrants) -> tuple[int, ...]:
    keys = list(zip(free.byes, free.points, strict=True))
    best = min(keys)
    return tuple(i for i, key in enumerate(keys) if key == best)


def _block_edge_weights(
    free: Entrants, order: Sequence[int], *, width: int, sitting_out: Sequence[int]
) -> dict[VertexPair, int]:
    size, points = len(order), free.points
    costs: dict[VertexPair, int] = {}
    for position, a in enumerate(order):
        met, near = free.met[a], 0
        for b in order[position + 1 : position + 1 + width + len(met)]:
            if b not in met:
                costs[a, b] = (points[a] - points[b]) ** 2
                near += 1
                if near == width:
                    break
    lots = sorted(sitting_out, key=lambda i: free.lots[i])
    costs |= {(a, size): 0 for a in lots[:width]}
    worst = max(costs.values(), default=0) + 1
    return {pair: worst - cost for pair, cost in costs.items()}


def _squared_gaps(free: Entrants, pairs: Sequence[VertexPair]) -> int:
    return sum((free.points[pair[0]] - free.points[pair[1]]) ** 2 for pair in pairs if len(pair) == 2)


def _min_squared_gaps(points: Sequence[int]) -> int:
    """Return the smallest sum for these sorted points, ignoring earlier meetings: that of pairing neighbours."""
    return sum((a - b) ** 2 for n, (a, b) in enumerate(pairwise(points)) if n % 2 == 0)


def _squared_gaps_lower_bound(free: Entrants, sitting_out: Sequence[int]) -> int:
    """Return a lower bound of the sum, from a smaller field: a few players who have met nobody represent a large score
    group; small groups are complete.

    A player paired outside a large group has a representative with at least as many possible partners. So the best
    pairing of the smaller field costs no more than the best pairing of the real field.
    """
    remaining: list[int] = []
    jokers: set[int] = set()
    by_points: dict[int, list[int]] = {}
    for i, score in enumerate(free.points):
        by_points.setdefault(score, []).append(i)
    thick = {score for score, n in Counter(free.points).items() if n > 2 * _BYE_CANDIDATES}
    for score, members in by_points.items():
        chosen = members if score not in thick else members[: _BYE_CANDIDATES + (len(members) - _BYE_CANDIDATES) % 2]
        remaining.extend(chosen)
        jokers.update(chosen if score in thick else ())
    index = {player: n for n, player in enumerate(remaining)}
    candidates = {free.points[i] for i in sitting_out}
    small = Entrants(
        ids=tuple(remaining),
        points=tuple(free.points[i] for i in remaining),
        byes=tuple(
            int(bool(sitting_out) and not _can_have_bye(free, i, sitting_out, candidates, jokers)) for i in remaining
        ),
        lots=tuple(0 for _ in remaining),
        met=tuple(
            {} if i in jokers else {index[j]: n for j, n in free.met[i].items() if j in index and j not in jokers}
            for i in remaining
        ),
    )
    return _squared_gaps(small, best_pairing(small))


def _can_have_bye(free: Entrants, who: int, sitting_out: Sequence[int], candidates: set[int], jokers: set[int]) -> bool:
    return who in sitting_out or (who in jokers and free.points[who] in candidates)
