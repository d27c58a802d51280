"""The power calculator and the order of texts, as played: GAME-10 to GAME-18."""

from __future__ import annotations

import pytest

from cards.core.facts import Catalogue
from game.engine.table import Settings
from tests.game.rules.tested_rules import about
from tests.game.scenes import Scene, Side


@about("GAME-11", "R0-02", "R4-10", "CARD-15")
def test_active_cards_of_both_areas_count_and_covered_ones_do_not(facts: Catalogue) -> None:
    scene = Scene(facts, Side(combat=["Vulca 05", "Vulca 18"], covered=["Vulca 01"], support=["Vulca 23"]))
    assert scene.powers() == (5 + 3 + 3, 0)


@about("GAME-10", "R1-106")
def test_the_starter_names_the_element_when_power_is_announced(facts: Catalogue) -> None:
    scene = Scene(facts, Side(hand=["Vulca 05"]), Side(hand=["Hoax 01"]), element=0, phase="character")
    scene.do("play Vulca 05")
    assert scene.legal() == {"announce fire", "announce earth"}
    scene.do("announce earth")
    assert scene.powers() == (1, 0)


@about("GAME-13", "R1-145", "CARD-10")
@pytest.mark.parametrize("code", ["Buka 07", "Buka 08", "Buka 04"])
@pytest.mark.parametrize("element", [1, 2])
def test_a_bluff_counts_two_whatever_its_mark(facts: Catalogue, code: str, element: int) -> None:
    assert Scene(facts, Side(bluffs=[code]), element=element).powers() == (2, 0)


@about("GAME-14", "R3-12", "GAME-15")
def test_raise_to_first_then_double_then_reduce(facts: Catalogue) -> None:
    mine = Side(combat=["Pillar 09", "Pillar 26", "Pillar 21"])
    assert Scene(facts, mine, element=1).value(0, "Pillar 09") == 10
    against = Side(combat=["Khind 01"])
    assert Scene(facts, mine, against, element=1).value(0, "Pillar 09") == 0  # printed 1 is odd: reduced at last


@about("GAME-14")
def test_the_other_order_is_a_setting(facts: Catalogue) -> None:
    mine, against = Side(combat=["Pillar 09", "Pillar 26"]), Side(combat=["Khind 01"])
    assert Scene(facts, mine, against).value(0, "Pillar 09") == 0
    other = Scene(facts, mine, against, settings=Settings(increases_first=False))
    assert other.value(0, "Pillar 09") == 5


@about("R1-063", "R3-02")
def test_a_lasting_text_works_for_its_player_while_the_card_is_active(facts: Catalogue) -> None:
    active = Side(combat=["Hoax 12"], support=["Hoax 20"])
    covered = Side(combat=["Hoax 01"], covered=["Hoax 12"], support=["Hoax 20"])
    theirs = Side(combat=["Hoax 06"], support=["Hoax 21"])
    assert Scene(facts, active, theirs).powers() == (2 + 6, 3 + 2)
    assert Scene(facts, covered, theirs).powers() == (5 + 3, 3 + 2)


@about("R1-073")
def test_to_the_printed_sum_and_the_higher_printed_value(facts: Catalogue) -> None:
    assert Scene(facts, Side(combat=["Pillar 05", "Pillar 22"])).value(0, "Pillar 05") == 7
    assert Scene(facts, Side(combat=["Pillar 06", "Pillar 23"])).value(0, "Pillar 06") == 4
    assert Scene(facts, Side(combat=["Pillar 05", "Pillar 22", "Pillar 26"])).value(0, "Pillar 05") == 7


@about("GAME-16", "R1-010")
def test_power_may_be_zero(facts: Catalogue) -> None:
    scene = Scene(facts, Side(combat=["Vulca 06"]), Side(combat=["Khind 01", "Khind 02"]))
    assert scene.powers() == (0, 4)


@about("GAME-17", "R1-138", "C-28", "R4-14")
def test_a_shield_in_the_element_lets_the_turn_go_on(facts: Catalogue) -> None:
    theirs = Side(combat=["Vulca 01"], hand=["Vulca 02"])
    shielded = Scene(facts, Side(hand=["Terrah 17"]), theirs, element=1, phase="character")
    shielded.do("play Terrah 17")
    assert shielded.state.turn == 1
    other = Scene(facts, Side(hand=["Terrah 17"]), Side(combat=["Terrah 01"]), element=2, phase="character")
    other.do("play Terrah 17")
    assert other.legal() == {"backtrack"}


