"""Being asked for interference cards with or without one: the same game, with questions that tell nothing (GAME-09)."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from boards.core.read import parse_position
from cards.core.facts import PEOPLES, Catalogue
from game.engine.actions import PASS, Action, act
from game.engine.state import State, apply_action, game_result, legal_actions, new_game
from game.engine.table import Deck, RuleSettings, game_table_of_decks, published_codes
from game.players.computer import LEVELS, ComputerPlayer
from game.players.greedy import position_value
from game.players.hidden_cards import HiddenCards
from game.records.words import action_from_words

INTERFERENCE = ("Inter 402", "Inter 404", "Inter 407")
# A position, what is done from the character phase on, and how the turn goes on then: the rulings’ own examples.
RULINGS = [
    # R1-097, R1-098: the first character is cancelled.
    ("el=fire h0=V05.V06 d0=T01.T02 c0=V13 h1=H01.I402 c1=H09", "play Vulca 05 / interfere Inter 402"),
    # R1-098: interference is cancelled itself.
    ("el=fire h0=V05.I407 d0=T01 h1=H01.I402 c1=H09", "play Vulca 05 / interfere Inter 402 / interfere Inter 407"),
    # R0-40: under Brain Drain, a player can’t answer in their own turn.
    ("el=fire h0=V05.V06.I407 d0=V01 h1=I402.H01 c1=H09 s1=H26", "play Vulca 05 / interfere Inter 402 / play Vulca 06"),
    # R0-48: either the bluff is called, or the turn ends at once.
    ("el=fire h0=V05.V06 s0=B07* d0=V01.V02 h1=I404.H01 c1=H09", "play Vulca 05 / interfere Inter 404"),
    ("el=fire h0=V05.V06 s0=B07* d0=V01.V02 h1=I404.H01 c1=H09", "play Vulca 05 / call"),
]


def is_window(state: State) -> bool:
    choice = state.board.choice
    return choice is not None and choice[0] == "window"


def without_questions(state: State) -> State:
    """Return the state after all questions that its player can only let pass."""
    while not game_result(state) and is_window(state) and legal_actions(state) == (PASS,):
        state = apply_action(state, PASS)
    return state


def in_character_phase(facts: Catalogue, text: str, more: str = "") -> State:
    state = parse_position(facts, f"TM1 {more}turn=0 n=3 ph=engage {text}").state
    return apply_action(state, act("continue"))


@pytest.mark.parametrize(("text", "steps"), RULINGS)
def test_the_rulings_hold_whether_only_owners_are_asked_or_all(facts: Catalogue, text: str, steps: str) -> None:
    ends, passed = [], 0
    for more in ("", "set=ask-always:yes "):
        state = in_character_phase(facts, text, more)
        for words in steps.split(" / "):
            action = action_from_words(state.table, state.player, words)
            while action not in legal_actions(state):
                assert legal_actions(state) == (PASS,)
                state, passed = apply_action(state, PASS), passed + bool(more)
            state = apply_action(state, action)
        ends.append(without_questions(state).board.key())
    assert ends[0] == ends[1]
    assert passed <= 1


def game_of(facts: Catalogue, seed: int, *, asks: bool) -> State:
    chance = random.Random(seed)
    peoples = [published_codes(facts, people)[3:] for people in chance.sample(PEOPLES, 2)]
    settings = RuleSettings(ask_before_announcing=True, ask_always=asks)
    first, second = (Deck((*INTERFERENCE, *cards)) for cards in peoples)
    return new_game(game_table_of_decks(facts, (first, second), settings), seed=seed)


def steps_of(state: State, chance: random.Random) -> Iterator[tuple[State, Action]]:
    while not game_result(state):
        gives_up = [one for one in legal_actions(state) if one.kind in ("retreat", "decline")]
        action = chance.choice(gives_up if gives_up and state.board.undone > 2 else legal_actions(state))
        yield state, action
        state = apply_action(state, action)


@pytest.mark.parametrize("seed", range(6))
def test_a_whole_game_is_the_same_but_for_its_questions(facts: Catalogue, seed: int) -> None:
    asked, questions = game_of(facts, seed, asks=True), 0
    for state, action in steps_of(game_of(facts, seed, asks=False), random.Random(seed)):
        while is_window(asked) and not is_window(state):
            assert legal_actions(asked) == (PASS,)
            asked, questions = apply_action(asked, PASS), questions + 1
        assert asked.board.key() == state.board.key()
        assert legal_actions(asked) == legal_actions(state)
        asked = apply_action(asked, action)
    assert questions > 5


@pytest.mark.parametrize("hand", ["I402.H01", "I404.H01", "H01.H02", "I407.H02"])
def test_the_first_character_and_announced_power_are_always_asked_about(facts: Catalogue, hand: str) -> None:
    text = f"el=fire h0=V05.V06 d0=T01.T02 h1={hand} c1=H09"
    state = in_character_phase(facts, text, "set=ask-before-announcing:yes,ask-always:yes ")
    asked = []
    while state.player_in_turn == 0:
        if is_window(state):
            asked.append(state.board.choice[2] if state.board.choice else "")
            assert legal_actions(state)[0] == PASS
        state = apply_action(state, PASS if PASS in legal_actions(state) else act("play", legal_actions(state)[0].card))
    assert asked == ["character", "power"]


@pytest.mark.parametrize(("hand", "asked"), [("", False), ("H01!", False), ("I402!", True), ("H01!.H02", True)])
def test_nobody_is_asked_who_can_only_hold_what_both_see(facts: Catalogue, hand: str, asked: bool) -> None:
    text = f"el=fire h0=V05.V06 d0=T01.T02 d1=H03 c1=H09{f' h1={hand}' if hand else ''}"
    state = in_character_phase(facts, text, "set=ask-always:yes ")
    assert is_window(apply_action(state, act("play", legal_actions(state)[0].card))) is asked


@pytest.mark.parametrize("level", ["beginner", "club", "strong"])
@pytest.mark.parametrize("answered", ["character", "power"])
def test_the_computer_thinks_as_long_with_an_interference_card_as_without(
    facts: Catalogue, level: str, answered: str
) -> None:
    """Its answer is sent at once, so the time until then would tell what it holds."""
    looked: dict[str, int] = {}
    cards = {"character": "I402", "power": "I404"}
    for hand in (cards[answered], "H04"):
        count = 0

        def value(board: object, who: int) -> float:
            nonlocal count
            count += 1
            return position_value(board, who)  # type: ignore[arg-type]

        text = f"el=fire h0=V05.V06.V08 d0=T01.T02.T03 h1={hand}.H01.H02 d1=H03.H05 c1=H09"
        state = in_character_phase(facts, text, "set=ask-before-announcing:yes,ask-always:yes ")
        while not (is_window(state) and state.board.choice and state.board.choice[2] == answered):
            state = apply_action(state, PASS if PASS in legal_actions(state) else legal_actions(state)[0])
        player = ComputerPlayer(LEVELS[level], value, HiddenCards())
        assert player(state.copy_board(), random.Random(1)) in legal_actions(state)
        looked[hand] = count
    with_card, without = looked.values()
    assert (without > 0) is (with_card > 0) is (level != "beginner")
    assert max(with_card, without) <= 1.5 * min(with_card, without)
