"""Ships, bluffs, bans and what the opponent may answer: GAME-09, GAME-24, GAME-28, GAME-29."""

from __future__ import annotations

import pytest

from cards.core.facts import CardFacts, CardType, Catalogue, People
from game.engine.plays import booster_plays
from game.engine.table import Settings
from game.engine.view import HIDDEN, view
from game.records.words import write
from tests.game.rules.tested_rules import about
from tests.game.scenes import Scene, Side

WEAK = Side(combat=["Hoax 09"], hand=["Hoax 01"])
DECK = ["Terrah 01", "Terrah 02"]


@about("R1-047", "R0-44", "GAME-29", "GAME-05")
def test_a_bluff_takes_the_place_of_a_support(facts: Catalogue) -> None:
    mine = Side(hand=["Vulca 12", "Buka 07", "Vulca 23"], deck=DECK)
    scene = Scene(facts, mine, Side(combat=["Hoax 09"]), phase="character").do("play Vulca 12")
    assert scene.legal() == {"bluff Buka 07", "play Vulca 23", "pass"}
    scene.do("bluff Buka 07")
    assert scene.at(0, "Buka 07") == "bluffs"


@about("R1-048", "R1-022")
def test_supports_bluffs_and_loads_mix(facts: Catalogue) -> None:
    mine = Side(hand=["Buka 20", "Buka 07", "Buka 08", "Vulca 23"], ships=["Buka 28"], deck=DECK)
    scene = Scene(facts, mine, WEAK, phase="character").do("play Buka 20")
    scene.do("bluff Buka 07", "play Vulca 23")
    assert scene.legal() == {"bluff Buka 08", "load Buka 08 on Buka 28", "pass"}
    scene.do("load Buka 08 on Buka 28")
    assert scene.at(0, "Buka 08") == "on Buka 28"


@about("R1-049", "R0-45", "C-17", "GAME-29")
@pytest.mark.parametrize(
    ("ban", "bluffs"),
    [
        ("Khind 26", set()),  # no supports at all
        ("Terrah 12", {"bluff Buka 07"}),  # no cards with text: the printed side decides
        ("Terrah 16", {"bluff Buka 19"}),  # no cards without
        ("Vulca 16", {"bluff Buka 19"}),
        ("Terrah 25", {"bluff Buka 07", "bluff Buka 19"}),
        ("Hoax 13", set()),
    ],
)
def test_bans_stop_bluffs_by_their_character_side(facts: Catalogue, ban: str, bluffs: set[str]) -> None:
    kind = "support" if ban in {"Khind 26", "Terrah 25"} else "combat"
    mine = Side(hand=["Flit 04", "Buka 07", "Buka 19"], deck=DECK, combat=["Vulca 12"], support=["Vulca 23"])
    theirs = Side(hand=["Hoax 01"], support=[ban]) if kind == "support" else Side(hand=["Hoax 01"], combat=[ban])
    scene = Scene(facts, mine, theirs, phase="beginning")
    scene.board.phase = 4
    plays = {write(scene.table, 0, action) for action in booster_plays(scene.board, 0)}
    assert {words for words in plays if words.startswith("bluff")} == bluffs


@about("R1-052", "R1-054", "GAME-29")
def test_ignored_bluffs_add_nothing_and_cannot_be_called(facts: Catalogue) -> None:
    mine = Side(hand=["Vulca 01", "Buka 08"], bluffs=["Buka 07"], deck=DECK)
    scene = Scene(facts, mine, Side(combat=["Flit 08"], hand=["Hoax 01"]))
    assert scene.powers()[0] == 0
    assert "reveal Buka 07" in scene.legal()
    scene.to("character").do("play Vulca 01")
    assert scene.state.turn == 1  # neither a bluff to play nor a call to answer


@about("R1-053")
def test_bluffs_without_their_icon_still_count_and_can_be_called(facts: Catalogue) -> None:
    mine = Side(hand=["Vulca 01", "Buka 08"], bluffs=["Buka 07"], deck=DECK)
    scene = Scene(facts, mine, Side(combat=["Hoax 16"], hand=["Hoax 01"]))
    assert scene.powers()[0] == 2
    scene.to("character").do("play Vulca 01")
    assert scene.legal() == {"pass", "call"}


@about("R1-053", "R0-09")
def test_a_called_bluff_whose_icon_is_ignored_shows_no_mark(facts: Catalogue) -> None:
    mine = Side(hand=["Vulca 01"], bluffs=["Buka 07"], deck=DECK)
    theirs = Side(combat=["Hoax 16"], hand=["Hoax 01"])
    assert Scene(facts, mine, theirs, phase="character").do("play Vulca 01", "call").state.dragons == -2
    printed = Settings(ignored_bluff_marks="printed")
    kept = Scene(facts, mine, theirs, phase="character", settings=printed).do("play Vulca 01", "call")
    assert kept.state.dragons == 1