@about("GAME-06", "GAME-18", "R1-135", "R4-07", "R1-011", "R1-012", "R4-11")
def test_the_present_power_has_to_be_matched(facts: Catalogue) -> None:
    theirs = Side(combat=["Hoax 06"], hand=["Hoax 01"])
    scene = Scene(facts, Side(hand=["Vulca 12", "Vulca 13"]), theirs, phase="character")
    scene.do("play Vulca 12")
    assert scene.state.turn == 1
    scene = Scene(facts, Side(hand=["Vulca 12", "Vulca 13"]), theirs, phase="character")
    scene.do("play Vulca 13")
    assert scene.legal() == {"backtrack"}


@about("GAME-12", "R0-27", "R3-04")
def test_an_ignored_card_stays_active_without_effect(facts: Catalogue) -> None:
    scene = Scene(facts, Side(combat=["Vulca 14", "Vulca 18"]), Side(combat=["Flit 12"]))
    assert scene.value(0, "Vulca 14") == 0
    assert scene.at(0, "Vulca 14") == "combat"
    assert scene.powers()[0] == 3


@about("GAME-12", "R0-15", "R1-038", "C-04", "R4-29")
def test_an_ignored_retrieve_character_still_blocks(facts: Catalogue) -> None:
    mine = Side(combat=["Flit 12"], covered=[], support=["Hoax 24"], hand=["Hoax 01"])
    blocked = Scene(facts, Side(combat=["Hoax 05"], hand=["Hoax 01"]), Side(combat=["Flit 04"]))
    assert "retrieve Hoax 05" not in blocked.legal()
    assert "retrieve Hoax 24" in Scene(facts, mine, Side(combat=["Hoax 05"])).legal()
    covered = Scene(facts, Side(combat=["Hoax 05"], hand=["Hoax 01"]), Side(combat=["Hoax 01"], covered=["Flit 04"]))
    assert "retrieve Hoax 05" in covered.legal()


@about("GAME-12", "R1-067", "R3-05", "C-20")
def test_ignoring_beats_you_may_not(facts: Catalogue) -> None:
    ban = Side(support=["Mimix 28"])
    theirs = Scene(facts, Side(hand=["Vulca 05", "Vulca 18"]), ban, phase="character")
    theirs.do("play Vulca 05")
    assert theirs.state.turn == 1  # the booster may not be played, so nothing was left to do
    lifted = Scene(facts, Side(hand=["Flit 08", "Vulca 18"]), ban, phase="character")
    lifted.do("play Flit 08")
    assert "play Vulca 18" in lifted.legal()


@about("R1-068", "R3-06")
def test_a_card_that_would_lift_the_ban_on_itself_may_not_be_played(facts: Catalogue) -> None:
    scene = Scene(facts, Side(hand=["Flit 12", "Vulca 05"]), Side(combat=["Terrah 12"]), phase="character")
    assert scene.legal() == {"play Vulca 05"}


@about("R0-13", "R0-16", "R0-17", "R0-19", "C-27", "R1-046", "R1-153", "R4-17", "R1-144")
def test_protected_cards_are_untouched_unless_their_icon_is_ignored(facts: Catalogue) -> None:
    safe = Scene(facts, Side(combat=["Flit 13"], hand=["Vulca 05"]), Side(combat=["Aqua 02"]))
    assert safe.value(1, "Aqua 02") == 5
    both = Scene(facts, Side(combat=["Flit 13", "Hoax 16"], hand=["Vulca 05"]), Side(combat=["Aqua 02"]))
    assert both.value(1, "Aqua 02") == 0
    shield = Scene(facts, Side(combat=["Flit 13"], hand=["Vulca 05"]), Side(combat=["Aqua 01", "Aqua 18"]))
    assert shield.value(1, "Aqua 18") == 0  # a shield is an icon


@about("R0-17", "R3-03")
def test_reducing_does_not_touch_a_protected_card(facts: Catalogue) -> None:
    scene = Scene(facts, Side(combat=["Khind 01"], hand=["Vulca 05"]), Side(combat=["Aqua 02", "Aqua 07"]))
    assert scene.value(1, "Aqua 02") == 5
    assert scene.value(1, "Aqua 07") == 0


