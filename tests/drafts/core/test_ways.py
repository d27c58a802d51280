"""Ways of sharing the cards (DRAFT-27 to DRAFT-31): worked examples, and what holds in all of them."""

from __future__ import annotations

import random
from dataclasses import asdict, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.core.facts import PEOPLES, Catalogue
from common.errors import Conflict, Invalid
from drafts.core.engine.bots import BotLevel, bot_pick, play_bots, printed_strength
from drafts.core.engine.clock import Clock, QuietHours, expected_duration, require_fitting_clock
from drafts.core.engine.setup import (
    DEAL_TABLE,
    DECK_SIZE,
    HouseDeal,
    Setup,
    default_peoples,
    parse_sharing,
    pool_codes_of,
    shuffle_pool,
)
from drafts.core.engine.sharing import Sharing
from drafts.core.engine.state import (
    AlreadyPicked,
    DraftOver,
    DraftPick,
    NoPacketYet,
    NoSuchSeat,
    NotInPacket,
    NotYourPacket,
    State,
    TurnTake,
)
from drafts.core.ways.entries import initial_state, replay_answers
from drafts.core.ways.winchester import WinchesterState
from drafts.core.ways.winston import HiddenPiles, replay_piles
from tests.effort import examples

TURN_WAYS = [way for way in Sharing if way.takes_turns]
DEALT_WAYS = [way for way in Sharing if way.is_dealt_at_once]


def setup_of(way: Sharing, players: int, peoples: int = 0) -> Setup:
    return Setup(players, PEOPLES[-peoples:] if peoples else default_peoples(players), sharing=way)


def dealt(setup: Setup, seed: object = 1) -> State:
    cards = [f"card-{at:03}" for at in range(setup.figures.pool)]
    return initial_state(setup, shuffle_pool(cards, random.Random(str(seed))))


def answer(state: State, card: str) -> DraftPick:
    seat = state.awaited_seats[0]
    return DraftPick(seat, *state.next_pick(seat), card)


def words(facts: object) -> set[str]:
    """Return all texts in a view, at any depth."""
    if isinstance(facts, dict):
        return set().union(*map(words, facts.values())) if facts else set()
    if isinstance(facts, list | tuple):
        return set().union(*map(words, facts)) if facts else set()
    return {facts} if isinstance(facts, str) else set()


ways_and_players = st.sampled_from(
    [(way, players) for way in TURN_WAYS for players in DEAL_TABLE if players <= way.max_players]
)


@settings(max_examples=examples(25), deadline=None)
@given(which=ways_and_players, seed=st.integers(0, 999), greed=st.sampled_from(["any", "most", "fewest"]))
def test_in_turns_no_card_is_lost_and_everyone_can_build_a_deck(
    which: tuple[Sharing, int], seed: int, greed: str
) -> None:
    """Seats answer at will, even to harm each other; the invariants hold after every answer."""
    state, chance, made = dealt(setup_of(*which), seed), random.Random(seed), list[DraftPick]()
    start, cards = state, set(state.deal)
    while not state.is_over:
        assert len(state.awaited_seats) == 1
        seat = state.awaited_seats[0]
        choices = list(state.choices(seat))
        chance.shuffle(choices)
        wanted = {"any": 0, "most": 1, "fewest": -1}[greed] if seat == 0 else 0
        pick = answer(state, max(choices, key=lambda one: wanted * len(state.cards_of_answer(one))))
        promised, before = state.cards_of_answer(pick.card), state.hands[seat]
        state = state.after(pick)
        made.append(pick)
        brings = state.hands[seat][len(before) :]
        assert state.hands[seat] == before + brings
        assert brings == promised or pick.card.startswith("leave")
        assert state.picked_card(seat, (pick.round, pick.number)) == pick.card
        held = [card for hand in state.hands for card in hand]
        assert len(held) == len(set(held))
        open_cards = {card for pile in state.public().piles for card in pile}
        assert open_cards.isdisjoint(held)
        assert state.takes_visible_to((seat,))[-1].cards == brings
        shown = state.public().takes[-1]
        assert (len(shown.cards) + shown.hidden, shown.seat) == (len(brings), seat)
    assert all(len(hand) >= DECK_SIZE for hand in state.hands)
    assert {card for hand in state.hands for card in hand} | set(state.discards) == cards
    assert len({(pick.seat, pick.round, pick.number) for pick in made}) == len(made) == state.count
    assert len({pick.card for pick in made}) == len(made)
    assert all(len(pick.card) <= 40 and pick.round < 1000 for pick in made)
    assert replay_answers(start.setup, start.deal, made) == state
    with pytest.raises(DraftOver):
        state.after(made[-1])


