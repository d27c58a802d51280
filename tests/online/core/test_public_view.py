"""What everyone may know of a game: no hidden card, and nothing of what a player is asked."""

from __future__ import annotations

import json
import random
import re

import pytest

from boards.core.notation import short_card_code
from boards.core.read import parse_position
from boards.core.write import position_as_text
from cards.core.facts import Catalogue
from game.engine.state import State, game_result
from game.engine.table import bits
from online.core.positions import card_by_id, card_id
from online.core.public_view import position_text_for_onlooker, public_frame, public_steps, visible_hands
from online.table.view_data import frame_data
from tests.effort import one_in
from tests.online.core.walks import TABLE, Row, hidden_cards, row_of, walk, with_other_hidden_cards

GAMES = range(6)


def drawn(state: State, near: int = 0, places: tuple[int, ...] = ()) -> str:
    return json.dumps(frame_data(public_frame(state, near, visible_hands(state, places)), near, TABLE))


@pytest.mark.parametrize("seed", GAMES)
def test_other_hidden_cards_of_either_side_change_nothing_that_everyone_sees(facts: Catalogue, seed: int) -> None:
    chance = random.Random(seed)
    for moment in one_in(4, [moment for moment in walk(facts, seed) if not game_result(moment.state)]):
        for seat in (0, 1):
            choice = moment.state.copy_board().choice
            if choice and choice[0] == "pay" and moment.state.player != seat:
                continue  # which cards can pay depends on the hand
            other = with_other_hidden_cards(facts, moment.state, seat, chance)
            assert drawn(moment.state) == drawn(other)
            assert position_text_for_onlooker(moment.state, ()) == position_text_for_onlooker(other, ())
            assert position_text_for_onlooker(moment.state, (seat,)) == position_text_for_onlooker(other, (seat,))


@pytest.mark.parametrize("seed", GAMES)
def test_nothing_that_was_never_open_stands_in_what_everyone_sees(facts: Catalogue, seed: int) -> None:
    known: set[int] = set()
    for moment in walk(facts, seed):
        table = moment.state.table
        steps = moment.done
        for state in (*(action.state for action in steps), moment.state):
            decks = {card for who in (0, 1) for card in state.deck_of(who)}
            hidden = hidden_cards(state, 0) | hidden_cards(state, 1) | decks
            known.update(set(range(len(table.facts))) - hidden)
        events = [event for action in steps for event in action.events]
        known.update(card_by_id(table, event[3]) for event in events if event[1] == "shown")
        said = public_steps([row_of(at, action) for at, action in enumerate(steps, 1)])
        text = drawn(moment.state) + position_text_for_onlooker(moment.state, ()) + repr([step.events for step in said])
        for card in set(range(len(table.facts))) - known:
            name, code = card_id(table, card), short_card_code(table.code(card))
            assert not (code in text and re.search(rf"\b{name}\b|(?<![\w]){code}(?!\w)", text)), (name, text)
            assert f"/{table.facts[card].slug}/" not in text, (name, text)


@pytest.mark.parametrize("seed", GAMES)
def test_texts_for_onlookers_are_positions_that_can_be_read(facts: Catalogue, seed: int) -> None:
    for moment in one_in(5, list(walk(facts, seed))):
        state = moment.state
        for places in ((), (0,), (1,)):
            read = parse_position(facts, position_text_for_onlooker(state, places))
            assert read.seat is not None
            board, found = state.copy_board(), read.state.copy_board()
            assert [zone.bit_count() for zone in found.combat] == [zone.bit_count() for zone in board.combat]
            assert [zone.bit_count() for zone in found.hand] == [zone.bit_count() for zone in board.hand]
        assert position_text_for_onlooker(state, (0, 1)) == position_as_text(state)


def test_only_hands_that_may_be_known_are_named(facts: Catalogue) -> None:
    state = next(iter(walk(facts, 1))).state
    board = state.copy_board()
    names = {place: {card_id(state.table, card)[1:] for card in bits(board.hand[place])} for place in (0, 1)}
    text = drawn(state, 0, (1,))
    assert all(f'"{name}"' in text for name in names[1])
    assert not any(f'"{name}"' in text for name in names[0] - names[1])


def test_the_near_side_comes_first_with_its_dragons(facts: Catalogue) -> None:
    state = list(walk(facts, 3))[-1].state
    first, second = (public_frame(state, near, {}) for near in (0, 1))
    assert (first.you, first.opponent, first.dragons) == (second.opponent, second.you, -second.dragons)


def test_silent_actions_are_no_steps(facts: Catalogue) -> None:
    rows: list[Row] = []
    for moment in walk(facts, 2):
        rows += [row_of(len(rows) + at, done) for at, done in enumerate(moment.done, 1)]
    steps = public_steps(rows)
    assert 0 < len(steps) < len(rows) and all(step.events for step in steps)