@about("R0-12", "R1-070", "GAME-30")
def test_a_single_target_is_chosen_freely(facts: Catalogue) -> None:
    mine = Side(combat=["Mimix 17"], hand=["Mimix 16", "Mimix 22", "Hoax 25"], deck=["Vulca 01"])
    scene = Scene(facts, mine, Side(combat=["Hoax 08"], hand=["Hoax 01"]), element=2, phase="character")
    scene.do("play Mimix 16", "play Mimix 22", "play Hoax 25")
    assert scene.legal() == {"take Mimix 16", "take Mimix 22"}
    scene.do("take Mimix 22")
    assert scene.value(0, "Mimix 22") == 2
    assert scene.value(0, "Mimix 16") == 2


@about("R1-071", "R3-07")
def test_another_target_is_chosen_when_the_first_is_discarded(facts: Catalogue) -> None:
    theirs = Side(combat=["Mimix 16", "Mimix 17"], support=["Hoax 25"], hand=["Hoax 01"])
    scene = Scene(facts, Side(hand=["Flit 06"], deck=["Vulca 01"]), theirs, element=2)
    scene.do("take Mimix 17")  # put into play by the test: its owner aims first
    assert scene.value(1, "Mimix 17") == 6
    scene.to("character").do("play Flit 06", "take their Mimix 17")
    assert scene.value(1, "Mimix 16") == 4


@about("R0-11", "R1-015", "R1-072", "C-32")
def test_a_mutant_whose_text_is_ignored_in_hand_needs_no_condition(facts: Catalogue) -> None:
    mine = Side(hand=["Mutant 101", "Vulca 05"])
    assert Scene(facts, mine, Side(combat=["Hoax 08"]), phase="character").legal() == {"play Vulca 05"}
    ignored = Scene(facts, mine, Side(combat=["Flit 07"]), phase="character")
    assert "play Mutant 101" in ignored.legal()


@about("R0-25", "GAME-33")
@pytest.mark.parametrize(
    ("mutant", "theirs", "element", "dragons", "allowed"),
    [
        ("Mutant 101", Side(combat=["Hoax 08"]), 1, -1, True),
        ("Mutant 101", Side(combat=["Hoax 08"]), 1, 1, False),
        ("Mutant 102", Side(combat=["Hoax 08"], hand=["Hoax 01", "Hoax 02", "Hoax 03", "Hoax 04"]), 1, 0, True),
        ("Mutant 102", Side(combat=["Hoax 08"], hand=["Hoax 01", "Hoax 02", "Hoax 03"]), 1, 0, False),
        ("Mutant 104", Side(combat=["Hoax 08"], support=["Hoax 21", "Hoax 22"]), 1, 0, True),
        ("Mutant 104", Side(combat=["Hoax 08"], support=["Hoax 21"]), 1, 0, False),
        ("Mutant 105", Side(combat=["Vulca 01"]), 1, 0, True),
        ("Mutant 105", Side(combat=["Vulca 02"]), 1, 0, False),
        ("Mutant 106", Side(combat=["Terrah 05"]), 2, 0, True),
        ("Mutant 106", Side(combat=["Vulca 01"]), 1, 0, False),
        ("Mutant 107", Side(combat=["Vulca 05"]), 1, 0, True),
        ("Mutant 110", Side(combat=["Mimix 22"]), 1, 0, True),
        ("Mutant 110", Side(combat=["Mimix 16"]), 1, 0, False),
    ],
)
def test_conditions_of_mutants(
    facts: Catalogue, mutant: str, theirs: Side, element: int, dragons: int, allowed: bool
) -> None:
    mine = Side(hand=[mutant, "Vulca 09"])
    scene = Scene(facts, mine, theirs, element=element, dragons=dragons, phase="character")
    assert (f"play {mutant}" in scene.legal()) == allowed


@about("GAME-10", "R0-26", "R1-061")
def test_a_mutant_turns_the_element_once(facts: Catalogue) -> None:
    mine = Side(hand=["Mutant 105", "Vulca 12"], deck=["Vulca 13"])
    scene = Scene(facts, mine, Side(combat=["Vulca 01"], hand=["Hoax 01"]), phase="character")
    scene.do("play Mutant 105")
    assert scene.state.element == 2
