"""Retreats, dragons and declined fights: GAME-03, GAME-19 to GAME-23, MATCH-06 to MATCH-08."""

from __future__ import annotations

import pytest

from cards.core.facts import Catalogue
from game.engine.table import Settings
from tests.game.rules.tested_rules import about
from tests.game.scenes import Scene, Side, winner

HAND = Side(hand=["Vulca 05", "Vulca 12"], deck=["Vulca 01", "Vulca 02"])


def retreated(facts: Catalogue, mine: Side, theirs: Side, dragons: int = 0, **more: object) -> Scene:
    return Scene(facts, mine, theirs, dragons=dragons, phase="engagement", **more).do("retreat")  # type: ignore[arg-type]


@about("GAME-19", "GAME-20", "GAME-23", "R4-21", "R4-23", "MATCH-04")
@pytest.mark.parametrize(("before", "after"), [(2, 1), (1, 0), (0, -1), (-1, -2)])
def test_a_retreat_moves_one_dragon_and_the_loser_begins(facts: Catalogue, before: int, after: int) -> None:
    mine = Side(combat=["Vulca 13"], hand=["Vulca 05", "Vulca 12"], deck=["Vulca 01", "Vulca 02"])
    scene = retreated(facts, mine, winner("Hoax 02"), before)
    assert scene.state.dragons == after
    assert scene.state.turn == 0
    assert scene.state.element == 0
    assert scene.at(0, "Vulca 13") == scene.at(1, "Hoax 02") == "discard"
    assert len(scene.state.hand(0)) == 4


@about("GAME-20", "GAME-21", "C-03", "R4-22", "R4-30")
def test_six_cards_bring_a_second_dragon(facts: Catalogue) -> None:
    six = winner("Hoax 02", support=("Hoax 20", "Hoax 21"), covered=("Hoax 03", "Hoax 04", "Hoax 06"))
    assert retreated(facts, HAND, six).state.dragons == -2
    five = winner("Hoax 02", support=("Hoax 20", "Hoax 21"), covered=("Hoax 03", "Hoax 04"))
    assert retreated(facts, HAND, five).state.dragons == -1
    combat_only = retreated(facts, HAND, six, settings=Settings(six_cards="combat"))
    assert combat_only.state.dragons == -1


@about("GAME-21")
def test_whether_bluffs_count_for_six_is_a_setting(facts: Catalogue) -> None:
    six = winner("Hoax 02", support=("Hoax 20",), covered=("Hoax 03", "Hoax 04", "Hoax 06"), bluffs=("Buka 07",))
    assert retreated(facts, HAND, six).state.dragons == -2
    assert retreated(facts, HAND, six, settings=Settings(bluffs_count_for_six=False)).state.dragons == -1


@about("GAME-22", "R4-24", "MATCH-01", "MATCH-06", "R1-107")
def test_a_fourth_dragon_wins_four_crystals(facts: Catalogue) -> None:
    scene = retreated(facts, HAND, winner("Hoax 02"), -3)
    assert (scene.result.winner, scene.result.why, scene.result.crystals) == (1, "fourth_dragon", 4)


@about("GAME-22")
def test_two_dragons_come_one_by_one(facts: Catalogue) -> None:
    six = winner("Hoax 02", support=("Hoax 20", "Hoax 21"), covered=("Hoax 03", "Hoax 04", "Hoax 06"))
    assert retreated(facts, HAND, six, 1).state.dragons == -1
    assert retreated(facts, HAND, six, -1).state.dragons == -3
    assert retreated(facts, HAND, six, -2).result.crystals == 4


@about("GAME-20")
@pytest.mark.parametrize(
    ("mine", "theirs", "dragons"),
    [
        (Side(combat=["Hoax 11"], hand=["Vulca 05"]), winner("Hoax 10"), 0),
        (HAND, winner("Hoax 10", support=("Vulca 27",)), -3),
        (Side(combat=["Vulca 12", "Flit 27"], hand=["Vulca 05"]), winner("Hoax 02"), 0),
        (Side(support=["Mimix 29"], hand=["Vulca 05"]), winner("Hoax 10"), -1),
    ],
)
def test_texts_change_the_dragons_of_a_retreat(facts: Catalogue, mine: Side, theirs: Side, dragons: int) -> None:
    assert retreated(facts, mine, theirs).state.dragons == dragons


@about("GAME-20")
def test_no_more_than_one_with_distract_holy_dragon(facts: Catalogue) -> None:
    mine = Side(hand=["Flit 29", "Vulca 05"], deck=["Vulca 01"])
    scene = Scene(facts, mine, winner("Hoax 10", support=("Vulca 27",)), phase="leadership")
    assert scene.do("play Flit 29", "retreat").state.dragons == -1