@about("GAME-12", "GAME-36")
def test_bans_by_text_stop_ships_unless_set(facts: Catalogue) -> None:
    mine = Side(hand=["Buka 29", "Buka 30", "Vulca 12"], deck=DECK)
    texts, none = Side(combat=["Terrah 12"], hand=["Hoax 01"]), Side(combat=["Terrah 16"], hand=["Hoax 01"])
    assert Scene(facts, mine, texts, phase="leadership").legal() == {"play Buka 30", "pass"}
    assert Scene(facts, mine, none, phase="leadership").legal() == {"play Buka 29", "pass"}
    free = Scene(facts, mine, texts, phase="leadership", settings=Settings(text_bans_stop_ships=False))
    assert free.legal() == {"play Buka 29", "play Buka 30", "pass"}


@about("GAME-09", "R1-055", "R1-147", "GAME-24")
def test_a_true_bluff_brings_its_player_a_dragon_and_the_fight_goes_on(facts: Catalogue) -> None:
    mine = Side(hand=["Vulca 12", "Buka 07"], deck=DECK)
    theirs = Side(combat=["Vulca 05"], hand=["Hoax 01"])
    scene = Scene(facts, mine, theirs, phase="character").do("play Vulca 12", "bluff Buka 07", "call")
    assert scene.state.dragons == 1
    assert scene.state.turn == 1
    assert scene.powers() == (3, 5)
    assert scene.at(0, "Buka 07") == "discard"


@about("R1-056", "GAME-24", "R1-051", "R0-46")
def test_a_false_bluff_brings_the_caller_a_dragon_besides_the_retreat(facts: Catalogue) -> None:
    mine = Side(hand=["Vulca 12", "Buka 08"], deck=DECK)
    theirs = Side(combat=["Vulca 05"], hand=["Hoax 01"])
    scene = Scene(facts, mine, theirs, phase="character").do("play Vulca 12", "bluff Buka 08", "call")
    assert scene.state.dragons == -2
    assert scene.state.turn == 0
    assert ("shown", 0, scene.card(0, "Buka 08")) in scene.events


@about("GAME-12")
def test_letter_of_marque_forbids_the_call(facts: Catalogue) -> None:
    mine = Side(hand=["Vulca 01"], bluffs=["Buka 08"], combat=["Khind 19"], support=[], deck=DECK)
    scene = Scene(facts, mine, WEAK, phase="character").do("play Vulca 01")
    assert "call" in scene.legal()
    marque = Side(hand=["Vulca 01", "Buka 24"], bluffs=["Buka 08"], deck=DECK)
    scene = Scene(facts, marque, WEAK, phase="character").do("play Vulca 01", "play Buka 24")
    assert scene.state.turn == 1


@about("R1-020", "R1-021", "CARD-12", "GAME-28")
def test_a_ship_never_carries_more_than_its_capacity(facts: Catalogue) -> None:
    mine = Side(hand=["Vulca 12", "Buka 07"], ships=["Buka 31", "Buka 28"], cargo={"Buka 31": ["Buka 08"]}, deck=DECK)
    scene = Scene(facts, mine, WEAK, phase="character").do("play Vulca 12")
    assert scene.legal() == {"bluff Buka 07", "load Buka 07 on Buka 28", "pass"}


@about("R1-023", "R0-42", "R0-43")
def test_loading_needs_a_support_to_be_possible_except_with_sea_devil(facts: Catalogue) -> None:
    mine = Side(hand=["Buka 29", "Vulca 12", "Buka 01"], ships=["Buka 28"], deck=DECK)
    theirs = Side(combat=["Hoax 09"], support=["Khind 26"], hand=["Hoax 01"])
    scene = Scene(facts, mine, theirs, phase="leadership").do("play Buka 29", "take Buka 01", "done")
    assert scene.at(0, "Buka 01") == "on Buka 29"
    assert scene.to("character").do("play Vulca 12").state.turn == 1
    text = Side(combat=["Terrah 12"], hand=["Hoax 01"])
    free = Scene(facts, Side(hand=["Vulca 12", "Vulca 14"], ships=["Buka 28"], deck=DECK), text, phase="character")
    assert "load Vulca 14 on Buka 28" in free.do("play Vulca 12").legal()


