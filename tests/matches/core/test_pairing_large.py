"""Swiss pairing of large fields against a second algorithm."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import combinations

import pytest
import rustworkx as rx
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from matches.core.pairing import Entrant, PairedRound, large_field, pair_round, swiss
from matches.core.pairing.matching import maximum_weight_matching
from tests.effort import SLOW, examples


def played(players: int, rounds: int, *, seed: int) -> list[Entrant]:
    """Return a field after random rounds, so that rematches are many and scores uneven."""
    lots = random.Random(seed)
    points = [0] * players
    opponents: list[set[int]] = [set() for _ in range(players)]
    for _ in range(rounds):
        order = sorted(range(players), key=lambda i: points[i] + lots.random() * 2)
        for a, b in zip(order[::2], order[1::2], strict=False):
            if b not in opponents[a]:
                opponents[a].add(b)
                opponents[b].add(a)
                points[lots.choice((a, b))] += 1
    return [Entrant(i, points[i], tuple(sorted(opponents[i]))) for i in range(players)]


def squares(paired: PairedRound, field: list[Entrant]) -> float:
    return sum((field[int(a)].points - field[int(b)].points) ** 2 for a, b in paired.pairings)


def compiled(weights: Mapping[tuple[int, ...], int]) -> set[tuple[int, int]]:
    """Return the pairs that the compiled matcher of rustworkx finds; it counts in 128 bits."""
    graph: rx.PyGraph[int, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(max(map(max, weights), default=-1) + 1))
    graph.add_edges_from([(a, b, weight) for (a, b), weight in weights.items()])
    return {(min(pair), max(pair)) for pair in rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)}


def by_second_matcher(field: list[Entrant]) -> tuple[int, float]:
    pairs = compiled(
        {
            (a, b): 10_000 - int(field[a].points - field[b].points) ** 2
            for a, b in combinations(range(len(field)), 2)
            if b not in field[a].opponents
        }
    )
    return len(field) // 2 - len(pairs), sum((field[a].points - field[b].points) ** 2 for a, b in pairs)


@pytest.mark.parametrize(("players", "rounds"), [(40, 4), (64, 11), (170, 3), (180, 9), (16, 10)])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_second_algorithm_on_the_full_graph_finds_nothing_better(players: int, rounds: int, seed: int) -> None:
    field = played(players, rounds, seed=seed)
    paired = pair_round(field, seed=seed)
    rematches, least = by_second_matcher(field)
    assert len(paired.rematches) == rematches
    if not rematches:
        assert squares(paired, field) == least


@pytest.mark.parametrize(("players", "rounds"), [(600, 5), (601, 5), (400, 12)])
def test_a_large_field_meets_nobody_again_and_everybody_plays(players: int, rounds: int) -> None:
    field = played(players, rounds, seed=3)
    paired = pair_round(field, seed=7)
    assert paired.rematches == ()
    assert sorted(p for pair in paired.pairings for p in pair) + ([paired.bye] if players % 2 else []) == sorted(
        range(players), key=lambda i: (i == paired.bye, i)
    )
    assert pair_round(reversed(field), seed=7) == paired


def test_the_bye_of_a_large_field_goes_to_the_lowest_without_one() -> None:
    field = [Entrant(i, i // 20, byes=int(i < 20)) for i in range(201)]
    paired = pair_round(field, seed=5)
    assert isinstance(paired.bye, int) and 20 <= paired.bye < 40


@settings(max_examples=examples(30), suppress_health_check=[*SLOW, HealthCheck.function_scoped_fixture])
@given(players=st.integers(2, 30), rounds=st.integers(0, 8), seed=st.integers(0, 999), stand_ins=st.integers(4, 12))
@example(players=27, rounds=6, seed=623, stand_ins=5)  # twelve level players need an even number of stand-ins
def test_the_way_for_large_fields_is_as_good_as_weighing_everything(
    monkeypatch: pytest.MonkeyPatch, players: int, rounds: int, seed: int, stand_ins: int
) -> None:
    field = played(players, rounds, seed=seed)
    monkeypatch.setattr(swiss, "MAX_WHOLE_FIELD_PLAYERS", 999)
    whole = pair_round(field, seed=seed)
    monkeypatch.setattr(swiss, "MAX_WHOLE_FIELD_PLAYERS", 1)
    monkeypatch.setattr(large_field, "_NEIGHBOUR_WIDTHS", (2, 5, 9))
    monkeypatch.setattr(large_field, "_BYE_CANDIDATES", stand_ins)
    near = pair_round(field, seed=seed)
    assert len(near.rematches) == len(whole.rematches)
    if not whole.rematches:
        assert squares(near, field) == squares(whole, field)


@settings(max_examples=examples(30))
@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7), st.integers(1, 1 << 108)), max_size=20))
def test_a_second_matcher_finds_the_same_weight(edges: list[tuple[int, int, int]]) -> None:
    weights: dict[tuple[int, ...], int] = {(min(a, b), max(a, b)): weight for a, b, weight in edges if a != b}
    found, second = maximum_weight_matching(weights), compiled(weights)
    assert len({player for pair in found for player in pair}) == 2 * len(found) == 2 * len(second)
    assert sum(weights[pair] for pair in found) == sum(weights[pair] for pair in second)


@pytest.mark.parametrize("size", [9, 16, 31, 60])
@pytest.mark.parametrize("most", [1, 2, 5, 1 << 100])
def test_graphs_full_of_odd_rings_are_matched_as_by_the_second_matcher(size: int, most: int) -> None:
    lots = random.Random(size)
    for share in (0.08, 0.2, 0.5, 1):
        pairs = [pair for pair in combinations(range(size), 2) if lots.random() < share]
        weights: dict[tuple[int, ...], int] = {pair: lots.randint(1, most) for pair in pairs}
        found, second = maximum_weight_matching(weights), compiled(weights)
        assert len(found) == len(second)
        assert sum(weights[pair] for pair in found) == sum(weights[pair] for pair in second)
        # No number is too large: with weights multiplied, the same pairing is best.
        assert maximum_weight_matching({pair: weight << 300 for pair, weight in weights.items()}) == found


@pytest.mark.parametrize("most", [1, 0.5, 1_000, 1_000_000, 999_999.5, 1 / 3])
def test_scores_far_apart_are_still_weighed_before_chance(most: float) -> None:
    levels = (most, most * 0.75, most * 0.5, 0)
    field = [Entrant(i, levels[i // 40], byes=i % 7) for i in range(160)]
    paired = pair_round(field, seed=1)
    assert all(int(a) // 40 == int(b) // 40 for a, b in paired.pairings)


def test_parts_of_points_that_no_scale_makes_whole_are_rounded_and_paired() -> None:
    field = [Entrant(i, 1_000_000 / part) for part in (1, 7, 11, 13, 17, 997) for i in (part * 2, part * 2 + 1)]
    assert all(int(a) // 2 == int(b) // 2 for a, b in pair_round(field, seed=1).pairings)


def test_who_has_started_less_starts() -> None:
    field = [Entrant("Roland", 3, starts=2), Entrant("Elinor", 3, starts=1)]
    assert pair_round(field, seed=1).starters == ("Elinor",)
    lots = {pair_round([Entrant("Roland"), Entrant("Elinor")], seed=seed).starters for seed in range(20)}
    assert lots == {("Roland",), ("Elinor",)}
