"""Counts of cards: worked examples of a round, sums that hold for every draft, and shares that need enough cases."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from drafts.core.archive.card_counts import CardCount, add_deck_to_counts, add_draft_to_counts, new_counts
from drafts.core.archive.log import MadePick
from drafts.core.engine.setup import Setup
from drafts.core.engine.sharing import Sharing
from drafts.core.engine.state import State
from tests.drafts.tables import setup_for
from tests.drafts.watching.test_watched import played


def picks_of(state: State, by: str = "player") -> list[MadePick]:
    steps = enumerate(state.setup.steps)
    return [MadePick(seat, *step, hand[at], by) for at, step in steps for seat, hand in enumerate(state.hands)]


def test_the_pick_number_counts_from_the_packet_and_a_passed_card_may_come_back() -> None:
    state = played(setup_for(2), 78, seed=1)
    counts = new_counts()
    add_draft_to_counts(counts, state.setup, state.deal, state.deal, picks_of(state), "player")
    first, third = state.hands[0][0], state.hands[0][2]
    assert (counts[first].times, counts[first].number_sum, counts[first].first) == (1, 1, 1)
    assert (counts[third].times, counts[third].number_sum, counts[third].first) == (1, 3, 0)
    # Two players: its seat passed it once and it came back; the neighbour passed it once and it didn’t.
    assert (counts[third].passed, counts[third].back) == (2, 1)
    assert (counts[""].drafts, counts[""].times) == (1, 78)


@given(st.integers(2, 4), st.integers(0, 99))
def test_every_pick_is_counted_once_and_no_card_comes_back_more_often_than_it_was_passed(
    players: int, seed: int
) -> None:
    state = played(setup_for(players), 999, seed=seed)
    counts = new_counts()
    add_draft_to_counts(counts, state.setup, state.deal, state.deal, picks_of(state), "player")
    total = counts.pop("")
    assert total.times == sum(count.times for count in counts.values()) == sum(map(len, state.hands))
    assert all(count.drafts == 1 and 0 <= count.back <= count.passed for count in counts.values())


def test_picks_of_others_do_not_count() -> None:
    state = played(setup_for(2), 78, seed=1)
    counts = new_counts()
    add_draft_to_counts(counts, state.setup, state.deal, state.deal, picks_of(state, by="clock"), "player")
    assert counts[""].drafts == 1
    assert not any(count.times or count.passed for count in counts.values())


def test_where_all_cards_lie_open_the_lap_is_counted_and_nothing_comes_back() -> None:
    state = played(Setup(2, setup_for(2).peoples, sharing=Sharing.ROTISSERIE), 999, seed=1)
    picks = [MadePick(seat, at + 1, 1, card, "player") for seat in (0, 1) for at, card in enumerate(state.hands[seat])]
    counts = new_counts()
    add_draft_to_counts(counts, state.setup, state.deal, state.deal, picks, "player")
    assert counts[state.hands[1][4]].number_sum == 5
    assert not any(count.passed for count in counts.values())


def test_shares_are_given_from_twenty_decks_and_twenty_passes() -> None:
    few, row = CardCount(passed=19, back=7, games=90, won=60), CardCount(passed=20, back=5, games=90, won=60)
    few.played, row.played = 19, 20
    assert (few.back_percent, few.won_percent, few.low_percent) == (None, None, None)
    assert (row.back_percent, row.won_percent) == (25, 67)
    assert row.low_percent is not None and row.high_percent is not None
    assert row.low_percent < 67 < row.high_percent


def test_a_deck_counts_for_every_card_of_its_pool() -> None:
    counts = new_counts()
    add_deck_to_counts(counts, {"a", "b"}, {"a"}, games=3, won=2)
    add_deck_to_counts(counts, {"a", "b"}, {"b"})
    assert counts["a"] == CardCount(decks=2, in_decks=1, played=1, games=3, won=2)
    assert counts["b"].in_decks == 1
