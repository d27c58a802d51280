"""Final ranking after a cut."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from matches.core.tournament.elimination import BracketMatch, bracket_slots, fill_bracket, final_ranking

TABLE = [(place, place) for place in range(1, 13)]


def cut_of(size: int, winners: dict[int, int]) -> tuple[BracketMatch, ...]:
    """Return a cut of the best `size`, where `winners` says who has won the match with a number."""
    return fill_bracket(bracket_slots(size, double=False), list(range(1, size + 1)), winners)


def played(size: int, winners: list[int]) -> tuple[BracketMatch, ...]:
    """Return a cut of the best `size` in which the better of two wins unless the other stands in `winners`."""
    won: dict[int, int] = {}
    while ready := [match for match in cut_of(size, won) if match.ready]:
        for match in ready:
            pair = (match.a or 0, match.b or 0)
            won[match.slot.number] = next((player for player in pair if player in winners), min(pair))
    return cut_of(size, won)


def test_the_winner_of_the_cut_stands_first_wherever_the_rounds_had_them() -> None:
    places = final_ranking(played(8, [4]), TABLE)
    assert [(each.label, each.player) for each in places[:4]] == [("1", 4), ("2", 2), ("3–4", 1), ("3–4", 3)]
    assert [each.label for each in places[4:8]] == ["5–8"] * 4
    assert [(each.label, each.player) for each in places[8:]] == [("9", 9), ("10", 10), ("11", 11), ("12", 12)]


def test_while_the_cut_is_played_those_still_in_share_the_first_places() -> None:
    places = final_ranking(cut_of(4, {1: 1}), TABLE)
    assert [(each.label, each.decided) for each in places[:4]] == [
        ("1–4", False),
        ("1–4", False),
        ("1–4", False),
        ("3–4", True),
    ]


def test_between_two_rounds_of_the_cut_only_its_winners_may_still_be_first() -> None:
    places = final_ranking(cut_of(4, {1: 1, 2: 3}), TABLE)
    assert [(each.label, each.player, each.decided) for each in places[:4]] == [
        ("1–2", 1, False),
        ("1–2", 3, False),
        ("3–4", 2, True),
        ("3–4", 4, True),
    ]


def test_without_a_cut_there_is_no_final_ranking_and_level_players_share_a_place() -> None:
    assert final_ranking((), TABLE) == ()
    level = [(1, 1), (2, 2), (3, 3), (3, 4), (5, 5)]
    assert [each.label for each in final_ranking(cut_of(2, {1: 1}), level)] == ["1", "2", "3–4", "3–4", "5"]


@given(st.sampled_from([2, 4, 8]), st.permutations(list(range(1, 13))))
def test_every_place_is_given_once(size: int, order: list[int]) -> None:
    places = final_ranking(played(size, order[:2]), TABLE)
    assert sorted(each.player for each in places) == list(range(1, 13))
    shares = sorted((each.first, each.last) for each in places)
    assert all(first <= number <= last for number, (first, last) in enumerate(shares, start=1))
    assert places[0].label == "1" and all(each.decided for each in places)