@settings(max_examples=examples(10), deadline=None)
@given(players=st.sampled_from([2, 3]), turns=st.integers(0, 20), seed=st.integers(0, 99))
def test_with_piles_no_one_learns_a_card_that_is_still_to_come(players: int, turns: int, seed: int) -> None:
    state = dealt(setup_of(Sharing.WINCHESTER, players), seed)
    made = []
    for _turn in range(turns):
        made.append(answer(state, state.choices(state.awaited_seats[0])[seed % 3]))
        state = state.after(made[-1])
    assert isinstance(state, WinchesterState)
    ahead = state.deal[state.dealt :]
    other = replay_answers(state.setup, state.deal[: state.dealt] + tuple(reversed(ahead)), made)
    for seat in range(players):
        assert other.view(seat) == state.view(seat)
        assert words(asdict(state.view(seat))).isdisjoint(ahead)
    assert other.public() == state.public()


def test_with_piles_the_last_cards_go_to_those_who_still_need_them() -> None:
    """Seat 0 always takes the largest pile; at the end it is passed over, or gets a part of one only."""
    state = dealt(setup_of(Sharing.WINCHESTER, 2))
    while not state.is_over:
        greedy = state.awaited_seats == (0,)
        choices = state.choices(state.awaited_seats[0])
        state = state.after(
            answer(state, (max if greedy else min)(choices, key=lambda one: len(state.cards_of_answer(one))))
        )
    fewest, most = sorted(map(len, state.hands))
    assert fewest >= DECK_SIZE
    assert fewest + most == state.setup.figures.pool


def some_answers(state: State, turns: int, seed: int) -> list[DraftPick]:
    made, chance = list[DraftPick](), random.Random(seed)
    while len(made) < turns and not state.is_over:
        made.append(answer(state, chance.choice(state.choices(state.awaited_seats[0]))))
        state = state.after(made[-1])
    return made


@settings(max_examples=examples(25), deadline=None)
@given(players=st.sampled_from([2, 3]), turns=st.integers(0, 130), seed=st.integers(0, 999), seat=st.integers(0, 1))
def test_with_hidden_piles_a_seat_sees_nothing_it_has_not_looked_at(
    players: int, turns: int, seed: int, seat: int
) -> None:
    """The cards a seat hasn’t looked at change places among themselves, and everything it sees stays the same."""
    start = dealt(setup_of(Sharing.WINSTON, players), seed)
    made = some_answers(start, turns, seed)
    _piles, seen = replay_piles(players, len(start.deal), [pick.card for pick in made], seat)
    unseen = [at for at in range(len(start.deal)) if at not in seen]
    order = list(start.deal)
    for at, other in zip(unseen, reversed(unseen), strict=True):
        order[at] = start.deal[other]
    state, swapped = (replay_answers(start.setup, deal, made) for deal in (start.deal, order))
    assert swapped.view(seat) == state.view(seat)
    assert swapped.public() == state.public()
    assert swapped.takes_visible_to((seat,)) == state.takes_visible_to((seat,))
    if state.awaits(seat):
        assert [swapped.cards_of_answer(one) for one in state.choices(seat)] == [
            state.cards_of_answer(one) for one in state.choices(seat)
        ]
    known = {start.deal[at] for at in seen}
    assert words(asdict(state.view(seat))) & set(start.deal) <= known
    assert not words(asdict(state.public())) & set(start.deal)
    assert [*state.public().answers] == [pick.card for pick in made]


