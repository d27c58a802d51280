"""Positions of running games: later releases must go on from the texts that earlier ones stored."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from boards.core import notation
from cards.core.facts import Catalogue
from game.engine.choices import CHOICE_HANDLERS
from game.engine.state import legal_actions
from game.engine.table import RuleSettings
from game.records.words import action_to_words
from online.core.positions import card_by_id, card_id, state_as_text, state_from_text

KEPT = Path(__file__).with_name("kept_positions.txt").read_text(encoding="utf-8").strip().split("\n\n")
# Names inside the positions of running games. New ones may be added; none may go or be renamed.
STORED_NAMES: dict[str, tuple[Iterable[str], str]] = {
    "settings": (
        RuleSettings.__dataclass_fields__,
        "edition decline_with_last_card_ends six_cards bluffs_count_for_six increases_first landed_ships_leave"
        " must_join_gangs bans_stop_bluffs text_bans_stop_ships dragon_costs ignored_bluff_marks optional_in_part"
        " ask_before_announcing mulligan crystals emissaries_agreed ask_always",
    ),
    "frames": (
        notation.FRAMES,
        "turn mulligan fight_end text place declined window pick pay ask snatch either each more return reveal shuffle",
    ),
    "choices": (
        CHOICE_HANDLERS,
        "aim back_into_deck crystal discard discard_all discard_but dragon draw draw_from_discard draw_from_hand"
        " draw_more fit_out from_deck from_discard load mulligan onto_ship pile_into_deck satisfy shuffle_away"
        " shuffle_discard they_discard to_hand under",
    ),
    "phases": (notation.PHASES, "begin lead engage char plays after power refresh end ending over"),
    "flags": (notation.FLAGS, "free stop again led mutant cancelled learnt start"),
    "numbers": (notation.NUMBERS, "plays combat chars played boosters supports met fromhand drawn undone"),
    "zones": (notation.ZONES, "h d c s i x l t y q"),
    "marks": (notation.MARKS, "- * ! + ~ $"),
    "fields": (notation.OTHER_FIELDS, "r set turn n ph el dr flags pair gang fs aim ask last over rnd"),
}


@pytest.mark.parametrize("kind", STORED_NAMES)
def test_names_inside_positions_stay(kind: str) -> None:
    names, stored = STORED_NAMES[kind]
    assert set(stored.split()) <= set(names)


@pytest.mark.parametrize("kept", KEPT)
def test_a_kept_position_is_read_with_the_same_legal_actions(facts: Catalogue, kept: str) -> None:
    text, legal = kept.split("\n")
    state = state_from_text(facts, text)
    assert ", ".join(action_to_words(state.table, state.player, action) for action in legal_actions(state)) == legal
    assert state_as_text(state).split(" ", 2)[2] == text.split(" ", 2)[2]  # after the version of the readings


def test_a_card_has_an_id_of_its_player_and_its_code(facts: Catalogue) -> None:
    state = state_from_text(facts, "TM1 h0=V05.M106 h1=V05")
    names = [card_id(state.table, card) for card in range(len(state.table.facts))]
    assert {"0V05", "0M106", "1V05"} <= set(names)
    assert [card_by_id(state.table, name) for name in names] == list(range(len(names)))
    assert [card_by_id(state.table, name) for name in ("", "2V05", "0V06", "V05", "1M106")] == [-1] * 5
