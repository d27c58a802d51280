"""FREE, PAIR, GANG, STOP, RETRIEVE, REPLACE and the limits of a turn: GAME-04, GAME-05, GAME-27."""

from __future__ import annotations

from cards.core.facts import Catalogue
from game.engine.table import Settings
from tests.game.rules.tested_rules import about
from tests.game.scenes import Scene, Side

WEAK = Side(combat=["Hoax 09"], hand=["Hoax 01"])


@about("GAME-04", "R1-006", "R4-05", "R4-13", "R4-27", "R1-133")
def test_one_character_a_turn_and_it_covers(facts: Catalogue) -> None:
    mine = Side(combat=["Vulca 12", "Vulca 18"], hand=["Vulca 05", "Vulca 06"], deck=["Vulca 01"])
    scene = Scene(facts, mine, WEAK, phase="character").do("play Vulca 05")
    assert scene.state.turn == 1
    assert scene.at(0, "Vulca 12") == scene.at(0, "Vulca 18") == "covered"


@about("GAME-05", "R1-007", "R1-134", "C-08", "R4-06")
def test_no_booster_or_support_in_the_turn_that_starts_a_fight(facts: Catalogue) -> None:
    mine = Side(hand=["Vulca 05", "Vulca 18"], deck=["Vulca 01"])
    scene = Scene(facts, mine, Side(hand=["Hoax 01"]), element=0, phase="character").do("play Vulca 05")
    assert scene.state.phase == "power"
    scene = Scene(facts, mine, WEAK, phase="character").do("play Vulca 05")
    assert scene.legal() == {"play Vulca 18", "pass"}


@about("R1-040", "R1-039", "R1-141", "R4-18", "R1-152")
def test_a_free_character_may_come_first_or_alone(facts: Catalogue) -> None:
    mine = Side(hand=["Mimix 22", "Mimix 03"], deck=["Vulca 01"])
    scene = Scene(facts, mine, Side(combat=["Hoax 09"], hand=["Hoax 01"]), phase="character").do("play Mimix 22")
    assert scene.legal() == {"play Mimix 03", "pass"}
    assert scene.do("pass").state.turn == 1


@about("R0-20", "R0-21", "R1-152")
def test_an_ignored_free_icon_is_none(facts: Catalogue) -> None:
    mine = Side(hand=["Mimix 22", "Mimix 03"], deck=["Vulca 01"])
    scene = Scene(facts, mine, Side(combat=["Hoax 16"], hand=["Hoax 01"]), phase="character").do("play Mimix 03")
    assert scene.state.turn == 1


@about("R1-142", "R1-043", "R0-06", "R4-19", "CARD-10", "GAME-27")
def test_a_pair_is_two_cards_with_the_same_first_word(facts: Catalogue) -> None:
    mine = Side(hand=["Mimix 16", "Mimix 17", "Mimix 13"], deck=["Vulca 01"])
    scene = Scene(facts, mine, WEAK, phase="character").do("play Mimix 16")
    assert scene.legal() == {"play Mimix 17", "pass"}
    assert scene.do("play Mimix 17").state.turn == 1
    assert scene.powers()[0] == 5


@about("C-38", "R1-142")
def test_pairs_of_boosters_take_one_place(facts: Catalogue) -> None:
    mine = Side(hand=["Vulca 12", "Flit 22", "Flit 23", "Flit 24"], deck=["Vulca 01"])
    scene = Scene(facts, mine, WEAK, phase="character").do("play Vulca 12", "play Flit 22")
    assert scene.legal() == {"play Flit 23", "play Flit 24", "pass"}
    assert scene.do("play Flit 23").state.turn == 1


@about("R0-22", "R1-041", "R1-058")
def test_a_pair_whose_first_card_is_free_uses_no_limit(facts: Catalogue) -> None:
    mine = Side(hand=["Aqua 12", "Mimix 16", "Mimix 17", "Vulca 12"], deck=["Vulca 01"])
    scene = Scene(facts, mine, WEAK, phase="character").do("play Aqua 12")
    scene.do("play Mimix 16")
    assert scene.legal() == {"play Mimix 17", "pass"}
    assert scene.do("play Mimix 17").state.turn == 1


