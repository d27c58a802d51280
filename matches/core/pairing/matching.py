"""Matching: as many pairs of a graph as possible, with the greatest sum of weights; pure.

The algorithm is Edmonds’. A blossom is an odd ring of vertices that counts as one vertex; vertices and blossoms have
prices. No edge weighs more than the prices at its ends; a tight edge weighs exactly as much, and so do all pairs. Trees
grow along tight edges from vertices without a partner. When two trees meet, paired and unpaired edges between their
roots are swapped. If no edge is tight, prices change until one is. At the end, the prices prove that no matching is
better. Weights are whole numbers of any size.
"""

from collections import deque
from collections.abc import Iterator, Mapping

VertexPair = tuple[int, ...]
# State of a vertex or blossom: in no tree, or an even or odd number of edges from the root of its tree.
_OUTSIDE_TREES, _EVEN_VERTEX, _ODD_VERTEX = range(3)
_NO_PARTNER = -1


def maximum_weight_matching(weights: Mapping[VertexPair, int]) -> list[VertexPair]:
    """Return as many pairs as possible, with the greatest sum of weights; the smaller vertex of a pair is first."""
    size = max(map(max, weights), default=-1) + 1
    pairs = _MatchingSearch(size, weights, hurried=True).pairs()
    # The proof requires that vertices without a partner have the lowest price. If there are any, search again with
    # equal prices at the start.
    return pairs if len(pairs) * 2 == size else _MatchingSearch(size, weights, hurried=False).pairs()


