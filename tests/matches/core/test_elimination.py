"""The tree of a knock-out: who meets whom, byes, the way back of who has lost once, and the places."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import Conflict
from matches.core.tournament.elimination import (
    BYE,
    BracketMatch,
    Branch,
    Source,
    bracket_size,
    bracket_slots,
    draw_seeds,
    fill_bracket,
    final_ranking,
    last_loss_by_player,
    name_of_bracket_round,
    upcoming_match,
)


def level(*players: int) -> list[tuple[int, int]]:
    """Return a table in which all share first place."""
    return [(1, player) for player in players]


def play(count: int, *, double: bool, seed: int = 1) -> tuple[list[list[BracketMatch]], tuple[BracketMatch, ...]]:
    """Play a whole event with random results: the rounds as they were played, and the tree at the end."""
    lots, players = Random(seed), list(range(1, count + 1))
    seeds, slots = draw_seeds(players, seed=seed), bracket_slots(bracket_size(count), double=double)
    winners: dict[int, int] = {}
    rounds: list[list[BracketMatch]] = []
    while ready := [match for match in fill_bracket(slots, seeds, winners) if match.ready]:
        rounds.append(ready)
        winners |= {match.slot.number: lots.choice([match.a or 0, match.b or 0]) for match in ready}
    return rounds, fill_bracket(slots, seeds, winners)


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
    places = final_ranking(end, level(*range(1, count + 1)))
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
    assert [place.label for place in final_ranking(end, level(*range(1, 7)))] == ["1", "2", "3–4", "3–4", "5–6", "5–6"]


def test_the_second_final_is_played_only_after_a_first_defeat_of_the_other_one() -> None:
    slots, seeds = bracket_slots(2, double=True), [7, 8]
    once = fill_bracket(slots, seeds, {1: 7, 2: 7})
    assert once[-1].winner == 7
    assert not any(match.ready for match in once)
    again = fill_bracket(slots, seeds, {1: 7, 2: 8})
    assert again[-1].ready
    assert [place.label for place in final_ranking(again, level(7, 8))] == ["1–2", "1–2"]
    assert fill_bracket(slots, seeds, {1: 7, 2: 8, 3: 7})[-1].winner == 7


def test_people_who_came_together_do_not_meet_in_round_one_while_a_lot_can_keep_them_apart() -> None:
    family = [frozenset((a, b)) for a in (1, 2, 3) for b in (1, 2, 3) if a < b]
    for seed in range(20):
        seeds = draw_seeds(range(1, 9), seed=seed, apart=family)
        met = [
            frozenset((match.a, match.b))
            for match in fill_bracket(bracket_slots(8, double=False), seeds, {})
            if match.ready
        ]
        assert not set(met) & set(family)


def test_a_tree_that_is_not_done_says_who_may_still_win() -> None:
    slots = bracket_slots(4, double=False)
    places = final_ranking(fill_bracket(slots, [1, 2, 3, BYE], {2: 2}), level(1, 2, 3, 9))
    assert [(place.label, place.player, place.decided) for place in places] == [
        ("1–2", 1, False),
        ("1–2", 2, False),
        ("3", 3, True),
        ("4", 9, True),
    ]
    assert {match.slot.branch for match in fill_bracket(slots, [1, 2, 3, BYE], {})} == {Branch.WINNERS}


def test_one_player_and_three_hundred_have_no_tree() -> None:
    with pytest.raises(Conflict):
        bracket_size(1)
    with pytest.raises(Conflict):
        bracket_size(300)


def _names(size: int, *, double: bool) -> list[str]:
    slots = bracket_slots(size, double=double)
    names = [name_of_bracket_round(slots, slot) for slot in slots]
    return list(dict.fromkeys(name.template % name.params for name in names))


def test_rounds_have_the_names_of_the_field() -> None:
    assert _names(16, double=False) == ["Round of 16", "Quarterfinals", "Semifinals", "Final"]
    assert _names(8, double=True) == [
        *("Winners’ round 1", "Winners’ semifinals", "Winners’ final"),
        *("Losers’ round 1", "Losers’ round 2", "Losers’ round 3", "Losers’ final"),
        *("Final", "Second final"),
    ]
    assert _names(2, double=True) == ["Winners’ final", "Final", "Second final"]


def test_who_has_won_early_waits_for_the_winner_of_another_match() -> None:
    slots, seeds = bracket_slots(4, double=False), [1, 2, 3, 4]
    after_one = fill_bracket(slots, seeds, {1: 1})
    next_match = upcoming_match(after_one, 1, round_of={1: 1, 2: 1}, last=1)
    assert next_match is not None
    assert (next_match.source, next_match.opponent, next_match.round) == (Source("winner", 2), None, 2)
    assert upcoming_match(after_one, 2, round_of={1: 1, 2: 1}, last=1) is None
    assert upcoming_match(after_one, 4, round_of={1: 1, 2: 1}, last=1) is None
    known = upcoming_match(fill_bracket(slots, seeds, {1: 1, 2: 2}), 1, round_of={1: 1, 2: 1}, last=1)
    assert known is not None and known.opponent == 2


def test_who_waits_past_a_bye_is_told_of_the_match_that_is_played() -> None:
    slots = bracket_slots(8, double=True)
    seeds = [1, 2, 3, 4, 5, BYE, BYE, BYE]
    # 1, 2 and 3 have byes; 4 beat 5, who has nobody to meet in the losers' round 1 and waits for who falls later.
    first = next(slot.number for slot in slots if {slot.a.number, slot.b.number} == {3, 4} and slot.round == 1)
    round_of = {slot.number: 1 for slot in slots if slot.branch is Branch.WINNERS and slot.round == 1}
    waiting = upcoming_match(fill_bracket(slots, seeds, {first: 4}), 5, round_of=round_of, last=1)
    assert waiting is not None and waiting.source is not None and waiting.source.kind == "loser"
    assert waiting.round == 3
    assert slots[waiting.source.number - 1].round == 2


def test_the_last_match_a_player_lost_says_how_far_they_came() -> None:
    slots = bracket_slots(4, double=True)
    matches = fill_bracket(slots, [1, 2, 3, 4], {1: 1, 2: 2, 3: 1, 4: 3, 5: 2, 6: 1})
    named = {
        player: name_of_bracket_round(slots, match.slot).template
        for player, match in last_loss_by_player(matches).items()
    }
    assert named == {4: "Losers’ round %(number)s", 3: "Losers’ final", 2: "Final"}
