"""Rounds between teams: everyone meets all others once, and never a partner."""

from __future__ import annotations

from itertools import chain, combinations

from hypothesis import given
from hypothesis import strategies as st

from matches.core.tournament.stages import pair_team_rounds

Teams = list[list[int | None]]


def met(teams: Teams) -> list[frozenset[int]]:
    return [frozenset(pair) for pair in chain.from_iterable(pair_team_rounds(teams))]


def across(teams: Teams) -> set[frozenset[int]]:
    return {frozenset((a, b)) for one, two in combinations(teams, 2) for a in one for b in two if None not in (a, b)}  # type: ignore[arg-type]


@given(st.integers(0, 5), st.integers(0, 5))
def test_two_teams_of_any_size_meet_whole(size: int, other: int) -> None:
    teams: Teams = [list(range(size)), list(range(10, 10 + other))]
    assert sorted(map(sorted, met(teams))) == sorted(map(sorted, across(teams)))
    for pairs in pair_team_rounds(teams):
        assert len({player for pair in pairs for player in pair}) == 2 * len(pairs) == 2 * min(size, other)


@given(st.sets(st.integers(0, 5)))
def test_three_teams_of_two_meet_whole_even_when_some_have_left(left: set[int]) -> None:
    teams: Teams = [[None if seat in left else seat for seat in (team, team + 3)] for team in range(3)]
    assert sorted(map(sorted, met(teams))) == sorted(map(sorted, across(teams)))
    for pairs in pair_team_rounds(teams):
        assert len({player for pair in pairs for player in pair}) == 2 * len(pairs)


def test_three_teams_of_two_need_four_rounds() -> None:
    assert [len(pairs) for pairs in pair_team_rounds([[0, 3], [1, 4], [2, 5]])] == [3, 3, 3, 3]
