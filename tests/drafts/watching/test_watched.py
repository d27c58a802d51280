"""What onlookers see depends on finished rounds alone: no later packet, and never a discard."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.core.facts import PEOPLES
from drafts.core.archive.log import finished_rounds, watched_seats
from drafts.core.engine.setup import PassingMode, Setup
from drafts.core.engine.sharing import Sharing
from drafts.core.engine.state import DraftPick, State
from drafts.core.ways.entries import initial_state
from tests.drafts.tables import setup_for

NAMES = {0: "Roland", 1: "Elinor"}


def played(setup: Setup, turns: int, seed: int) -> State:
    """Return a draft after so many random picks; the cards are numbers."""
    rng = random.Random(seed)
    state = initial_state(setup, [str(card) for card in range(setup.figures.pool)])
    for _turn in range(turns):
        if state.is_over:
            break
        seat = rng.choice(state.awaited_seats)
        state = state.after(DraftPick(seat, *state.next_pick(seat), rng.choice(state.choices(seat))))
    return state


def shown(state: State) -> set[str]:
    seats = watched_seats(state, NAMES, finished_rounds(state))
    return {card for seat in seats for entry in seat.picks for card in entry.packet} | {
        c for s in seats for c in s.pool
    }


def test_after_a_round_of_two_players_onlookers_see_four_picks_each_and_one_hidden_card() -> None:
    state = played(setup_for(2), 8, seed=1)
    assert finished_rounds(state) == 1
    for seat in watched_seats(state, NAMES, 1):
        assert [entry.number for entry in seat.picks] == [1, 2, 3, 4]
        assert [len(entry.packet) for entry in seat.picks] == [4, 3, 2, 1]
        assert [entry.hidden for entry in seat.picks] == [1, 1, 1, 1]
        assert seat.pool == state.hands[seat.number]


@given(st.integers(0, 78), st.integers(0, 999), st.sampled_from(PassingMode))
def test_only_cards_kept_in_finished_rounds_are_shown(turns: int, seed: int, flow: PassingMode) -> None:
    setup = Setup(2, PEOPLES[:3], flow=flow)
    state = played(setup, turns, seed)
    rounds = finished_rounds(state)
    picks = sum(size - 1 for size in setup.sizes[:rounds])
    kept = {card for hand in state.hands for card in hand[:picks]}
    assert shown(state) == kept
    assert len(kept) == 2 * picks


@given(st.integers(0, 77), st.integers(0, 999))
def test_other_packets_in_later_rounds_change_nothing_that_is_shown(turns: int, seed: int) -> None:
    state = played(setup_for(2), turns, seed)
    rounds = finished_rounds(state)
    dealt = 2 * sum(state.setup.sizes[:rounds])
    other = [*state.deal[:dealt], *reversed(state.deal[dealt:])]
    again = initial_state(state.setup, other)
    for number in range(sum(size - 1 for size in state.setup.sizes[:rounds])):
        for seat in (0, 1):
            again = again.after(DraftPick(seat, *state.setup.steps[number], state.hands[seat][number]))
    assert watched_seats(state, NAMES, rounds) == watched_seats(again, NAMES, rounds)


@pytest.mark.parametrize(("turns", "cards"), [(0, (0, 0)), (1, (0, 0)), (2, (1, 1)), (3, (1, 1)), (4, (2, 2))])
def test_where_all_cards_lie_open_a_round_is_a_card_each(turns: int, cards: tuple[int, int]) -> None:
    state = played(Setup(2, PEOPLES[:3], sharing=Sharing.ROTISSERIE), turns, seed=1)
    seats = watched_seats(state, NAMES, finished_rounds(state))
    assert tuple(len(seat.pool) for seat in seats) == cards


def test_a_finished_draft_is_shown_whole() -> None:
    state = played(setup_for(2), 78, seed=3)
    assert finished_rounds(state) == state.setup.rounds
    assert [seat.pool for seat in watched_seats(state, NAMES, finished_rounds(state))] == list(state.hands)