def test_hidden_piles_grow_when_they_are_left_and_the_top_card_goes_to_those_who_leave_all() -> None:
    state = dealt(setup_of(Sharing.WINSTON, 2))
    cards = state.deal
    for word in ("leave 1.1", "leave 1.2", "leave 1.3"):
        assert state.view(0).packet == (word.replace("leave", "take"), word)
        state = state.after(answer(state, word))
    # Each pile got a card that no one has seen: 3, 4 and 5 of the order; 6 went to the player.
    assert state.hands == ((cards[6],), ())
    assert state.view(0).piles == ((cards[0], ""), (cards[1], ""), (cards[2], ""))
    assert state.view(1).piles == ((cards[0], cards[3]), ("", ""), ("", ""))
    assert state.public().takes[-1] == TurnTake(0, (), 0, hidden=1)
    assert (state.round, state.pick_number) == (2, 1)
    state = state.after(answer(state, "take 2.1"))
    assert state.hands[1] == (cards[0], cards[3])
    assert state.view(0).piles == ((cards[7],), (cards[1], ""), (cards[2], ""))
    assert state.public().takes[-1] == TurnTake(1, (), 1, hidden=2)
    assert state.takes_visible_to((1,))[-1] == TurnTake(1, (cards[0], cards[3]), 1)


def test_the_last_hidden_pile_must_be_taken_when_nothing_else_is_left() -> None:
    piles = HiddenPiles.begin(2, [str(at) for at in range(60)])
    while len(piles.offers) == 2:
        piles = piles.after_answer(piles.offers[piles.turn % 2])
    assert piles.offers == (f"take {piles.turn}.{piles.pile + 1}",)
    while not piles.is_over:
        piles = piles.after_answer(piles.offers[0])
    assert piles.offers == ()
    assert sorted(map(len, piles.hands)) == [30, 30]


def test_with_all_cards_open_turns_go_there_and_back() -> None:
    state = dealt(setup_of(Sharing.ROTISSERIE, 3))
    order = []
    for _turn in range(7):
        seat = state.awaited_seats[0]
        order.append(seat)
        state = state.after(answer(state, state.choices(seat)[0]))
    assert order == [0, 1, 2, 2, 1, 0, 0]
    assert (state.round, state.pick_number) == (3, 2)
    assert [len(hand) for hand in state.hands] == [3, 2, 2]
    table = state.public()
    assert (table.rounds, table.of, table.awaited) == (39, 3, (1,))


def test_only_the_seat_to_move_may_answer_and_only_now() -> None:
    state = dealt(setup_of(Sharing.WINCHESTER, 2))
    first = answer(state, "take 1.2")
    with pytest.raises(NoPacketYet):
        state.after(replace(first, seat=1))
    with pytest.raises(NoSuchSeat):
        state.after(replace(first, seat=2))
    with pytest.raises(NotYourPacket):
        state.after(replace(first, round=2))
    with pytest.raises(NotInPacket):
        state.after(replace(first, card="take 1.5"))
    with pytest.raises(NotInPacket):
        state.after(replace(first, card=state.deal[0]))
    after = state.after(first)
    with pytest.raises(AlreadyPicked):
        after.after_exchange(replace(first, card="take 1.1"))
    assert after.public().piles == ((state.deal[0], state.deal[4]), (state.deal[5],), *after.public().piles[2:])


@pytest.mark.parametrize("players", DEAL_TABLE)
def test_dealt_pools_are_there_at_once(players: int) -> None:
    same, apart = (dealt(setup_of(way, players)) for way in (Sharing.SAME_POOL, Sharing.SEALED))
    assert len(set(same.hands)) == 1
    assert len(same.hands[0]) == 45
    cards = [card for hand in apart.hands for card in hand]
    assert len(cards) == len(set(cards)) == players * apart.setup.figures.kept
    assert apart.setup.figures.kept == (44 if players == 3 else 45)
    assert set(cards) | set(apart.undealt_cards) == set(apart.deal)
    for state in (same, apart):
        assert state.is_over
        assert state.awaited_seats == ()
        assert state.view(1).pool == state.hands[1]
        assert not state.public().piles
        with pytest.raises(Conflict):
            state.after(DraftPick(0, 1, 1, state.hands[0][0]))
        with pytest.raises(NoSuchSeat):
            state.view(players)


@pytest.mark.parametrize("way", TURN_WAYS)
def test_bots_draft_to_the_end_in_every_way(way: Sharing, facts: Catalogue) -> None:
    from game.shipped_evidence import shipped_evidence

    setup = setup_of(way, 3)
    state = initial_state(setup, shuffle_pool(pool_codes_of(setup, facts), random.Random(4)))
    end, made = play_bots(state, frozenset(range(3)), facts.by_code, shipped_evidence(), seed="x")
    assert end.is_over
    assert replay_answers(setup, state.deal, made) == end