@about("R0-42", "R0-40")
def test_under_brain_drain_one_card_is_all(facts: Catalogue) -> None:
    theirs = Side(combat=["Hoax 09"], support=["Hoax 26"], hand=["Hoax 01"])
    mine = Side(hand=["Buka 29", "Vulca 12", "Buka 01"], deck=DECK)
    scene = Scene(facts, mine, theirs, phase="leadership").do("play Buka 29", "take Buka 01", "done")
    assert scene.legal() == {"retreat"}


@about("R1-024", "R1-025", "R1-150", "GAME-28")
def test_a_landed_ship_gives_free_buka_characters(facts: Catalogue) -> None:
    cargo = {"Buka 29": ["Buka 07", "Buka 08", "Vulca 12"]}
    mine = Side(hand=["Vulca 01"], ships=["Buka 29"], cargo=cargo, deck=DECK)
    scene = Scene(facts, mine, WEAK).do("land Buka 29").to("character")
    assert scene.legal() == {"play Buka 07", "play Buka 08", "play Vulca 12"}
    scene.do("play Buka 07")
    assert scene.legal() == {"play Buka 08", "play Vulca 12", "pass"}
    scene.do("pass")
    assert scene.legal() == {"bluff Buka 08", "pass"}


@about("R1-026", "R1-027")
def test_a_landed_ship_goes_with_its_cargo_at_the_end_of_the_turn(facts: Catalogue) -> None:
    mine = Side(hand=["Vulca 01"], ships=["Buka 29"], cargo={"Buka 29": ["Vulca 12", "Vulca 13"]}, deck=DECK)
    scene = Scene(facts, mine, WEAK).do("land Buka 29").to("character").do("play Vulca 12")
    assert scene.at(0, "Buka 29") == scene.at(0, "Vulca 13") == "discard"
    fled = Scene(facts, mine, WEAK).do("land Buka 29").to("engagement").do("retreat")
    assert fled.at(0, "Buka 29") == "discard"
    kept = Scene(facts, mine, WEAK, phase="engagement").do("retreat")
    assert kept.at(0, "Buka 29") == "ships"


@about("R1-019", "R1-027")
def test_a_retrieved_ship_loses_its_cargo(facts: Catalogue) -> None:
    mine = Side(combat=["Vulca 13"], hand=["Vulca 28", "Vulca 12"], ships=["Buka 29"], cargo={"Buka 29": ["Vulca 05"]})
    scene = Scene(facts, mine, WEAK, phase="leadership").do("play Vulca 28", "take Buka 29")
    assert scene.at(0, "Buka 29") == "hand"
    assert scene.at(0, "Vulca 05") == "discard"


@about("R0-25")
def test_mora_marn_clears_only_from_a_landed_ship(facts: Catalogue) -> None:
    theirs = Side(combat=["Hoax 09"], covered=["Hoax 02"], hand=["Hoax 01"])
    hand = Scene(facts, Side(hand=["Buka 19"], deck=DECK), theirs, phase="character").do("play Buka 19")
    assert hand.at(1, "Hoax 09") == "combat"
    mine = Side(ships=["Buka 29"], cargo={"Buka 29": ["Buka 19"]}, deck=DECK)
    ship = Scene(facts, mine, theirs).do("land Buka 29").to("character").do("play Buka 19", "yes")
    assert ship.at(1, "Hoax 09") == ship.at(1, "Hoax 02") == "discard"


@about("R0-25", "R1-058")
def test_brave_pirates_are_free_on_their_condition(facts: Catalogue) -> None:
    mine = Side(hand=["Buka 15", "Vulca 12"], deck=DECK)
    two = Side(combat=["Hoax 09", "Vulca 18", "Mimix 25"], hand=["Hoax 01"])
    scene = Scene(facts, mine, two, phase="character").do("play Buka 15")
    assert scene.legal() >= {"play Vulca 12"}
    theirs = Side(combat=["Hoax 09", "Mimix 26"], hand=["Hoax 01"])
    assert Scene(facts, mine, theirs, phase="character").do("play Buka 15").state.turn == 1


@about("R1-097", "R1-098", "R1-033", "R1-032", "R0-03")
def test_shame_on_you_cancels_the_first_character(facts: Catalogue) -> None:
    mine = Side(combat=["Vulca 13"], hand=["Vulca 05", "Vulca 06"], deck=DECK)
    theirs = Side(combat=["Hoax 09"], hand=["Inter 402", "Hoax 01"])
    scene = Scene(facts, mine, theirs, phase="character").do("play Vulca 05")
    assert scene.state.player == 1
    scene.do("interfere Inter 402")
    assert scene.at(0, "Vulca 05") == scene.at(1, "Inter 402") == "discard"
    assert scene.at(0, "Vulca 13") == "combat"  # a cancelled card covers nothing
    assert scene.legal() == {"play Vulca 06", "retreat"}
    assert scene.do("play Vulca 06").state.turn == 1


