"""Cards of Emissaries & Inquisitors and the promotional ship: no recorded game has them, so each has a board here."""

from __future__ import annotations

from cards.core.facts import Catalogue
from game.engine import effects
from game.engine.board import BEGIN
from game.engine.state import legal_actions
from game.powers import POWERS
from tests.game.rules.tested_rules import about
from tests.game.scenes import Scene, Side

WEAK = Side(combat=["Hoax 09"], hand=["Hoax 01"])
DECK = ["Terrah 01", "Terrah 02", "Terrah 03", "Terrah 04"]


@about("R1-015")
def test_a_mutant_is_played_without_its_condition(facts: Catalogue) -> None:
    mine = Side(hand=["Vulca 31", "Mutant 101"], deck=DECK)
    assert "continue" not in Scene(facts, mine, WEAK, phase="engagement").legal()
    scene = Scene(facts, mine, WEAK, phase="leadership").do("play Vulca 31", "continue")
    assert scene.legal() == {"play Mutant 101"}


@about("R1-018", "GAME-31")
def test_the_chosen_of_fire_shuffles_leadership_back(facts: Catalogue) -> None:
    mine = Side(hand=["Vulca 32", "Vulca 01"], pile=["Vulca 28"], deck=DECK)
    theirs = Side(combat=["Hoax 09"], pile=["Hoax 27", "Hoax 28"])
    scene = Scene(facts, mine, theirs, phase="leadership").do("play Vulca 32")
    assert scene.legal() == {"take Hoax 27", "take Hoax 28"}
    scene.do("take Hoax 28")
    assert scene.at(1, "Hoax 28") == "deck"
    assert scene.at(0, "Vulca 28") == "deck"  # the only one, and not the Chosen One itself
    assert scene.at(0, "Vulca 32") == "pile"


@about("R0-20")
def test_all_free_cards_are_driven_off(facts: Catalogue) -> None:
    theirs = Side(combat=["Mimix 22", "Hoax 09"], support=["Aqua 21"], hand=["Hoax 01"])
    scene = Scene(facts, Side(hand=["Hoax 30", "Vulca 01"]), theirs, phase="leadership").do("play Hoax 30", "yes")
    assert scene.at(1, "Mimix 22") == scene.at(1, "Aqua 21") == "discard"
    assert scene.at(1, "Hoax 09") == "combat"


@about("R3-10")
def test_two_leadership_cards_buy_a_dragon(facts: Catalogue) -> None:
    mine = Side(hand=["Hoax 31", "Hoax 27", "Hoax 28", "Infl 607", "Vulca 01"])
    scene = Scene(facts, mine, WEAK, phase="leadership").do("play Hoax 31")
    assert scene.legal() == {"take Hoax 27", "take Hoax 28", "done"}
    scene.do("take Hoax 27", "take Hoax 28")
    assert scene.state.dragons == 1
    assert scene.at(0, "Hoax 27") == "pile"


@about("GAME-31")
def test_the_chosen_of_nature_puts_discard_piles_back(facts: Catalogue) -> None:
    mine = Side(hand=["Mimix 32", "Vulca 01"], discard=["Vulca 02"])
    theirs = Side(combat=["Hoax 09"], discard=["Hoax 01"])
    scene = Scene(facts, mine, theirs, phase="leadership").do("play Mimix 32")
    assert scene.at(0, "Vulca 02") == scene.at(1, "Hoax 01") == "deck"


@about("GAME-31", "R0-18")
def test_the_chosen_of_the_air_clears_supports_but_protected_ones(facts: Catalogue) -> None:
    mine = Side(hand=["Flit 32", "Vulca 01"], support=["Aqua 23", "Vulca 23"])
    theirs = Side(combat=["Hoax 09"], support=["Hoax 20"])
    scene = Scene(facts, mine, theirs, phase="leadership").do("play Flit 32")
    assert scene.at(0, "Aqua 23") == "support"
    assert scene.at(0, "Vulca 23") == scene.at(1, "Hoax 20") == "discard"


@about("GAME-31")
def test_the_chosen_of_the_earth_brings_each_three_cards(facts: Catalogue) -> None:
    theirs = Side(combat=["Hoax 09"], deck=["Hoax 01", "Hoax 02"])
    scene = Scene(facts, Side(hand=["Terrah 32", "Vulca 01"], deck=DECK), theirs, phase="leadership")
    scene.do("play Terrah 32")
    assert len(scene.state.hand(0)) == 4
    assert len(scene.state.hand(1)) == 2


@about("R0-29")
def test_the_caterpillar_that_eats_moons(facts: Catalogue) -> None:
    theirs = Side(combat=["Hoax 09", "Pillar 20"], hand=["Hoax 01"])
    scene = Scene(facts, Side(hand=["Vulca 02", "Vulca 09", "Vulca 01"]), theirs).do("satisfy their Pillar 20")
    worth_two = {f"take {code}" for code in ("Vulca 02", "Vulca 01") if (facts[code].moons or 0) >= 2}
    assert worth_two <= scene.legal()


