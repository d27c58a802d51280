"""Position texts: read and written without loss, whole or as a seat sees them, with clear errors."""

from __future__ import annotations

import contextlib
import os
import random
import re
from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from boards.core.carry_out import state_after
from boards.core.notation import cards_by_code, short_card_code
from boards.core.read import MAX_LETTERS, parse_position
from boards.core.write import position_as_text, position_link, view_as_text
from cards.core.facts import PEOPLES, Catalogue
from common.errors import Invalid
from game.engine.state import State, apply_action, game_result, legal_actions, new_game
from game.engine.table import Deck, RuleSettings, game_table_of_decks, published_codes
from game.engine.view import HIDDEN_CARD, visible_game_for
from game.records.words import action_to_words
from tests.effort import examples

POSITIONS = 100_000 if os.environ.get("BOARDS") == "all" else 400


def games(facts: Catalogue, seed: int) -> Iterator[State]:
    """Yield states of random games, with published and random decks, under all kinds of settings."""
    chance = random.Random(seed)
    playable = [card.code for card in facts if card.known and card.playable and card.type.value]
    seats = ["", *(card.code for card in facts if card.type.value == "inquisitor" and card.known)]
    other = RuleSettings(edition="1e", mulligan=True, optional_in_part=True, must_join_gangs=True, six_cards="combat")
    while True:
        drawn = [Deck(tuple(chance.sample(playable, 30)), chance.choice(seats)) for _ in (0, 1)]
        published = [Deck(published_codes(facts, chance.choice(PEOPLES))) for _ in (0, 1)]
        first, second = drawn if chance.random() < 0.5 else published
        table = game_table_of_decks(facts, (first, second), other if chance.random() < 0.3 else RuleSettings())
        state = new_game(table, seed=chance.randrange(1 << 30))
        yield state
        while not game_result(state):
            state = apply_action(state, chance.choice(legal_actions(state)))
            yield state


def words(state: State) -> list[str]:
    """Return legal actions in words; everything hidden from a seat is the same to it."""
    return sorted(action_to_words(state.table, state.player, action) for action in legal_actions(state))


@pytest.mark.parametrize("seed", [1, 2])
def test_a_position_is_read_as_it_was_written(facts: Catalogue, seed: int) -> None:
    for state, _ in zip(games(facts, seed), range(POSITIONS // 2), strict=False):
        text = position_as_text(state)
        again = parse_position(facts, text)
        assert position_as_text(again.state) == text
        assert again.notes == ()
        assert legal_actions(again.state) == legal_actions(state)
        assert [visible_game_for(again.state, seat) for seat in (0, 1)] == [
            visible_game_for(state, seat) for seat in (0, 1)
        ]
        for action in legal_actions(state)[:2]:
            assert position_as_text(apply_action(again.state, action)) == position_as_text(
                apply_action(state, action)
            ), text


def test_a_seat_reads_what_it_may_do_and_no_more(facts: Catalogue) -> None:
    for number, state in zip(range(POSITIONS), games(facts, 3), strict=False):
        seat = number % 2
        seen = view_as_text(state, seat)
        again = parse_position(facts, seen)
        assert again.seat == seat
        assert view_as_text(again.state, seat) == seen
        assert again.state.player == state.player
        if state.player == seat:
            unseen = re.compile(r"their .*")
            assert [unseen.sub("", text) for text in words(again.state)] == [
                unseen.sub("", text) for text in words(state)
            ]


def test_a_text_of_a_seat_holds_no_hidden_card(facts: Catalogue) -> None:
    for number, state in zip(range(POSITIONS), games(facts, 4), strict=False):
        seat, board = number % 2, state.copy_board()
        other = 1 - seat
        texts = view_as_text(state, seat)
        zone = re.search(rf" h{other}=(\S+)", texts)
        shown = {
            short_card_code(state.table.code(card)) for card in state.hand_of(other) if board.disclosed >> card & 1
        }
        assert {code.rstrip("!") for code in zone[1].split(".") if "?" not in code} <= shown if zone else not shown
        assert not re.search(rf" d{other}=\S*[A-Z]", texts)
        assert "rnd=" not in texts and "|" not in texts
        assert visible_game_for(state, seat).asking not in state.deck_of(other)


def test_no_two_cards_share_a_code(facts: Catalogue) -> None:
    codes = [short_card_code(card.code) for card in facts if card.known]
    assert len(codes) == len(set(codes))
    assert cards_by_code(facts)["V05"] is cards_by_code(facts)["Vulca05"] is facts["Vulca 05"]


def test_a_link_is_read_as_the_text_is(facts: Catalogue) -> None:
    text = position_as_text(parse_position(facts, "TM1 el=fire h0=V05 c1=H09 h1=H01").state)
    assert position_as_text(parse_position(facts, position_link(text)).state) == text
    assert re.fullmatch(r"[\w=.~!*'(),:;@?$+|-]+", position_link(text))


def test_an_older_text_is_told_what_is_judged_differently_now(facts: Catalogue) -> None:
    rules = [note.rule for note in parse_position(facts, "TM1 r=1 el=fire h0=V05 c1=H09 h1=H01").notes]
    assert "C-40" in rules
    assert parse_position(facts, "TM1 el=fire h0=V05 c1=H09 h1=H01").notes == ()


@pytest.mark.parametrize(
    ("text", "field", "says"),
    [
        ("TM1 el=fire x0=V28 h0=V05 c1=H09 h1=H01", "x0", "Vulca 28 can’t be there"),
        ("TM1 el=fire s0=V05 h0=V06 c1=H09 h1=H01", "s0", "Vulca 05 can’t be there"),
        ("TM1 el=fire i0=B31(V01.V02) h0=V05 c1=H09 h1=H01", "i0", "is carrying more cards than it can."),
        ("TM1 h0=V05 c1=H09 h1=H01", "el", "There are cards in a combat area, but there’s no fight."),
    ],
)
def test_what_cannot_arise_is_played_and_said(facts: Catalogue, text: str, field: str, says: str) -> None:
    (note,) = parse_position(facts, text).notes
    assert note.field == field
    assert says in note.message % (note.params or {})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "a position begins with TM1"),
        ("el=fire", "a position begins with TM1"),
        ("TM2 el=fire", "this site reads version 1, not 2"),
        ("TM1 h0=V99", "“h0”, column 8: “V99” isn’t a card"),
        ("TM1 h0=V05.V99.V06", "“h0”, column 12: “V99” isn’t a card"),
        ("TM1 h0=V05.V05", "Vulca 05 of this side lies elsewhere too"),
        ("TM1 h0=V05 c0=V05", "“c0”, column 12: Vulca 05 of this side lies elsewhere too"),
        ("TM1 c0=99?.99?", "at most 60 cards"),
        ("TM1 h0=31?", "a hand has at most 30 cards"),
        ("TM1 c0=" + ".".join(["V05"] * 400), "lies elsewhere too"),
        ("TM1 h0=V00", "“V00” cannot lie there"),
        ("TM1 h0=V05-", "the mark - has no meaning here"),
        ("TM1 c0=V05(V06)", "only ships carry cards"),
        ("TM1 colour=red", "“colour”, column 5: there is no such field"),
        ("TM1 el=fire el=earth", "it stands here twice"),
        ("TM1 el=water", "one of none, fire, earth stands here"),
        ("TM1 dr=7", "a whole number from -3 to 3 stands here"),
        ("TM1 turn=x", "a whole number from 0 to 1"),
        ("TM1 set=speed:1", "” isn’t a game setting, or its value isn’t valid. Settings:"),
        ("TM1 flags=fast", "one of free, stop"),
        ("TM1 ask=pick", "is nothing that can be asked"),
        ("TM1 ask=ask(0;0V05;draw) h0=V06", "“0V05” isn’t a card of this position"),
        ("TM1 h0=V05 ask=ask(0;0V05;fly)", "is nothing that can be asked"),
        ("TM1 h0=V05 ask=text(0;-)", ""),
        ("TM1 h0=V05 aim=0V05@0V05", "aims at nothing"),
        ("TM1 over=me", "the winner, the reason and the crystals"),
        ("TM1 rnd=1", "a seed and how often"),
        ("TM1 " + "x" * 1_000_000, "The position is too long: 1000004 characters"),
        ("TM1 h0=" + "(" * 5000, "isn’t a card"),
    ],
)
def test_a_text_that_is_no_position_is_refused_in_words(facts: Catalogue, text: str, says: str) -> None:
    with pytest.raises(Invalid) as error:
        parse_position(facts, text)
    assert says in error.value.message
    assert len(error.value.message) < 400


