"""Stages paired beforehand: who starts in a round robin, and how large a cut may be."""

from __future__ import annotations

from collections import Counter

import pytest

from common.errors import Invalid
from matches.core.tournament.stages import check_playoff_size, cut_seeds, round_robin


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
    assert cut_seeds(places, size=2, seed=1) == (11, 12)
    with pytest.raises(Invalid, match="A playoff of 4 needs 4 players; only 3 are still in the event"):
        cut_seeds(places, size=4, seed=1)