@about("R3-10")
def test_five_moons_buy_a_dragon(facts: Catalogue) -> None:
    mine = Side(hand=["Pillar 31", "Vulca 01", "Vulca 02", "Vulca 09"])
    scene = Scene(facts, mine, WEAK, phase="leadership").do("play Pillar 31", "take Vulca 01", "take Vulca 02")
    assert scene.state.dragons == 1


@about("GAME-31", "R0-30")
def test_the_chosen_of_the_pillar_pays_the_opponent_first(facts: Catalogue) -> None:
    mine = Side(hand=["Pillar 32", "Vulca 01"])
    theirs = Side(combat=["Hoax 09"], hand=["Hoax 06", "Hoax 08"])
    scene = Scene(facts, mine, theirs, phase="leadership").do("play Pillar 32")
    assert scene.state.player == 1
    scene.do("take Hoax 06", "take Hoax 08")
    assert scene.state.dragons == -1


@about("GAME-14", "R1-073")
def test_all_characters_rise_to_their_higher_value(facts: Catalogue) -> None:
    scene = Scene(facts, Side(combat=["Mimix 16", "Mimix 17"], support=["Aqua 27"]), WEAK)
    assert scene.powers()[0] == 6


@about("GAME-31")
def test_the_chosen_of_the_water_brings_new_hands(facts: Catalogue) -> None:
    theirs = Side(combat=["Hoax 09"], hand=["Hoax 01"], deck=["Hoax 02", "Hoax 03"])
    scene = Scene(facts, Side(hand=["Aqua 32", "Vulca 01"], deck=DECK), theirs, phase="leadership").do("play Aqua 32")
    assert len(scene.state.hand(0)) == 5
    assert len(scene.state.hand(1)) == 3


@about("GAME-20")
def test_the_catapult_of_confusion_brings_one_dragon_more(facts: Catalogue) -> None:
    theirs = Side(combat=["Hoax 02", "Khind 24"], hand=["Hoax 01"])
    scene = Scene(facts, Side(hand=["Vulca 12"], deck=DECK), theirs, phase="engagement").do("retreat")
    assert scene.state.dragons == -2


@about("R1-031")
def test_the_serpents_tongue_draws_one_more(facts: Catalogue) -> None:
    mine = Side(hand=["Vulca 01"], deck=[f"Terrah {n:02}" for n in range(1, 9)], inquisitor="Inq Schlangenzunge")
    scene = Scene(facts, mine, WEAK, phase="character").do("play Vulca 01", "use Inq Schlangenzunge")
    assert len(scene.state.hand(0)) == 7
    assert scene.state.turn == 1


@about("R0-42", "R1-024")
def test_sea_moon_lets_one_card_come_from_the_hand(facts: Catalogue) -> None:
    mine = Side(hand=["Vulca 01", "Vulca 18"], ships=["Buka 31"], cargo={"Buka 31": ["Vulca 12"]}, deck=DECK)
    scene = Scene(facts, mine, WEAK).do("land Buka 31").to("character")
    assert scene.legal() == {"play Vulca 01", "play Vulca 12"}
    scene.do("play Vulca 01")
    assert scene.state.turn == 1  # that was the one card; the booster may not follow


@about("R0-25")
def test_man_shu_ran_needs_an_active_free_card(facts: Catalogue) -> None:
    mine = Side(hand=["Mutant 110"], deck=DECK)
    assert Scene(facts, mine, WEAK, phase="engagement").legal() == {"retreat"}
    theirs = Side(combat=["Mimix 22"], hand=["Hoax 01"])
    assert Scene(facts, mine, theirs, phase="engagement").legal() == {"continue", "retreat"}


def test_every_text_that_is_done_once_can_be_carried_out(facts: Catalogue) -> None:
    """Whatever is answered, each text alone leaves a sound board: cards that are nowhere near one another are too."""
    theirs = Side(
        combat=["Hoax 09", "Mimix 22", "Mimix 26"],
        covered=["Hoax 08"],
        support=["Hoax 20", "Hoax 21"],
        hand=["Hoax 01", "Hoax 02", "Hoax 03", "Hoax 04", "Hoax 06", "Hoax 07", "Hoax 22"],
        deck=["Pillar 01", "Pillar 02"],
        discard=["Pillar 03"],
        pile=["Hoax 28"],
    )
    for code, power in POWERS.items():
        if not any(type(effect) in effects.base.HANDLERS for effect in power.effects) or not facts[code].playable:
            continue
        mine = Side(hand=["Aqua 01", "Aqua 04", "Aqua 07", "Buka 01"], combat=[code], deck=DECK, discard=["Aqua 08"])
        scene = Scene(facts, mine, theirs, element=1)
        board = scene.state.copy_board()
        before = sorted(board.everything(0) + board.everything(1))
        board.phase = BEGIN
        board.todo.append(("text", 0, scene.card(0, code)))
        effects.resolve(board, 0, scene.card(0, code), asked=False)
        assert sorted(board.everything(0) + board.everything(1)) == before, code
        assert legal_actions(scene.state)