pieces = st.sampled_from(
    (
        *("TM1", "TM1 el=fire", "h0=V05.V28", "c0=V01-.K07~", "c1=H16.F13", "i0=B29+(V02.B04)", "s1=B07*", "ph=plays"),
        *(
            "|",
            "ask=pick(0;0V05;0V05;0;1;discard;)",
            "ask=reveal(0;0V05;2;;1)",
            "y1=I607",
            "ph=end",
            "turn=1",
            "seen=1",
        ),
        *("by=1", "ask=pay(0;0V05;)", "ask=either(0;0V05;0V05;)", "d0=M106.3?", "q0=I412", "aim=0P21@0V05", "h1=2?"),
        *(
            "c0=P21.V05",
            "ask=window(1;character;0V05;play;0)",
            "over=0.fourth-dragon.4",
            "ask=each(0;0V05;1)",
            "x0=V03",
        ),
    )
)


@settings(max_examples=examples(30))
@given(text=st.lists(pieces | st.text(max_size=12), max_size=9).map(" ".join))
@example(text="TM1 h0=V05 ask=pick(0;0V05;0V05;0;1;aim;)")
def test_whatever_is_written_is_a_position_or_refused_in_words(facts: Catalogue, text: str) -> None:
    try:
        position = parse_position(facts, text)
        for action in legal_actions(position.state) if position.seat is None else ():
            with contextlib.suppress(Invalid):
                state_after(position, action_to_words(position.state.table, position.state.player, action))
    except Invalid as error:
        assert error.message
    assert len(text) < MAX_LETTERS


def test_a_bluff_that_may_be_taken_is_offered_without_its_id(facts: Catalogue) -> None:
    board = "TM1 ph=char el=fire h0=V14.V05 c0=V09 h1=H01 c1=H02 s1=H21*.H22*.H26 d0=V01 rnd=3.0"
    state = state_after(parse_position(facts, board), "play Vulca 14")
    hidden = [
        action for action in visible_game_for(state, 0).legal if action.kind == "take" and action.card == HIDDEN_CARD
    ]
    assert [action.to for action in hidden] == [0, 1]
    assert len(visible_game_for(state, 0).legal) == len(legal_actions(state))
    closed = {card for card in range(len(state.table.facts)) if state.copy_board().facedown >> card & 1}
    assert not closed & {action.card for action in visible_game_for(state, 0).legal}
