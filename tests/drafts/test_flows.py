"""Flows of a draft: packets passed together, and packets passed as soon as they are free."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from cards.core.facts import PEOPLES, Catalogue
from common.errors import Conflict, Invalid
from drafts.core.engine.play import PassState, apply_pick, initial_pass_state, replay_picks
from drafts.core.engine.setup import (
    DEAL_TABLE,
    HouseDeal,
    LastDealDirection,
    PassingMode,
    Setup,
    parse_passing_mode,
    pool_codes_of,
)
from drafts.core.engine.state import AlreadyPicked, DraftOver, DraftPick, NoPacketYet, NotYourPacket
from drafts.core.simulator import simulate_draft
from tests.effort import examples


def deal_for(setup: Setup, rng: random.Random) -> list[str]:
    deal = [f"card-{at}" for at in range(setup.figures.pool)]
    rng.shuffle(deal)
    return deal


def next_pick(state: PassState, seat: int, at: int = 0) -> DraftPick:
    packet = state.packet(seat)
    return DraftPick(seat, *state.next_pick(seat), packet[at % len(packet)])


class TableMachine(RuleBasedStateMachine):
    """Seats of a small table pick as they like, in either flow; what must hold, holds after every pick."""

    @initialize(
        players=st.integers(2, 6),
        flow=st.sampled_from(PassingMode),
        step8=st.sampled_from(LastDealDirection),
        house=st.booleans(),
        seed=st.integers(0, 2**16),
    )
    def sit_down(self, players: int, flow: PassingMode, step8: LastDealDirection, house: bool, seed: int) -> None:
        own = HouseDeal(packet=4, rounds=3, last_deal=2) if house else None
        self.setup = Setup(players, PEOPLES[: DEAL_TABLE[players].decks], step8, flow, own)
        self.state = initial_pass_state(self.setup, deal_for(self.setup, random.Random(seed)))
        self.picks: list[DraftPick] = []
        self.held_by: dict[str, int] = {}

    @rule(which=st.integers(0, 99), at=st.integers(0, 99), times=st.integers(1, 12))
    def somebody_picks(self, which: int, at: int, times: int) -> None:
        for turn in range(times):
            if self.state.is_over:
                return
            awaited = self.state.awaited_seats
            pick = next_pick(self.state, awaited[(which + turn) % len(awaited)], at)
            self.state = apply_pick(self.state, pick)
            self.picks.append(pick)
            self.held_by[pick.card] = pick.seat

    @rule(seat=st.integers(0, 5))
    def a_seat_that_waits_can_take_nothing(self, seat: int) -> None:
        if self.state.is_over or seat >= self.setup.players or self.state.awaits(seat):
            return
        for place in {self.state.next_pick(seat), self.setup.steps[-1]}:
            with pytest.raises(Conflict):
                apply_pick(self.state, DraftPick(seat, *place, self.state.deal[0]))

    @invariant()
    def every_card_is_in_one_place_and_has_one_owner(self) -> None:
        places = Counter(card for pile in (*self.state.piles, *self.state.hands) for card in pile)
        assert places + Counter(self.state.undealt_cards) == Counter(self.state.deal)
        assert {card: seat for seat, hand in enumerate(self.state.hands) for card in hand} == self.held_by

    @invariant()
    def somebody_is_awaited_until_all_is_over(self) -> None:
        assert self.state.is_over == (not self.state.awaited_seats)
        assert self.state.is_over == (len(self.picks) == self.setup.players * len(self.setup.steps))

    @invariant()
    def nobody_has_passed_twice_what_their_neighbour_has_not_seen(self) -> None:
        for seat in range(self.setup.players):
            assert self.state.waiting_packet_count(seat) <= (
                1 if self.setup.flow is PassingMode.TOGETHER else max(self.setup.sizes)
            )
            if self.setup.flow is PassingMode.TOGETHER:
                assert len(self.state.hands[seat]) - self.state.min_pick_count <= 1

    @invariant()
    def replaying_what_was_picked_gives_the_same(self) -> None:
        assert replay_picks(self.setup, self.state.deal, self.picks) == self.state

    @invariant()
    def a_view_holds_its_own_cards_only(self) -> None:
        for seat in range(self.setup.players):
            view = self.state.view(seat)
            assert set(view.packet) == set(self.state.packet(seat))
            assert set(view.pool) == {card for card, owner in self.held_by.items() if owner == seat}

    def teardown(self) -> None:
        if not hasattr(self, "state"):
            return
        while not self.state.is_over:
            self.state = apply_pick(self.state, next_pick(self.state, self.state.awaited_seats[-1]))
        assert {len(hand) for hand in self.state.hands} == {self.setup.figures.kept}
        assert len(self.state.discards) + len(self.state.undealt_cards) == self.setup.figures.discards


TestTable = TableMachine.TestCase
TestTable.settings = settings(max_examples=examples(15), stateful_step_count=20)


def fresh(players: int, flow: PassingMode) -> PassState:
    setup = Setup(players, PEOPLES[: DEAL_TABLE[players].decks], flow=flow)
    return initial_pass_state(setup, deal_for(setup, random.Random(7)))


def test_a_quick_seat_goes_on_as_soon_as_a_packet_waits() -> None:
    state = fresh(3, PassingMode.QUEUED)
    right, rest = 2, state.packets[0]
    state = apply_pick(state, next_pick(state, 0))
    with pytest.raises(NoPacketYet):
        apply_pick(state, DraftPick(0, 1, 2, state.deal[0]))
    state = apply_pick(state, next_pick(state, 2))
    assert state.packet(right) == rest[1:]
    state = apply_pick(state, next_pick(state, 2))
    assert (state.next_pick(2), state.next_pick(1), state.awaited_seats) == ((1, 3), (1, 1), (1,))
    assert state.public().waiting == (0, 3, 0)


def test_a_queued_pick_names_its_own_packet() -> None:
    state = fresh(2, PassingMode.QUEUED)
    first = next_pick(state, 0)
    state = apply_pick(state, first)
    with pytest.raises(AlreadyPicked):
        apply_pick(state, first)
    state = apply_pick(state, next_pick(state, 1))
    with pytest.raises(NotYourPacket):
        apply_pick(state, first)


def test_a_seat_that_has_all_its_cards_only_waits() -> None:
    setup = Setup(2, PEOPLES[:1], flow=PassingMode.QUEUED, house=HouseDeal(packet=2, rounds=2))
    state = initial_pass_state(setup, deal_for(setup, random.Random(1)))
    for _turn in range(2):
        state = apply_pick(state, next_pick(state, 0))
    assert (state.awaited_seats, state.view(0).packet) == ((1,), ())
    with pytest.raises(Conflict):
        apply_pick(state, DraftPick(0, 2, 1, state.deal[0]))
    for _turn in range(2):
        state = apply_pick(state, next_pick(state, 1))
    with pytest.raises(DraftOver):
        apply_pick(state, DraftPick(0, 2, 1, state.deal[0]))


@pytest.mark.parametrize("players", DEAL_TABLE)
def test_both_flows_end_in_the_same_counts(players: int, facts: Catalogue) -> None:
    ends = []
    for flow in PassingMode:
        state = simulate_draft(
            Setup(players, PEOPLES[: DEAL_TABLE[players].decks], flow=flow), facts, seed="same"
        ).state
        ends.append((sorted(map(len, state.hands)), len(state.discards), len(state.undealt_cards)))
    assert ends[0] == ends[1]


def test_a_practice_table_stands_outside_the_rules_and_says_so(facts: Catalogue) -> None:
    alone = Setup(1, PEOPLES[:2], house=HouseDeal(packet=6, rounds=5))
    assert alone.practice
    assert not Setup(2, PEOPLES[:3]).practice
    assert (alone.figures.kept, alone.figures.pool, alone.figures.leftover) == (25, 66, 36)
    assert len(simulate_draft(alone, facts, seed="1").state.hands[0]) == 25
    own = Setup(2, (), house=HouseDeal(packet=2, rounds=1, cards=("Vulca 01", "Hoax 01", "Flit 02", "Flit 03")))
    assert pool_codes_of(own, facts) == ("Vulca 01", "Hoax 01", "Flit 02", "Flit 03")


@pytest.mark.parametrize(
    ("players", "house", "words"),
    [
        (0, HouseDeal(5, 5), "players"),
        (11, HouseDeal(5, 5), "players"),
        (2, HouseDeal(1, 5), "packet"),
        (2, HouseDeal(5, 0), "rounds"),
        (4, HouseDeal(20, 10), "would deal 800"),
        (2, HouseDeal(5, 9, last_deal=99), "would deal"),
        (2, HouseDeal(5, 9, last_deal=1), "The last deal must have 2 to 20 cards, or 0 for none, not 1."),
    ],
)
def test_a_practice_table_that_cannot_be_dealt_is_refused(players: int, house: HouseDeal, words: str) -> None:
    with pytest.raises(Invalid, match=words):
        Setup(players, PEOPLES[:3], house=house)


@pytest.mark.parametrize(
    ("players", "house", "fitting"),
    [(3, HouseDeal(5, 9), ("6",)), (3, HouseDeal(5, 9, last_deal=4), ("5",)), (6, HouseDeal(20, 1), ())],
)
def test_a_pool_that_is_too_small_names_the_rounds_it_reaches_for(
    players: int, house: HouseDeal, fitting: tuple[str, ...]
) -> None:
    """DRAFT-21: 99 cards of three peoples for three are 33 each, six rounds of five."""
    with pytest.raises(Invalid) as refused:
        Setup(players, PEOPLES[:3], house=house)
    assert [(detail.field, detail.suggestions) for detail in refused.value.details] == [("rounds", fitting)]
    for rounds in fitting:
        Setup(players, PEOPLES[:3], house=replace(house, rounds=int(rounds)))


def test_a_card_that_is_none_is_not_drafted(facts: Catalogue) -> None:
    setup = Setup(1, (), house=HouseDeal(packet=2, rounds=1, cards=("Vulca 01", "Nobody 01")))
    with pytest.raises(Invalid, match="“Nobody 01” isn’t in the catalogue"):
        pool_codes_of(setup, facts)


def test_an_unknown_flow_is_refused() -> None:
    assert parse_passing_mode(" Queued ") is PassingMode.QUEUED
    with pytest.raises(Invalid, match="“together” or “queued”"):
        parse_passing_mode("both")