@about("R1-143", "R1-044", "R4-20", "C-34")
def test_a_gang_is_any_number_of_one_colour_and_word(facts: Catalogue) -> None:
    mine = Side(hand=["Khind 15", "Khind 19", "Khind 22", "Khind 10"], deck=["Vulca 01"])
    scene = Scene(facts, mine, WEAK, phase="character").do("play Khind 15")
    assert scene.legal() == {"play Khind 19", "play Khind 22", "pass"}
    scene.do("play Khind 22")
    assert scene.legal() == {"play Khind 19", "pass"}


@about("R0-23", "R1-045")
def test_a_gang_may_be_joined_or_covered(facts: Catalogue) -> None:
    mine = Side(combat=["Khind 19"], hand=["Khind 15", "Khind 10"], deck=["Vulca 01"])
    scene = Scene(facts, mine, WEAK, phase="character")
    assert scene.legal() == {"join Khind 15", "play Khind 15", "play Khind 10"}
    assert scene.do("join Khind 15").powers()[0] == 5
    with_booster = Side(combat=["Khind 19", "Vulca 18"], hand=["Khind 15"])
    assert Scene(facts, with_booster, WEAK, phase="character").legal() == {"play Khind 15"}
    must = Scene(facts, mine, WEAK, phase="character", settings=Settings(must_join_gangs=True))
    assert must.legal() == {"join Khind 15", "play Khind 10"}


@about("R1-042")
def test_a_gang_whose_first_card_is_free_uses_no_limit(facts: Catalogue) -> None:
    mine = Side(hand=["Aqua 12", "Khind 15", "Khind 22", "Vulca 12"], deck=["Vulca 01"])
    scene = Scene(facts, mine, WEAK, phase="character").do("play Aqua 12", "play Khind 15", "play Khind 22")
    assert scene.state.turn == 1


@about("R1-139", "R4-15")
def test_stop_ends_all_play(facts: Catalogue) -> None:
    mine = Side(hand=["Mimix 20", "Mimix 22", "Vulca 18", "Aqua 16"], deck=["Vulca 01"])
    scene = Scene(facts, mine, WEAK, phase="character").do("play Mimix 20")
    assert scene.state.phase != "booster/support"
    assert scene.legal() == {"take Vulca 01", "done"}  # its own text, after the plays that there were none of


@about("R3-01", "R0-14", "R1-036", "R1-037", "C-19")
def test_permissions_by_text_outlive_stop(facts: Catalogue) -> None:
    mine = Side(hand=["Hoax 29", "Mimix 20", "Hoax 21", "Hoax 22", "Vulca 18"], deck=["Vulca 01"])
    scene = Scene(facts, mine, WEAK, phase="leadership").do("play Hoax 29").to("character").do("play Mimix 20")
    assert scene.legal() == {"play Hoax 21", "play Hoax 22", "pass"}


@about("R1-008", "R1-009", "R3-08")
def test_additional_supports_leave_the_one_booster(facts: Catalogue) -> None:
    mine = Side(hand=["Hoax 14", "Hoax 21", "Hoax 22", "Vulca 18", "Vulca 23"], deck=["Vulca 01"])
    scene = Scene(facts, mine, WEAK, phase="character").do("play Hoax 14", "play Hoax 21", "play Vulca 18")
    assert scene.state.turn == 1
    scene = Scene(facts, mine, WEAK, phase="character").do("play Hoax 14", "play Hoax 21", "play Hoax 22")
    assert scene.state.turn == 1