@about("GAME-03", "R1-003", "R0-49", "R0-50", "C-09", "R4-04", "C-10", "R1-132")
def test_declining_costs_one_to_three_cards(facts: Catalogue) -> None:
    mine = Side(
        hand=["Vulca 01", "Vulca 02", "Vulca 03", "Vulca 05", "Hoax 27"], deck=["Vulca 06", "Vulca 07", "Vulca 08"]
    )
    theirs = Side(hand=["Hoax 01"], deck=["Hoax 02", "Hoax 03"])
    scene = Scene(facts, mine, theirs, element=0, phase="engagement").do("decline")
    assert "done" not in scene.legal()
    scene.do("take Vulca 01", "take Hoax 27")
    assert "done" in scene.legal()
    scene.do("take Vulca 02")
    assert scene.state.turn == 1
    assert len(scene.state.hand(0)) == 5
    assert len(scene.state.hand(1)) == 1
    assert scene.at(0, "Hoax 27") == "pile"


@about("R0-50", "C-16", "R1-003", "MATCH-06")
def test_declining_with_nothing_to_discard(facts: Catalogue) -> None:
    scene = Scene(facts, Side(deck=["Vulca 01"]), Side(hand=["Hoax 01"]), element=0, phase="engagement")
    assert scene.do("decline").state.turn == 1
    over = Scene(facts, Side(discard=["Vulca 01"]), Side(hand=["Hoax 01"]), element=0, dragons=1)
    assert (over.result.winner, over.result.crystals) == (0, 2)


@about("MATCH-06", "MATCH-08", "R1-013", "R0-51", "C-11")
def test_declining_with_the_last_card_goes_on_unless_set(facts: Catalogue) -> None:
    mine, theirs = Side(hand=["Vulca 12"]), Side(hand=["Hoax 01"])
    scene = Scene(facts, mine, theirs, element=0, phase="engagement").do("decline")
    assert scene.result is None
    assert scene.state.turn == 1
    ended = Scene(
        facts, mine, theirs, element=0, phase="engagement", settings=Settings(decline_with_last_card_ends=True)
    )
    assert ended.do("decline").result.why == "cards_out_order"


@about("MATCH-07", "R0-51", "R4-25", "R4-28", "C-11")
def test_with_neutral_dragons_who_held_a_card_last_wins(facts: Catalogue) -> None:
    mine = Side(combat=["Vulca 13"], hand=["Vulca 12"])
    ended = Scene(facts, mine, winner("Hoax 02"), dragons=1, phase="engagement").do("retreat")
    assert ended.result is None
    spent = Side(combat=["Hoax 02"])
    assert Scene(facts, mine, spent, dragons=1, phase="engagement").do("retreat").result.winner == 0
    assert Scene(facts, mine, spent, dragons=0, phase="engagement").do("retreat").result.winner == 1


@about("R1-013", "MATCH-08")
def test_the_last_card_played_ends_nothing(facts: Catalogue) -> None:
    scene = Scene(facts, Side(hand=["Vulca 05"]), winner("Hoax 09"), phase="character").do("play Vulca 05")
    assert scene.result is None
    assert scene.state.turn == 1


@about("R1-004", "R1-006")
def test_without_a_character_the_fight_cannot_go_on(facts: Catalogue) -> None:
    scene = Scene(facts, Side(hand=["Vulca 18"]), winner("Hoax 02"), phase="engagement")
    assert scene.legal() == {"retreat"}


@about("GAME-23", "R0-35", "R0-49")
def test_floods_drive_the_opponent_off_after_the_turn(facts: Catalogue) -> None:
    mine = Side(support=["Aqua 25", "Aqua 26"], hand=["Vulca 01"], deck=["Vulca 02"])
    scene = Scene(facts, mine, winner("Hoax 09"), phase="character").do("play Vulca 01")
    assert scene.state.dragons == 1
    assert scene.state.turn == 1
    assert scene.state.element == 0


@about("GAME-01")
def test_storms_attract_one_dragon_in_total(facts: Catalogue) -> None:
    mine = Side(
        combat=["Vulca 01"],
        hand=["Vulca 02", "Vulca 03"],
        deck=["Vulca 04"],
        support=["Terrah 21", "Terrah 22", "Terrah 23"],
    )
    theirs = Side(combat=["Hoax 09"], hand=["Vulca 05", "Hoax 02"], deck=["Hoax 03"])
    scene = Scene(facts, mine, theirs, phase="character").do("play Vulca 02")
    assert scene.state.dragons == 0
    scene = Scene(
        facts,
        Side(hand=["Hoax 01"], combat=["Hoax 09"], deck=["Hoax 02"]),
        Side(combat=["Vulca 12"], support=["Terrah 21", "Terrah 22", "Terrah 23"], hand=["Vulca 02"]),
        phase="engagement",
    )
    assert scene.powers() == (1, 6)
    strong = Scene(
        facts,
        Side(hand=["Mutant 104"], deck=["Hoax 02"]),
        Side(combat=["Vulca 12"], support=["Terrah 21", "Terrah 22", "Terrah 23"], hand=["Vulca 02"]),
        phase="character",
    )
    strong.do("play Mutant 104")
    assert strong.state.turn == 1
    assert strong.state.dragons == -1