@about("R1-098")
def test_interference_can_be_cancelled_itself(facts: Catalogue) -> None:
    mine = Side(hand=["Vulca 05", "Inter 407"], deck=DECK)
    theirs = Side(combat=["Hoax 09"], hand=["Inter 402", "Hoax 01"])
    scene = Scene(facts, mine, theirs, phase="character").do("play Vulca 05", "interfere Inter 402")
    scene.do("interfere Inter 407")
    assert scene.at(0, "Vulca 05") == "combat"


@about("R0-48", "GAME-09")
def test_enough_of_this_ends_the_turn_or_the_bluff_is_called_not_both(facts: Catalogue) -> None:
    mine = Side(hand=["Vulca 05", "Vulca 06"], bluffs=["Buka 07"], deck=DECK)
    theirs = Side(combat=["Hoax 09"], hand=["Inter 404", "Hoax 01"])
    scene = Scene(facts, mine, theirs, phase="character").do("play Vulca 05")
    assert scene.legal() == {"pass", "call", "interfere Inter 404"}
    cut = Scene(facts, mine, theirs, phase="character").do("play Vulca 05", "interfere Inter 404")
    assert cut.state.turn == 1
    assert len(cut.state.hand(0)) == 1  # no refresh
    assert scene.do("call").state.dragons == 1


@about("R1-050", "GAME-26", "R1-078", "R1-079", "R3-15", "C-29")
def test_own_bluffs_are_seen_and_closed_piles_are_not(facts: Catalogue) -> None:
    mine = Side(hand=["Vulca 05"], bluffs=["Buka 07"], discard=["Vulca 06", "Vulca 07"], deck=DECK)
    scene = Scene(facts, mine, WEAK)
    own, other = view(scene.state, 0), view(scene.state, 1)
    assert scene.card(0, "Buka 07") in own.sides[0].support
    assert other.sides[0].support == (HIDDEN,)
    assert other.sides[0].discard_top == scene.card(0, "Vulca 07")
    assert other.sides[0].deck == 2


@about("R0-47", "R1-051")
def test_a_bluff_shuffled_away_is_shown(facts: Catalogue) -> None:
    theirs = Side(bluffs=["Buka 07"], combat=["Hoax 09"], hand=["Hoax 01"])
    scene = Scene(facts, Side(hand=["Vulca 17"], deck=DECK), theirs, phase="character").do("play Vulca 17", "yes")
    assert ("shown", 1, scene.card(1, "Buka 07")) in scene.events
    assert scene.at(1, "Buka 07") == "deck"


@pytest.fixture
def crystals(facts: Catalogue) -> Catalogue:
    """The catalogue with two crystal cards, which nobody has seen yet."""
    made = [
        CardFacts(f"Crys {n}", People.CRYSTAL, CardType.ACHIEVEMENT, name=f"Crystal {n}", number=f"{n}", moons=0)
        for n in (1, 2)
    ]
    return Catalogue((*facts.cards, *made))


@about("R1-034", "R1-109", "R1-110", "MATCH-02")
def test_crystals_are_played_in_a_match_only(crystals: Catalogue) -> None:
    mine = Side(hand=["Crys 1", "Vulca 05"], deck=DECK)
    assert "play Crys 1" not in Scene(crystals, mine, WEAK, phase="engagement").legal()
    scene = Scene(crystals, mine, WEAK, phase="leadership", settings=Settings(crystals=True)).do("play Crys 1")
    assert scene.at(0, "Crys 1") == "trophies"


@about("R1-111", "MATCH-13")
def test_crystals_collide(crystals: Catalogue) -> None:
    mine, theirs = Side(hand=["Crys 1", "Vulca 05"], deck=DECK), Side(combat=["Hoax 09"], trophies=["Crys 2"])
    scene = Scene(crystals, mine, theirs, phase="leadership", settings=Settings(crystals=True)).do("play Crys 1")
    assert scene.at(0, "Crys 1") == scene.at(1, "Crys 2") == "discard"


@about("MATCH-02")
def test_a_crystal_card_adds_to_the_score(crystals: Catalogue) -> None:
    theirs = Side(combat=["Hoax 02"], hand=["Hoax 01"], trophies=["Crys 2"])
    mine = Side(hand=["Vulca 05"], deck=DECK)
    ended = Scene(crystals, mine, theirs, dragons=-3, phase="engagement").do("retreat")
    assert ended.result.crystals == 5