@pytest.mark.parametrize(
    ("players", "peoples", "way", "house", "rule"),
    [
        (4, 6, Sharing.WINCHESTER, None, "DRAFT-30"),
        (4, 6, Sharing.WINSTON, None, "DRAFT-31"),
        (2, 2, Sharing.ROTISSERIE, None, "DRAFT-02"),
        (7, 9, Sharing.SEALED, None, "DRAFT-23"),
        (4, 3, Sharing.SEALED, HouseDeal(), "DRAFT-27"),
    ],
)
def test_a_way_that_does_not_work_is_refused_with_its_rule(
    players: int, peoples: int, way: Sharing, house: HouseDeal | None, rule: str
) -> None:
    with pytest.raises(Invalid) as refused:
        Setup(players, PEOPLES[:peoples], house=house, sharing=way)
    assert refused.value.rule == rule


def test_an_unknown_way_is_refused_with_the_nearest_one() -> None:
    assert parse_sharing(" Sealed ") is Sharing.SEALED
    with pytest.raises(Invalid) as refused:
        parse_sharing("rotiserie")
    assert refused.value.details[0].suggestions == ("rotisserie",)


@pytest.mark.parametrize("way", Sharing)
@pytest.mark.parametrize("players", DEAL_TABLE)
def test_every_way_promises_a_deck_with_any_peoples(way: Sharing, players: int) -> None:
    if players > way.max_players:
        return
    setup = setup_of(way, players, DEAL_TABLE[players].decks)  # with Buka
    assert setup.figures.kept >= DECK_SIZE
    assert setup.figures.sideboard == setup.figures.kept - DECK_SIZE
    assert sum(setup.sizes) <= setup.figures.pool


def test_how_long_each_way_lasts() -> None:
    turns = {way: expected_duration(setup_of(way, 2), Clock(60)).max_seconds for way in Sharing}
    assert turns[Sharing.ROTISSERIE] == 78 * 60
    assert turns[Sharing.WINCHESTER] == 28 * 60
    assert turns[Sharing.WINSTON] == 100 * 60
    assert turns[Sharing.SEALED] == turns[Sharing.SAME_POOL] == 0


def test_over_days_all_cards_open_are_thirty_for_everyone() -> None:
    setup = Setup(2, default_peoples(2), sharing=Sharing.ROTISSERIE, over_days=True)
    assert (setup.figures.kept, setup.figures.sideboard, setup.figures.discards) == (30, 0, 39)
    assert Setup(2, default_peoples(2), over_days=True) == Setup(2, default_peoples(2)), "packets are as many"
    state = dealt(setup)
    while not state.is_over:
        state = state.after(answer(state, state.choices(state.awaited_seats[0])[0]))
    assert [len(hand) for hand in state.hands] == [30, 30]
    week = Clock(8 * 3600, quiet=QuietHours(23, 7, "UTC"))
    assert expected_duration(setup, week).usual_seconds == 10 * 24 * 3600
    require_fitting_clock(Sharing.ROTISSERIE, week)
    for way in (Sharing.WINCHESTER, Sharing.WINSTON):
        with pytest.raises(Invalid, match="With piles"):
            require_fitting_clock(way, week)


@pytest.mark.parametrize("level", BotLevel)
def test_a_bot_leaves_a_poor_pile_and_takes_a_good_one(level: BotLevel, facts: Catalogue) -> None:
    from game.shipped_evidence import shipped_evidence

    evidence, setup = shipped_evidence(), setup_of(Sharing.WINSTON, 2)
    pool = pool_codes_of(setup, facts)
    worth = printed_strength if level is BotLevel.BEGINNER else lambda card: evidence.value_or_average(card.code)
    poor, good = sorted(pool, key=lambda code: worth(facts[code]))[:: len(pool) - 1]
    for first, word in ((poor, "leave 1.1"), (good, "take 1.1")):
        state = initial_state(setup, (first, *(code for code in pool if code != first)))
        assert bot_pick(state, 0, facts.by_code, evidence, seed="x", level=level).card == word
