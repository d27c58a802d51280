"""Stages paired beforehand: who starts in a round robin, and how large a cut may be."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common.errors import Invalid
from matches.core.tournament.stages import check_playoff_size, playoff_seeds, round_robin, split_into_pods
from tests.effort import examples


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_in_a_round_robin_nobody_starts_much_more_often_than_another(seed: int) -> None:
    """Six players have five matches each: all start two or three of them."""
    pairs = [pair for pairs in round_robin(range(1, 7), seed=seed) for pair in pairs]
    assert len(pairs) == 15
    assert set(Counter(first for first, _second in pairs).values()) == {2, 3}


def test_a_cut_is_as_large_as_the_field_at_most() -> None:
    check_playoff_size(8, 8)
    for field in (7, 4, 0):
        with pytest.raises(Invalid, match=f"needs 8 players; only {field} are") as refused:
            check_playoff_size(8, field)
        assert refused.value.details[0].field == "cut_size"
    with pytest.raises(Invalid, match="must have 2, 4, 8, 16, 32 or 64 players, not 6"):
        check_playoff_size(6, 8)


def test_three_players_fill_a_cut_of_two_and_none_of_four() -> None:
    places = [(1, 11), (2, 12), (3, 13)]
    assert playoff_seeds(places, size=2, seed=1) == (11, 12)
    with pytest.raises(Invalid, match="A playoff of 4 needs 4 players; only 3 are still in the event"):
        playoff_seeds(places, size=4, seed=1)


@settings(max_examples=examples(25))
@given(st.permutations(range(8)), st.integers(2, 4), st.sets(st.sampled_from([*combinations(range(8), 2)]), max_size=2))
def test_two_pairs_kept_apart_come_to_different_pods(order: list[int], most: int, pairs: set[tuple[int, int]]) -> None:
    pods = split_into_pods(order, most=most, apart={frozenset(pair) for pair in pairs})
    assert not [pair for pair in pairs for pod in pods if {*pair} <= {*pod}]
    assert sorted(player for pod in pods for player in pod) == list(range(8))
    assert [len(pod) for pod in pods] == [len(pod) for pod in split_into_pods(order, most=most)]
    assert pairs or pods == split_into_pods(order, most=most)


def test_those_kept_apart_share_the_only_pod() -> None:
    assert split_into_pods([1, 2, 3], apart={frozenset((1, 2))}) == [(1, 2, 3)]
