"""View of a seat: its own packet and picks, and nothing of other seats."""

from __future__ import annotations

import random
from dataclasses import asdict
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from drafts.core.engine.play import apply_pick, can_exchange
from drafts.core.engine.setup import Setup, default_peoples
from tests.drafts.core.test_play import first_card, fresh, play, setups


def words(value: Any) -> set[str]:
    """Return every string anywhere inside a value."""
    if isinstance(value, dict):
        return words(list(value.values()))
    if isinstance(value, list | tuple):
        return {word for part in value for word in words(part)}
    return {value} if isinstance(value, str) else set()


@given(setups(), st.integers(0, 2**32), st.integers(0, 260))
def test_a_view_holds_the_own_packet_and_the_own_picks_and_no_other_card(setup: Setup, seed: int, until: int) -> None:
    state, _ = play(setup, random.Random(seed), until=until)
    cards = set(state.deal)
    assert not words(asdict(state.public())) & cards
    for seat in range(setup.players):
        may_see = set(state.hands[seat])
        if state.awaits(seat) or can_exchange(state, seat):
            may_see |= set(state.packets[seat])
        assert words(asdict(state.view(seat))) & cards == may_see


def test_a_view_is_the_same_whatever_lies_in_the_places_it_may_not_show() -> None:
    state = fresh(3)
    own = set(state.packets[0])
    others = [card for card in state.deal if card not in own]
    random.Random(9).shuffle(others)
    other = fresh(3)
    deal = (*state.packets[0], *others)
    from drafts.core.engine.play import initial_pass_state

    assert initial_pass_state(other.setup, deal).view(0) == state.view(0)


def test_a_view_tells_the_round_the_pick_the_direction_and_who_is_awaited() -> None:
    state = fresh(4)
    state = apply_pick(state, first_card(state, 2))
    view = state.view(2)
    assert (view.packet, view.chosen, view.pool) == ((), state.hands[2][0], state.hands[2])
    table = view.table
    assert (table.round, table.rounds, table.number, table.of) == (1, 10, 1, 4)
    assert table.direction == "right"
    assert table.awaited == (0, 1, 3)
    assert table.sizes == (5, 5, 0, 5)
    assert table.kept == (0, 0, 1, 0)


def test_the_end_is_over_and_shows_only_the_pool() -> None:
    state, _ = play(Setup(2, default_peoples(2)), random.Random(1))
    view = state.view(1)
    assert (view.table.over, view.table.awaited, view.packet, view.chosen) == (True, (), (), "")
    assert len(view.pool) == 39
