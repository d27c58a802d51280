"""What a seat may not see: hidden cards, and what the steps of the opponent’s turn would reveal of them."""

from __future__ import annotations

import json
import random
import re

import pytest

from boards.core.notation import short_card_code
from cards.core.facts import Catalogue
from common.errors import DomainError
from game.engine.state import State, game_result
from online.core.events import SeenEvent
from online.core.frames import PlayedAction, frames_of_seat
from online.core.offers import carry_out_offer, seat_offers
from online.core.orders import is_response_window
from online.core.positions import card_by_id, card_id
from online.core.seat_view import seat_view
from online.table.view_data import frame_data, view_data
from tests.effort import one_in
from tests.online.core.walks import TABLE, hidden_cards, walk, with_other_hidden_cards

GAMES = range(10)


# Games in which interference cards are agreed, after those without them.
KINDS = [(seed, False) for seed in GAMES] + [(seed, True) for seed in GAMES[:6]]


def shown(state: State, seat: int, last: tuple[SeenEvent, ...] = ()) -> str:
    return json.dumps(view_data(seat_view(state, seat, last), TABLE))


def refusal(state: State, seat: int, do: str) -> str:
    try:
        carry_out_offer(state, seat, do)
    except DomainError as error:
        return f"{error} {error.rule}"
    return "done"


@pytest.mark.parametrize(("seed", "interference"), KINDS)
def test_other_hidden_cards_change_nothing_that_a_seat_sees(facts: Catalogue, seed: int, interference: bool) -> None:
    chance = random.Random(seed)
    moments = [moment for moment in walk(facts, seed, interference=interference) if not game_result(moment.state)]
    for moment in one_in(4, moments):
        state = moment.state
        for seat in (0, 1):
            choice = state.copy_board().choice
            if choice and choice[0] == "pay" and state.player != seat:
                continue  # which cards can pay depends on the hand
            other = with_other_hidden_cards(facts, state, seat, chance)
            assert shown(state, seat) == shown(other, seat)
            unseen = sorted({card_id(one.table, card) for one in (state, other) for card in hidden_cards(one, seat)})
            for name in unseen[::9]:
                for do in (f"take:{name}", f"play:{name}"):
                    assert refusal(state, seat, do) == refusal(other, seat, do) != "done"


@pytest.mark.parametrize("seed", GAMES[:6])
def test_a_question_comes_after_the_same_actions_whatever_the_asked_seat_holds(facts: Catalogue, seed: int) -> None:
    """Dealt again behind its back, with more interference cards or with none, it’s asked at the same moments."""
    chance, asked = random.Random(seed), 0
    for moment in walk(facts, seed, interference=True):
        state, seat = moment.state, moment.state.player
        if game_result(state):
            continue
        other = with_other_hidden_cards(facts, state, seat, chance)
        for offer in seat_offers(state, seat):
            if offer.kind not in ("play", "join", "announce", "pass", "interfere"):
                continue
            after, instead = (carry_out_offer(one, seat, offer.do)[-1].state for one in (state, other))
            if after.player == seat and instead.player == seat:
                continue  # what texts turn up of the other’s cards may differ
            assert is_response_window(after) == is_response_window(instead)
            if is_response_window(after):
                assert (after.player, after.board.choice[1:3]) == (instead.player, instead.board.choice[1:3])  # type: ignore[index]
                assert shown(after, seat) == shown(instead, seat)
                asked += 1
    assert asked > 5


def test_a_silent_step_changes_no_byte_of_the_waiting_seats_view(facts: Catalogue) -> None:
    silent = 0
    for seed in GAMES:
        before = None
        for moment in walk(facts, seed):
            if before is not None and moment.state.player == before.state.player and len(moment.done) == 1:
                action, choice = moment.done[0], moment.state.copy_board().choice
                # One phase left, or one of several cards chosen.
                is_silent = action.text in ("pass", "continue") or (action.text[:4] == "take" and choice is not None)
                if is_silent and not action.events:
                    seat = 1 - action.place
                    assert shown(moment.state, seat, moment.last[seat]) == shown(before.state, seat, before.last[seat])
                    silent += 1
            before = moment
    assert silent > 50


@pytest.mark.parametrize("seed", GAMES[:5])
def test_actions_tried_together_tell_nothing_of_what_the_first_turns_up(facts: Catalogue, seed: int) -> None:
    chance, tried = random.Random(seed), 0
    for moment in walk(facts, seed):
        state, seat = moment.state, moment.state.player
        telling = [] if game_result(state) else [o for o in seat_offers(state, seat) if o.kind in ("call", "retreat")]
        if not telling:
            continue
        other = with_other_hidden_cards(facts, state, seat, chance)
        drawn = card_id(state.table, state.deck_of(seat)[0]) if state.deck_of(seat) else "0V05"
        for offer in telling:
            for after in ("pass", "done", f"play:{drawn}"):
                do = f"{offer.do}+{after}"
                assert refusal(state, seat, do) == refusal(other, seat, do) != "done"
                tried += 1
    assert tried > 10


@pytest.mark.parametrize(("seed", "interference"), KINDS)
def test_nothing_that_is_hidden_stands_anywhere_in_a_view(facts: Catalogue, seed: int, interference: bool) -> None:
    before = None
    known: tuple[set[int], set[int]] = (set(), set())  # the cards that each seat saw before
    for moment in walk(facts, seed, interference=interference):
        table = moment.state.table
        for seat in (0, 1):
            for state in (*(action.state for action in moment.done), moment.state):
                is_searching = state.copy_board().choice and state.player == seat
                unseen = hidden_cards(state, seat) | (set() if is_searching else set(state.deck_of(seat)))
                known[seat].update(set(range(len(table.facts))) - unseen)
            events = [event for action in moment.done for event in action.events]
            known[seat].update(card_by_id(table, event[3]) for event in events if event[1] in ("shown", "play"))
            text = shown(moment.state, seat, moment.last[seat])
            if before is not None:
                steps = [PlayedAction(action.events, action.state) for action in moment.done]
                text += json.dumps(
                    [frame_data(frame, seat, TABLE) for frame in frames_of_seat(before.state, steps, seat)]
                )
            for card in set(range(len(table.facts))) - known[seat]:
                name = card_id(table, card)
                assert not (name in text and re.search(rf"\b{name}\b", text)), (name, text)
                assert f'"{short_card_code(table.code(card))}"' not in text, (name, text)
                assert f"/{table.facts[card].slug}/" not in text, (name, text)
        before = moment
