"""Play of a draft: where every card is, who picks next, and what is refused."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.core.facts import PEOPLES, People
from common.errors import DomainError, Invalid
from drafts.core.engine.play import PassState, apply_pick, initial_pass_state, replay_picks
from drafts.core.engine.setup import (
    DEAL_TABLE,
    LastDealDirection,
    PassingMode,
    Setup,
    default_peoples,
    pool_card_count_of_people,
)
from drafts.core.engine.state import (
    AlreadyPicked,
    DraftOver,
    DraftPick,
    NoPacketYet,
    NoSuchSeat,
    NotInPacket,
    NotYourPacket,
)


def marked_pool(setup: Setup) -> list[str]:
    """Return a pool whose cards all have names that say nothing about them."""
    return [f"{people}-{at}" for people in setup.peoples for at in range(pool_card_count_of_people(people))]


def first_card(state: PassState, seat: int) -> DraftPick:
    return DraftPick(seat, state.round, state.pick_number, state.packets[seat][0])


def fresh(players: int, seed: int = 1, flow: PassingMode = PassingMode.TOGETHER) -> PassState:
    setup = Setup(players, default_peoples(players), flow=flow)
    deal = marked_pool(setup)
    random.Random(seed).shuffle(deal)
    return initial_pass_state(setup, deal)


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    players = draw(st.sampled_from(sorted(DEAL_TABLE)))
    peoples: list[People] = draw(st.permutations(PEOPLES))
    return Setup(players, tuple(peoples[: DEAL_TABLE[players].decks]), draw(st.sampled_from(LastDealDirection)))


def play(setup: Setup, rng: random.Random, *, until: int = 999) -> tuple[PassState, list[DraftPick]]:
    """Pick random cards at random seats, one after the other, as people do."""
    deal = marked_pool(setup)
    rng.shuffle(deal)
    state, picks = initial_pass_state(setup, deal), list[DraftPick]()
    while not state.is_over and len(picks) < until:
        seat = rng.choice(state.awaited_seats)
        pick = DraftPick(seat, state.round, state.pick_number, rng.choice(state.packets[seat]))
        state = apply_pick(state, pick)
        picks.append(pick)
    return state, picks


@given(setups(), st.integers(0, 2**32), st.integers(0, 260))
def test_every_card_is_in_exactly_one_place_at_any_moment(setup: Setup, seed: int, until: int) -> None:
    state, _ = play(setup, random.Random(seed), until=until)
    undealt = state.deal[setup.players * sum(setup.sizes[: state.round]) :]
    places = [*undealt, *state.discards]
    places += [card for packet in (*state.packets, *state.hands) for card in packet]
    assert Counter(places) == Counter(state.deal)


@given(setups(), st.integers(0, 2**32))
def test_the_counts_at_the_end_are_the_figures(setup: Setup, seed: int) -> None:
    state, picks = play(setup, random.Random(seed))
    assert state.is_over
    assert {len(hand) for hand in state.hands} == {setup.figures.kept}
    assert len(state.undealt_cards) == setup.figures.leftover
    assert len(state.discards) + len(state.undealt_cards) == setup.figures.discards
    assert len(picks) == setup.players * sum(size - 1 for size in setup.sizes)


@given(setups(), st.integers(0, 2**32), st.integers(0, 260))
def test_replaying_any_prefix_gives_the_live_state(setup: Setup, seed: int, until: int) -> None:
    state, picks = play(setup, random.Random(seed), until=until)
    assert replay_picks(setup, state.deal, picks) == state


@given(setups(), st.integers(0, 2**32))
def test_a_packet_gives_each_seat_one_pick_a_step_and_n_minus_one_in_all(setup: Setup, seed: int) -> None:
    _, picks = play(setup, random.Random(seed))
    steps = Counter((pick.round, pick.number) for pick in picks)
    assert steps == {
        (at, number): setup.players for at, size in enumerate(setup.sizes, start=1) for number in range(1, size)
    }
    assert len({(pick.seat, pick.round, pick.number) for pick in picks}) == len(picks)
    assert len({pick.card for pick in picks}) == len(picks)


@given(setups(), st.integers(0, 2**32))
def test_packets_pass_to_the_neighbour_in_the_direction_of_the_round(setup: Setup, seed: int) -> None:
    rng = random.Random(seed)
    state, _ = play(setup, rng, until=rng.randrange(200))
    while not state.is_over:
        step_before = (state.round, state.pick_number)
        left = state
        while not left.is_over and (left.round, left.pick_number) == step_before:
            kept_back, left = left, apply_pick(left, first_card(left, left.awaited_seats[0]))
        if left.is_over:
            break
        if left.round == step_before[0]:
            last = kept_back.awaited_seats[0]
            passed = [packet[1:] if seat == last else packet for seat, packet in enumerate(kept_back.packets)]
            way = -1 if setup.direction(left.round) == "right" else 1
            assert all(left.packets[(seat + way) % setup.players] == passed[seat] for seat in range(setup.players))
        state = left


def test_the_deal_is_used_from_the_front_round_after_round_seat_after_seat() -> None:
    state = fresh(2)
    assert state.packets == (state.deal[:5], state.deal[5:10])
    while state.round == 1:
        state = apply_pick(state, first_card(state, state.awaited_seats[0]))
    assert state.packets == (state.deal[10:15], state.deal[15:20])


def test_the_seat_to_the_right_of_s_is_s_minus_one() -> None:
    state = fresh(4)
    rest_of_seat_2 = state.packets[2][1:]
    for seat in range(4):
        state = apply_pick(state, first_card(state, seat))
    assert state.packets[1] == rest_of_seat_2
    assert state.public().receiver(2) == 1
    assert state.public().giver(0) == 1


def test_packets_pass_only_when_all_have_chosen() -> None:
    state = fresh(3)
    after = apply_pick(apply_pick(state, first_card(state, 0)), first_card(state, 2))
    assert (after.round, after.pick_number, after.awaited_seats) == (1, 1, (1,))
    assert apply_pick(after, first_card(after, 1)).pick_number == 2


@pytest.mark.parametrize(("seat", "giver"), [(0, 1), (1, 2), (2, 0)])
def test_draft_19_in_round_one_no_packet_is_offered_before_it_was_passed(seat: int, giver: int) -> None:
    """Packets pass at once and to the right: after its first pick a seat waits for that of its left neighbour."""
    start = fresh(3, flow=PassingMode.QUEUED)
    assert start.awaited_seats == (0, 1, 2)
    state = apply_pick(start, DraftPick(seat, 1, 1, start.packet(seat)[0]))
    assert (state.awaits(seat), state.packet(seat), state.waiting_packet_count(seat)) == (False, (), 0)
    for packet in (start.packet(giver), start.packet(seat)):
        with pytest.raises(NoPacketYet) as caught:
            apply_pick(state, DraftPick(seat, 1, 2, packet[-1]))
        assert caught.value.rule == "DRAFT-19"
    passed = apply_pick(state, DraftPick(giver, 1, 1, start.packet(giver)[0]))
    assert passed.packet(seat) == start.packet(giver)[1:]


def test_the_last_card_of_a_packet_goes_to_the_discards_and_to_nobody() -> None:
    state = fresh(2)
    while state.round == 1:
        last, state = state, apply_pick(state, first_card(state, state.awaited_seats[0]))
    assert len(last.packets[last.awaited_seats[0]]) == 2
    assert len(state.discards) == 2
    assert not set(state.discards) & {card for hand in state.hands for card in hand}


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_does_not_exist_picks_nothing(seat: int) -> None:
    state = fresh(2)
    with pytest.raises(NoSuchSeat):
        apply_pick(state, DraftPick(seat, 1, 1, state.deal[0]))
    with pytest.raises(NoSuchSeat):
        state.view(seat)


def test_a_card_of_another_packet_cannot_be_taken_and_the_refusal_does_not_say_where_it_is() -> None:
    state = fresh(2)
    messages = set()
    for card in (state.packets[1][0], state.deal[-1], "That isn’t one of the unseen cards."):
        with pytest.raises(NotInPacket) as caught:
            apply_pick(state, DraftPick(0, 1, 1, card))
        messages.add(str(caught.value).replace(card, "…"))
        assert caught.value.rule == "DRAFT-06"
    assert len(messages) == 1


def test_a_second_pick_of_the_same_packet_is_refused() -> None:
    state = fresh(2)
    state = apply_pick(state, first_card(state, 0))
    with pytest.raises(AlreadyPicked) as caught:
        apply_pick(state, first_card(state, 0))
    assert caught.value.rule == "DRAFT-19"


@pytest.mark.parametrize(("round_number", "number"), [(1, 2), (2, 1), (0, 0), (1, -1)])
def test_a_pick_for_another_packet_takes_nothing_from_this_one(round_number: int, number: int) -> None:
    state = fresh(2)
    with pytest.raises(NotYourPacket) as caught:
        apply_pick(state, DraftPick(0, round_number, number, state.packets[0][0]))
    assert caught.value.rule == "DRAFT-07"


def test_nothing_can_be_taken_when_the_draft_is_over() -> None:
    state, picks = play(Setup(2, default_peoples(2)), random.Random(3))
    with pytest.raises(DraftOver):
        apply_pick(state, picks[-1])
    assert state.awaited_seats == ()


def test_a_refused_pick_changes_nothing() -> None:
    state = fresh(2)
    before = replay_picks(state.setup, state.deal, [])
    with pytest.raises(DomainError):
        apply_pick(state, DraftPick(0, 1, 1, "That isn’t one of the unseen cards."))
    assert state == before


@pytest.mark.parametrize("spoil", [lambda deal: deal[:-1], lambda deal: [*deal[:-1], deal[0]]])
def test_a_deal_that_is_not_the_pool_once_is_refused(spoil: object) -> None:
    state = fresh(2)
    with pytest.raises(Invalid, match="98 different cards"):
        initial_pass_state(state.setup, spoil(state.deal))  # type: ignore[operator]
