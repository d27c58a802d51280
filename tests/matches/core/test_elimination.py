"""The tree of a knock-out: who meets whom, byes, the way back of who has lost once, and the places."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import Conflict
from matches.core.tournament.elimination import (
    NOBODY,
    Branch,
    TreeMatch,
    draw_seeds,
    fill_tree,
    placed,
    tree,
    tree_size,
)


def play(count: int, *, double: bool, seed: int = 1) -> tuple[list[list[TreeMatch]], tuple[TreeMatch, ...]]:
    """Play a whole event by lot: the rounds as they were played, and the tree at the end."""
    lots, players = Random(seed), list(range(1, count + 1))
    seeds, slots = draw_seeds(players, seed=seed), tree(tree_size(count), double=double)
    winners: dict[int, int] = {}
    rounds: list[list[TreeMatch]] = []
    while ready := [match for match in fill_tree(slots, seeds, winners) if match.ready]:
        rounds.append(ready)
        winners |= {match.slot.number: lots.choice([match.a or 0, match.b or 0]) for match in ready}
    return rounds, fill_tree(slots, seeds, winners)


@given(st.integers(2, 40), st.booleans(), st.integers(0, 99))
def test_who_is_out_has_lost_once_or_twice_and_one_is_left(count: int, double: bool, seed: int) -> None:
    rounds, end = play(count, double=double, seed=seed)
    lost = [match.loser for match in end if match.real and match.loser]
    champion = end[-1].winner
    assert champion
    for player in range(1, count + 1):
        allowed = 2 if double else 1
        assert lost.count(player) in (range(allowed) if player == champion else (allowed,))
    for ready in rounds:
        sitting = [player for match in ready for player in (match.a, match.b)]
        assert len(sitting) == len(set(sitting))


@given(st.integers(2, 40), st.booleans(), st.integers(0, 99))
def test_everybody_is_placed_once_and_the_places_leave_no_gap(count: int, double: bool, seed: int) -> None:
    _rounds, end = play(count, double=double, seed=seed)
    places = placed(end, range(1, count + 1))
    assert sorted(place.player for place in places) == list(range(1, count + 1))
    assert places[0].player == end[-1].winner
    expected = 1
    for place in places:
        assert place.decided
        if place.first != expected:
            expected = place.first
        assert place.first <= expected <= place.last
    for place in places:
        sharing = [other for other in places if other.first == place.first]
        assert len(sharing) == place.last - place.first + 1


def test_six_players_have_two_byes_and_the_places_are_1_2_3_4_and_5_to_6() -> None:
    rounds, end = play(6, double=False)
    assert [len(ready) for ready in rounds] == [2, 2, 1]
    assert [place.label for place in placed(end, range(1, 7))] == ["1", "2", "3–4", "3–4", "5–6", "5–6"]


def test_the_second_final_is_played_only_after_a_first_defeat_of_the_other_one() -> None:
    slots, seeds = tree(2, double=True), [7, 8]
    once = fill_tree(slots, seeds, {1: 7, 2: 7})
    assert once[-1].winner == 7
    assert not any(match.ready for match in once)
    again = fill_tree(slots, seeds, {1: 7, 2: 8})
    assert again[-1].ready
    assert [place.label for place in placed(again, [7, 8])] == ["1–2", "1–2"]
    assert fill_tree(slots, seeds, {1: 7, 2: 8, 3: 7})[-1].winner == 7


def test_people_who_came_together_do_not_meet_in_round_one_while_a_lot_can_keep_them_apart() -> None:
    family = [frozenset((a, b)) for a in (1, 2, 3) for b in (1, 2, 3) if a < b]
    for seed in range(20):
        seeds = draw_seeds(range(1, 9), seed=seed, apart=family)
        met = [frozenset((match.a, match.b)) for match in fill_tree(tree(8, double=False), seeds, {}) if match.ready]
        assert not set(met) & set(family)


def test_a_tree_that_is_not_done_says_who_may_still_win() -> None:
    slots = tree(4, double=False)
    places = placed(fill_tree(slots, [1, 2, 3, NOBODY], {2: 2}), [1, 2, 3, 9])
    assert [(place.label, place.player, place.decided) for place in places] == [
        ("1–2", 1, False),
        ("1–2", 2, False),
        ("3", 3, True),
        ("4", 9, True),
    ]
    assert {match.slot.branch for match in fill_tree(slots, [1, 2, 3, NOBODY], {})} == {Branch.WINNERS}


def test_one_player_and_three_hundred_have_no_tree() -> None:
    with pytest.raises(Conflict):
        tree_size(1)
    with pytest.raises(Conflict):
        tree_size(300)
