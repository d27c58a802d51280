"""Standings and stages of events: recounts, tie-breaks, round robins, cuts and pods."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import Invalid
from matches.core.standings import TIE_BREAKS, Outcome, PlayedMatch, StandingsRules, compute_standings
from matches.core.tournament import first_bracket_round, playoff_seeds, round_robin, split_into_pods
from matches.core.tournament.results import check_games_won, outcome_by_crystals

A, B, DRAW, NOBODY, BYE = Outcome.A, Outcome.B, Outcome.DRAW, Outcome.NOBODY, Outcome.BYE


@st.composite
def histories(draw: st.DrawFn) -> list[PlayedMatch[int]]:
    size = draw(st.integers(2, 9))
    pairs = st.tuples(st.integers(1, size), st.integers(1, size)).filter(lambda pair: pair[0] != pair[1])
    crystals = st.integers(0, 7)
    played = st.builds(
        lambda pair, outcome, x, y: PlayedMatch(pair[0], pair[1], outcome, x, y),
        pairs,
        st.sampled_from([A, B, DRAW, NOBODY]),
        crystals,
        crystals,
    )
    byes = st.builds(lambda a: PlayedMatch(a, None, BYE), st.integers(1, size))
    return draw(st.lists(st.one_of(played, byes), max_size=25))


@given(histories(), st.permutations(list(TIE_BREAKS)), st.integers(0, 99))
def test_totals_equal_a_recount_and_the_order_of_the_input_does_not_matter(
    history: list[PlayedMatch[int]], order: list[str], seed: int
) -> None:
    rules = StandingsRules(order=tuple(order))
    lines = compute_standings(range(1, 10), history, rules)
    shuffled = history[:]
    random.Random(seed).shuffle(shuffled)
    again = {line.player: line for line in compute_standings(range(9, 0, -1), shuffled, rules)}
    for line in lines:
        mine = [pairing for pairing in history if line.player in (pairing.a, pairing.b)]
        plus = sum(
            pairing.crystals_a if pairing.a == line.player else pairing.crystals_b for pairing in mine if pairing.b
        )
        minus = sum(
            pairing.crystals_b if pairing.a == line.player else pairing.crystals_a for pairing in mine if pairing.b
        )
        assert (line.crystals_for, line.crystals_against) == (plus, minus)
        assert line.points == 3 * line.won + line.drawn + 3 * line.byes
        assert line.won + line.drawn + line.lost + line.byes == len(mine)
        assert again[line.player].place == line.place
    assert [line.place for line in lines] == sorted(line.place for line in lines)


def test_each_tie_break_decides_in_its_turn_and_says_so() -> None:
    history = [PlayedMatch(1, 2, A, 5, 4), PlayedMatch(3, 4, A, 5, 3), PlayedMatch(2, 3, A, 6, 0)]
    lines = {line.player: line for line in compute_standings([], history)}
    assert [line.place for line in lines.values()] == [1, 2, 3, 4]
    assert "crystals" in lines[3].why.template or "crystals" in lines[1].why.template


def test_the_matches_among_those_who_are_level_decide_where_nothing_else_does() -> None:
    history = [
        PlayedMatch(1, 2, B, 3, 5),
        PlayedMatch(3, 1, B, 3, 5),
        PlayedMatch(2, 3, A, 5, 5),
        PlayedMatch(3, None, BYE),
    ]
    lines = compute_standings([], history, StandingsRules(order=("direct",)))
    assert [line.player for line in lines] == [2, 1, 3]
    assert "fewer points" in lines[1].why.template and "behind in the matches" in lines[2].why.template


def test_byes_are_left_out_of_the_opponents_mean() -> None:
    history = [PlayedMatch(1, 2, A, 5, 0), PlayedMatch(1, None, BYE), PlayedMatch(2, 3, A, 5, 0)]
    lines = {line.player: line for line in compute_standings([], history)}
    assert (lines[1].opponents, lines[2].opponents, lines[3].opponents) == (3.0, 3.0, 3.0)


def test_a_bye_costs_no_place_where_crystals_a_match_decide() -> None:
    """The first has won one match high and sat out once, the second has won two by a little."""
    history = [
        PlayedMatch(1, 3, A, 5, 0),
        PlayedMatch(1, None, BYE),
        PlayedMatch(2, 4, A, 5, 4),
        PlayedMatch(2, 3, A, 5, 4),
    ]
    first = {
        order: compute_standings([], history, StandingsRules(order=(order,)))[0].player
        for order in ("crystals", "crystals_a_match")
    }
    assert first == {"crystals": 2, "crystals_a_match": 1}


def test_places_are_shared_where_nothing_separates() -> None:
    lines = compute_standings([1, 2, 3, 4, 5, 6, 7], [])
    assert {line.place for line in lines} == {1} and all(line.shared and line.why.params for line in lines)
    assert compute_standings([5], [])[0].why.template == "the only player in the standings"
    assert compute_standings([], []) == ()


@pytest.mark.parametrize("size", range(2, 10))
def test_a_round_robin_meets_everybody_once_and_nobody_twice_a_round(size: int) -> None:
    rounds = round_robin(range(size), seed=3)
    pairs = [frozenset(pair) for round_ in rounds for pair in round_ if None not in pair]
    assert len(pairs) == len(set(pairs)) == size * (size - 1) // 2
    for round_ in rounds:
        seen = [player for pair in round_ for player in pair if player is not None]
        assert sorted(seen) == list(range(size))
    starts = [
        sum(pair[0] == player for round_ in rounds for pair in round_ if pair[1] is not None) for player in range(size)
    ]
    assert max(starts) - min(starts) <= size // 2 + 1


def test_the_first_two_of_a_cut_meet_only_in_the_final() -> None:
    seeds = tuple(range(1, 9))
    pairs = first_bracket_round(seeds)
    assert pairs[0] == (1, 8)
    while len(pairs) > 1:
        winners = [min(pair) for pair in pairs]
        pairs = list(zip(winners[::2], winners[1::2], strict=True))
    assert sorted(pairs[0]) == [1, 2]


def test_a_shared_last_place_of_a_cut_is_drawn_by_lot() -> None:
    places = [(1, 10), (2, 11), (3, 12), (4, 13), (4, 14), (4, 15)]
    assert playoff_seeds(places, size=4, seed=1)[:3] == (10, 11, 12)
    assert {playoff_seeds(places, size=4, seed=seed)[3] for seed in range(30)} == {13, 14, 15}
    for size, field in ((201, 300), (8, 7)):
        with pytest.raises(Invalid):
            playoff_seeds([(n, n) for n in range(field)], size=size, seed=1)


@given(st.integers(2, 300), st.integers(3, 6))
def test_pods_hold_two_to_six_and_differ_by_one_at_most(count: int, most: int) -> None:
    sizes = [len(pod) for pod in split_into_pods(range(count), most=most)]
    assert sum(sizes) == count and max(sizes) <= most and min(sizes) >= 2 and max(sizes) - min(sizes) <= 1


@given(st.integers(-2, 15), st.integers(-2, 15), st.booleans())
def test_a_result_is_either_possible_or_refused_with_its_rule(a: int, b: int, finished: bool) -> None:
    try:
        outcome = outcome_by_crystals((a, b), target=5, finished=finished)
    except Invalid as error:
        assert error.rule in ("MATCH-02", "MATCH-03")
    else:
        assert outcome == (A if a > b else B if b > a else DRAW)
        assert not finished or a == b == 0 or max(a, b) >= 5 > min(a, b)


def test_games_won_separate_and_a_match_without_them_counts_one_for_its_winner() -> None:
    rules = StandingsRules(order=("games",))
    history = [PlayedMatch(1, 2, A, 5, 4, (4, 3)), PlayedMatch(3, 4, A, 5, 0), PlayedMatch(5, 6, A, 5, 1, (2, 1))]
    rows = compute_standings(range(1, 7), history, rules)
    assert [(row.place, row.player, row.values["games"]) for row in rows] == [
        (1, 1, 4), (2, 5, 2), (3, 3, 1), (4, 2, 3), (5, 6, 1), (6, 4, 0),
    ]  # fmt: skip
    assert rows[1].why.template % rows[1].why.params == "tied with 1, but with fewer games won: 2 to 4"


@pytest.mark.parametrize("games", [(0, 0), (0, 1), (3, 0), (3, 3)])
def test_crystals_and_games_go_together(games: tuple[int, int]) -> None:
    with pytest.raises(Invalid, match="at least one crystal"):
        check_games_won(games, (5, 2))


def test_where_mistakes_cost_crystals_somebody_has_some_without_a_game() -> None:
    check_games_won((3, 0), (5, 2), mistakes_cost=True)
    check_games_won((3, 0), (5, 0))