@about("R1-140", "R4-16", "GAME-01", "R1-130")
def test_retrieve_takes_back_any_number(facts: Catalogue) -> None:
    mine = Side(combat=["Hoax 05", "Hoax 19"], support=["Hoax 24"], hand=["Hoax 01"])
    scene = Scene(facts, mine, WEAK)
    assert {"retrieve Hoax 05", "retrieve Hoax 19", "retrieve Hoax 24"} <= scene.legal()
    scene.do("retrieve Hoax 05", "retrieve Hoax 24")
    assert scene.at(0, "Hoax 05") == scene.at(0, "Hoax 24") == "hand"


@about("R0-28", "R1-031", "R1-059", "R1-094", "R1-146", "R1-057", "R0-24", "R1-030")
def test_razor_mind_makes_every_card_a_replace_card(facts: Catalogue) -> None:
    mine = Side(hand=["Vulca 05", "Vulca 12"], deck=["Vulca 01"], inquisitor="Inq 412")
    scene = Scene(facts, mine, Side(combat=["Hoax 09"]), phase="leadership")
    assert {"replace Vulca 05", "replace Vulca 12"} <= scene.legal()
    scene.do("replace Vulca 05")
    assert scene.at(0, "Vulca 05") == "discard"
    assert scene.at(0, "Vulca 01") == "hand"
    ignored = Scene(facts, mine, Side(combat=["Flit 07"]), phase="leadership")
    assert not any(words.startswith("replace") for words in ignored.legal())


@about("R1-001", "R1-002", "GAME-02", "R1-131", "R4-03", "C-26")
def test_one_leadership_card_a_turn(facts: Catalogue) -> None:
    mine = Side(hand=["Hoax 29", "Hoax 27", "Hoax 01"], deck=["Vulca 01"])
    scene = Scene(facts, mine, WEAK, phase="leadership").do("play Hoax 29")
    assert scene.state.phase == "engagement"
    assert scene.at(0, "Hoax 29") == "pile"


@about("R1-064", "R1-045")
def test_khindkin_need_not_cover(facts: Catalogue) -> None:
    mine = Side(combat=["Vulca 12"], hand=["Khind 23"], deck=["Vulca 01"])
    scene = Scene(facts, mine, WEAK, phase="character")
    assert scene.legal() == {"join Khind 23", "play Khind 23"}
    scene.do("join Khind 23")
    assert scene.at(0, "Vulca 12") == "combat"


@about("R0-11", "R0-20", "R1-039", "R1-058")
def test_a_free_icon_that_a_text_lends_is_ignored_like_a_printed_one(facts: Catalogue) -> None:
    yang = Side(hand=["Aqua 12", "Vulca 12"], deck=["Vulca 01"])
    assert Scene(facts, yang, Side(combat=["Terrah 26", "Hoax 09"]), phase="character").do("play Aqua 12").state.turn
    razor = Side(hand=["Vulca 05", "Vulca 12"], deck=["Vulca 01"], inquisitor="Inq 412")
    assert "replace Vulca 05" not in Scene(facts, razor, Side(combat=["Hoax 16"]), phase="leadership").legal()
    two = Side(combat=["Hoax 16", "Aqua 02", "Aqua 07"], hand=["Hoax 01"])
    pirate = Side(hand=["Buka 17", "Vulca 12"], deck=["Vulca 01"])
    assert Scene(facts, pirate, two, phase="character").do("play Buka 17").legal() != {"play Vulca 12", "pass"}


@about("R0-34", "R1-080")
def test_bounce_back_needs_no_character(facts: Catalogue) -> None:
    mine = Side(combat=["Vulca 01"], hand=["Khind 31", "Vulca 02"], deck=["Vulca 12"])
    scene = Scene(facts, mine, WEAK, phase="leadership").do("play Khind 31")
    assert scene.do("continue").state.turn == 1
    opening = Scene(facts, Side(hand=["Khind 31"]), Side(hand=["Hoax 01"]), element=0, phase="leadership")
    opening.do("play Khind 31", "continue", "announce fire")
    assert opening.powers() == (0, 0)