class _MatchingSearch:
    """State of a search. Lists are indexed by vertex, then by blossom.

    `near` has the edges of a vertex with four times their weights, so that half a price step is a whole number; `link`
    the tightest edge to each vertex or blossom. `top` is the outermost blossom around a vertex or blossom, and `mate`
    its partner. `ring` lists the parts of a blossom, and `within` says in which part a vertex is. `above` is the vertex
    from which a tree reached an odd part. `slack` is the tightest edge from an even vertex, after how far it is from
    being tight.
    """

    def __init__(self, size: int, weights: Mapping[VertexPair, int], *, hurried: bool) -> None:
        self.size = size
        self.near: list[dict[int, int]] = [{} for _ in range(size)]
        for (a, b), weight in weights.items():
            self.near[a][b] = self.near[b][a] = 4 * weight
        self.link = [{b: (a, b) for b in near} for a, near in enumerate(self.near)]
        self.price = [max(near.values(), default=0) // 2 for near in self.near]
        self.top, self.mate, self.above = list(range(size)), [_NO_PARTNER] * size, [_NO_PARTNER] * size
        self.ring: list[list[int]] = [[] for _ in range(size)]
        self.within = [{vertex: vertex} for vertex in range(size)]
        self.label = [_OUTSIDE_TREES] * size
        self.slack: list[tuple[int, int, int] | None] = [None] * size
        self.waiting: deque[int] = deque()
        if not hurried:
            self.price = [max(self.price, default=0)] * size
            return
        # Lower each price as far as possible and pair edges that become tight. Then most vertices have a partner.
        for a, near in enumerate(self.near):
            if self.mate[a] == _NO_PARTNER and near:
                self.price[a], b = max((weight - self.price[b], b) for b, weight in near.items())
                if self.mate[b] == _NO_PARTNER:
                    self.mate[a], self.mate[b] = b, a

    def pairs(self) -> list[VertexPair]:
        while self._augment_matching():
            pass
        return [(a, b) for a, b in enumerate(self.mate[: self.size]) if a < b]

    def _augment_matching(self) -> bool:
        """Change partners so that two more vertices have one; return whether that was possible."""
        self.label, self.slack = [_OUTSIDE_TREES] * len(self.top), [None] * len(self.top)
        self.waiting.clear()
        for x in self._outermost_blossoms():
            if self.mate[x] == _NO_PARTNER:
                self._label_even(x)
        while not self._grow_trees():
            if not self._move_prices():
                return False
            edges = (self.slack[x] for x in self._outermost_blossoms() if self.label[x] != _ODD_VERTEX)
            if any(self._follow_tight_edge(edge[1], edge[2]) for edge in edges if edge and not edge[0]):
                return True
            for x in self._outermost_blossoms():
                if x >= self.size and self.label[x] == _ODD_VERTEX and not self.price[x]:
                    self._expand_blossom(x)
        return True

    def _outermost_blossoms(self) -> Iterator[int]:
        return (x for x, top in enumerate(self.top) if x == top)

    def _label_even(self, x: int) -> None:
        self.label[x] = _EVEN_VERTEX
        self.waiting.extend(self.within[x])

    def _grow_trees(self) -> bool:
        """Follow the tight edges of each even vertex; return whether two trees met."""
        top, label, price, slack = self.top, self.label, self.price, self.slack
        while self.waiting:
            a = self.waiting.popleft()
            for b, weight in self.near[a].items():
                x = top[b]
                if x == top[a] or label[x] == _ODD_VERTEX:
                    continue
                lacks = price[a] + price[b] - weight
                if not lacks:
                    if self._follow_tight_edge(a, b):
                        return True
                elif (least := slack[x]) is None or lacks < least[0]:
                    slack[x] = lacks, a, b
        return False

    def _move_prices(self) -> bool:
        """Lower even and raise odd prices until an edge is tight or an odd blossom’s price is 0, else return False."""
        label, price = self.label, self.price
        outermost = list(self._outermost_blossoms())
        steps = [price[x] // 2 for x in outermost if x >= self.size and label[x] == _ODD_VERTEX]
        for x in outermost:
            if (edge := self.slack[x]) and label[x] != _ODD_VERTEX:
                steps.append(edge[0] // 2 if label[x] == _EVEN_VERTEX else edge[0])
        if not steps:
            return False
        step = min(steps)
        by_label = {_OUTSIDE_TREES: 0, _EVEN_VERTEX: -step, _ODD_VERTEX: step}
        for vertex in range(self.size):
            price[vertex] += by_label[label[self.top[vertex]]]
        for x in outermost:
            change = by_label[label[x]]
            if x >= self.size:
                price[x] -= 2 * change
            if edge := self.slack[x]:
                self.slack[x] = edge[0] + change - step, edge[1], edge[2]
        return True

    def _follow_tight_edge(self, a: int, b: int) -> bool:
        """Follow a tight edge from an even vertex: a tree grows, a ring closes, or two trees meet (return True)."""
        x, y = self.top[a], self.top[b]
        if self.label[y] == _OUTSIDE_TREES:
            self.label[y], self.above[y] = _ODD_VERTEX, a
            self._label_even(self.top[self.mate[y]])
        elif self.label[y] == _EVEN_VERTEX and x != y:
            left, right = self._path(x), self._path(y)
            if left[-1] != right[-1]:
                self._rematch_up_to_root(x, y)
                self._rematch_up_to_root(y, x)
                return True
            while len(left) > 1 and len(right) > 1 and left[-2] == right[-2]:
                left.pop()
                right.pop()
            self._create_blossom([*left[::-1], *right[:-1]])
        return False

    def _path(self, x: int) -> list[int]:
        """Return the way from an even vertex to its root."""
        path = [x]
        while self.mate[x] != _NO_PARTNER:
            odd = self.top[self.mate[x]]
            x = self.top[self.above[odd]]
            path += [odd, x]
        return path

    def _rematch_up_to_root(self, x: int, partner: int) -> None:
        """Pair x with a new partner, and each vertex that loses its partner with the next vertex, up to the root."""
        while True:
            left = self.mate[x]
            self._pair(x, partner)
            if left == _NO_PARTNER:
                return
            odd = self.top[left]
            x, partner = self.top[self.above[odd]], odd
            self._pair(odd, x)

    def _pair(self, x: int, partner: int) -> None:
        """Pair x with its partner; in a blossom, pair the other parts of the ring with each other."""
        vertex, self.mate[x] = self.link[x][partner]
        if x >= self.size:
            index = self._even_ring_position(x, vertex)
            ring = self.ring[x]
            for place in range(index):
                self._pair(ring[place], ring[place ^ 1])
            self._pair(ring[index], partner)
            self.ring[x] = ring[index:] + ring[:index]

    def _even_ring_position(self, x: int, vertex: int) -> int:
        """Return the position of this vertex’s part in the ring; reverse the ring if the position is odd."""
        ring, part = self.ring[x], self.within[x][vertex]
        if ring.index(part) % 2:
            ring[1:] = ring[:0:-1]
        return ring.index(part)

    def _create_blossom(self, ring: list[int]) -> None:
        """Make a blossom of a ring, which begins at the part where its tree enters."""
        x = len(self.top)
        for part in ring[1:]:
            if self.label[part] == _ODD_VERTEX:
                self._label_even(part)
        self.top.append(x)
        self.mate.append(self.mate[ring[0]])
        self.above.append(_NO_PARTNER)
        self.ring.append(ring)
        self.within.append({vertex: part for part in ring for vertex in self.within[part]})
        self.price.append(0)
        self.label.append(_EVEN_VERTEX)
        self.slack.append(None)
        tightest: dict[int, tuple[int, int]] = {}
        for part in ring:
            for other, edge in self.link[part].items():
                if other not in tightest or self._edge_slack(edge) < self._edge_slack(tightest[other]):
                    tightest[other] = edge
        self.link.append(tightest)
        for other, (a, b) in tightest.items():
            self.link[other][x] = b, a
        self._set_outermost(x, x)
        self._update_least_slack(x)

    def _set_outermost(self, x: int, top: int) -> None:
        self.top[x] = top
        for part in self.ring[x]:
            self._set_outermost(part, top)

    def _edge_slack(self, edge: tuple[int, int]) -> int:
        return self.price[edge[0]] + self.price[edge[1]] - self.near[edge[0]][edge[1]]

    def _update_least_slack(self, x: int) -> None:
        """Find the tightest edge from an even vertex to x."""
        edges = (edge for other, edge in self.link[x].items() if other < self.size)
        even = (edge for edge in edges if self.top[edge[1]] != x and self.label[self.top[edge[1]]] == _EVEN_VERTEX)
        self.slack[x] = min(((self._edge_slack(edge), *edge[::-1]) for edge in even), default=None)

    def _expand_blossom(self, x: int) -> None:
        """Undo an odd blossom with the price 0; its tree continues along an even number of edges of the ring."""
        for part in self.ring[x]:
            self._set_outermost(part, part)
        self.top[x] = _NO_PARTNER
        index = self._even_ring_position(x, self.link[x][self.above[x]][0])
        ring = self.ring[x]
        for odd, even in zip(ring[:index:2], ring[1:index:2], strict=True):
            self.label[odd], self.above[odd] = _ODD_VERTEX, self.link[even][odd][0]
            self._label_even(even)
            self._update_least_slack(even)
        self.label[ring[index]], self.above[ring[index]] = _ODD_VERTEX, self.above[x]
        for part in ring[index + 1 :]:
            self.label[part] = _OUTSIDE_TREES
            self._update_least_slack(part)
