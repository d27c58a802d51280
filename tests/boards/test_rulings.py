"""Every Blue Moon ruling is classified: it is about a board and has a scene or a test, or it isn’t."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from boards.core.read import parse_position
from boards.core.scenes import parse_scenes
from boards.pages.scenes import shipped_scenes
from cards.core.facts import CardFacts, CardType, Catalogue, People
from game.engine.actions import DONE, act
from game.engine.state import apply_action, legal_actions, new_game
from game.engine.table import Deck, RuleSettings, game_table_of_decks, published_codes
from game.powers.cards import POWERS
from tests.boards.scene_checks import scene_faults
from tests.game.boards import all_cards_of

RULINGS = Path(__file__).resolve().parents[2] / "fixtures" / "bluemoon" / "rulings.csv"


def not_shown() -> dict[str, str]:
    """Return the rulings that no scene shows, and why: they are about decks or drafts, tested below, or wait for a
    card."""
    with (RULINGS.parent / "texts_read.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["subject"]: row["remark"] for row in csv.DictReader(file)}
    return {number: why for number, why in rows.items() if number.startswith("R") and why and number not in shown()}


@pytest.fixture(scope="module")
def rulings() -> list[str]:
    with RULINGS.open(encoding="utf-8", newline="") as file:
        return [row["id"] for row in csv.DictReader(file)]


def shown() -> set[str]:
    return {number for scene in shipped_scenes() for number in scene.rulings}


def test_every_ruling_is_sorted_once(rulings: list[str]) -> None:
    sorted_ = [*not_shown(), *(number for number in shown() if number.startswith("R"))]
    assert sorted(sorted_) == sorted(rulings)


def test_every_rule_of_the_course_of_play_has_a_scene() -> None:
    set_up = {"GAME-35"}
    assert sorted({f"GAME-{number:02}" for number in range(1, 37)} - shown() - set_up) == []


def test_swift_fist_attracts_a_dragon_at_the_start(facts: Catalogue) -> None:
    decks = (Deck(("Vulca 01", "Vulca 02"), "Inq 411"), Deck(("Hoax 01",)))
    assert new_game(game_table_of_decks(facts, decks), start=0).dragons_balance == 1


def test_a_game_begins_with_six_cards_and_neutral_dragons(facts: Catalogue) -> None:
    decks = (Deck(published_codes(facts, People.VULCA)), Deck(published_codes(facts, People.HOAX)))
    state = new_game(game_table_of_decks(facts, decks), seed=4)
    assert state.dragons_balance == 0
    assert [len(state.hand_of(who)) for who in (0, 1)] == [6, 6]
    assert [len(state.deck_of(who)) for who in (0, 1)] == [24, 24]


def test_the_mulligan_of_tournaments(facts: Catalogue) -> None:
    decks = (Deck(published_codes(facts, People.VULCA)), Deck(published_codes(facts, People.HOAX)))
    state = new_game(game_table_of_decks(facts, decks, RuleSettings(mulligan=True)), seed=4, start=0)
    first = state.hand_of(0)
    assert state.player == 0
    for card in first[:2]:
        state = apply_action(state, act("take", card))
    state = apply_action(state, DONE)
    assert len(state.hand_of(0)) == 6
    assert set(first[2:]) <= set(state.hand_of(0))
    assert state.player == 1
    state = apply_action(state, DONE)
    assert state.copy_board().number == 1
    assert len(state.deck_of(0)) == len(state.deck_of(1)) == 24


CRYSTALS = """
# Crystals are played in a match only
position: TM1 el=fire h0=C1.V05 d0=V01 h1=H01 c1=H09
not allowed: play Crys 1 because GAME-02
# In a match they are played, any number of them
position: TM1 set=crystals:yes el=fire h0=C1.V05 t0=C2 d0=V01 h1=H01 c1=H09
to: leadership
do: play Crys 1
at: Crys 1 = trophies
at: Crys 2 = trophies
# Crystals collide
position: TM1 set=crystals:yes el=fire h0=C1.V05 d0=V01 h1=H01 c1=H09 t1=C2
to: leadership
do: play Crys 1
at: Crys 1 = discard
at: their Crys 2 = discard
# A crystal card adds to the score
position: TM1 el=fire dr=-3 h0=V05 d0=V01 h1=H01 c1=H02 t1=C2
to: engagement
do: retreat
result: 1 fourth_dragon 5
"""


def test_crystals(facts: Catalogue) -> None:
    """With two made-up crystal cards, since nobody has seen one."""
    made = [
        CardFacts(f"Crys {n}", People.CRYSTAL, CardType.ACHIEVEMENT, name=f"Crystal {n}", number=f"{n}", moons=0)
        for n in (1, 2)
    ]
    scenes = parse_scenes(CRYSTALS)
    assert [fault for scene in scenes for fault in scene_faults(Catalogue((*facts.cards, *made)), scene)] == []


def test_every_text_can_be_carried_out(facts: Catalogue) -> None:
    """Whatever is answered, each text alone leaves a valid board, including cards that would never meet."""
    theirs = "h1=H01.H02.H03.H04.H06.H07.H22 d1=P01.P02 c1=H09.M22.M26.H08- s1=H20.H21 x1=P03 l1=H28"
    for code in POWERS:
        if not facts[code].playable or code in {"Hoax 28"}:
            continue
        text = f"TM1 el=fire h0=A01.A04.A07.B01 d0=T01.T02.T03 x0=A08 {theirs}"
        state = parse_position(facts, f"{text} c0={code.replace(' ', '')} ask=text(0;0{code.replace(' ', '')})").state
        before = sorted(all_cards_of(state.copy_board(), 0) + all_cards_of(state.copy_board(), 1))
        for action in legal_actions(state):
            board = apply_action(state, action).copy_board()
            assert sorted(all_cards_of(board, 0) + all_cards_of(board, 1)) == before, code
