"""Turns and the start of a game: GAME-07, GAME-08, GAME-24, GAME-25, GAME-31 to GAME-35, MATCH-09, MATCH-10."""

from __future__ import annotations

import pytest

from cards.core.facts import Catalogue, People
from game.engine.actions import DONE, act
from game.engine.state import apply, new_game
from game.engine.table import Deck, Settings, lay_out, people_deck
from game.engine.view import view
from tests.game.rules.tested_rules import about
from tests.game.scenes import Scene, Side, winner

WEAK = Side(combat=["Hoax 09"], hand=["Hoax 01"])


@about("MATCH-10", "R1-012", "R1-014", "R0-08", "C-07", "R4-31", "R1-005")
def test_backtracking_undoes_the_turn_and_plays_on(facts: Catalogue) -> None:
    mine = Side(combat=["Vulca 09"], hand=["Vulca 13", "Vulca 05"], deck=["Vulca 01"])
    scene = Scene(facts, mine, winner("Hoax 02"), phase="character").do("play Vulca 13")
    assert scene.legal() == {"backtrack"}
    scene.do("backtrack")
    assert scene.legal() == {"continue", "retreat"}
    assert scene.at(0, "Vulca 13") == "hand"
    assert scene.at(0, "Vulca 09") == "combat"
    scene.do("continue", "play Vulca 05")
    assert scene.state.turn == 1


@about("MATCH-09", "R3-16", "R0-07", "R0-52")
@pytest.mark.parametrize(("agreed", "crystals"), [(False, 4), (True, 7)])
def test_first_edition_backtracking_after_new_information_loses(facts: Catalogue, agreed: bool, crystals: int) -> None:
    settings = Settings(edition="1e", emissaries_agreed=agreed)
    quiet = Scene(facts, Side(hand=["Vulca 13"]), winner("Hoax 02"), phase="character", settings=settings)
    assert quiet.do("play Vulca 13", "backtrack").result is None
    mine = Side(hand=["Hoax 17"], deck=["Vulca 01"])
    theirs = Side(combat=["Hoax 02"], hand=["Hoax 01", "Hoax 03", "Hoax 04"])
    told = Scene(facts, mine, theirs, phase="character", settings=settings)
    told.do("play Hoax 17", "yes", "backtrack")
    assert (told.result.winner, told.result.crystals) == (1, crystals)


@about("GAME-07", "GAME-08", "GAME-25", "R0-36", "R0-04", "R1-069", "R1-136", "R1-137", "R4-08", "R4-09")
def test_ketharkopas_draws_last(facts: Catalogue) -> None:
    deck = ["Vulca 01", "Vulca 02", "Vulca 03", "Vulca 04", "Vulca 06", "Vulca 07"]
    mine = Side(hand=["Hoax 15", "Khind 28", "Vulca 08", "Vulca 09", "Vulca 10", "Vulca 11"], deck=deck)
    scene = Scene(facts, mine, winner("Hoax 09"), phase="character").do("play Hoax 15", "play Khind 28")
    assert scene.legal() == {"use Khind 28", "pass"}
    scene.do("use Khind 28")
    assert len(scene.state.hand(0)) == 7
    scene.do("use Hoax 15")
    assert len(scene.state.hand(0)) == 9
    left_out = Scene(facts, mine, winner("Hoax 09"), phase="character").do("play Hoax 15", "play Khind 28", "pass")
    assert left_out.legal() == {"use Hoax 15", "pass"}


@about("R0-39", "R1-081")
def test_chitter_chatter_stops_additional_cards_only(facts: Catalogue) -> None:
    mine = Side(
        hand=["Hoax 15"],
        support=["Khind 28"],
        deck=["Vulca 02", "Vulca 03", "Vulca 04", "Vulca 05", "Vulca 06", "Vulca 07", "Vulca 08"],
    )
    scene = Scene(facts, mine, Side(combat=["Hoax 09"], support=["Flit 28"], hand=["Hoax 01"]), phase="character")
    scene.do("play Hoax 15")
    assert scene.legal() == {"use Hoax 15", "pass"}


@about("R0-37", "R1-077", "R1-149", "GAME-25")
def test_a_ban_on_taking_cards_stops_revealing_too(facts: Catalogue) -> None:
    mine = Side(hand=["Mimix 18", "Vulca 02"], deck=["Vulca 03", "Vulca 04"], support=["Hoax 24"])
    scene = Scene(facts, mine, Side(combat=["Pillar 15"], hand=["Hoax 01"]))
    assert "retrieve Hoax 24" not in scene.legal()
    scene.to("character").do("play Mimix 18")
    assert scene.state.turn == 1
    assert len(scene.state.hand(0)) == 1


@about("R0-38", "C-30", "R1-065")
def test_the_deeds_to_come_draws_none_to_three(facts: Catalogue) -> None:
    mine = Side(hand=["Mimix 19", "Vulca 02", "Vulca 05"], deck=[f"Vulca {n:02}" for n in (1, 3, 4, 6, 7, 8, 9, 10)])
    scene = Scene(facts, mine, winner("Hoax 09"), phase="character").do("play Mimix 19", "use Mimix 19", "yes", "no")
    scene.do("no") if "no" in scene.legal() else None
    before = len(scene.state.hand(0))
    while any(words.startswith("take") for words in scene.legal()) and scene.state.turn == 0:
        scene.do(sorted(scene.legal())[0])
    assert len(scene.state.hand(0)) == before - 2


@about("R3-09", "R0-05")
def test_sirens_are_paid_with_a_character_or_a_dragon(facts: Catalogue) -> None:
    theirs = Side(combat=["Hoax 09"], support=["Aqua 28"], hand=["Hoax 01"])
    mine = Side(hand=["Vulca 01", "Vulca 02"], deck=["Vulca 03"])
    paid = Scene(facts, mine, theirs).do("satisfy their Aqua 28", "take Vulca 02")
    assert paid.to("character").do("play Vulca 01").state.dragons == 0
    unpaid = Scene(facts, mine, theirs, phase="character").do("play Vulca 01", "pass", "pass")
    assert unpaid.state.dragons == -1
    fled = Scene(facts, mine, theirs, phase="engagement").do("retreat")
    assert fled.state.dragons == -2


@about("R0-29", "R0-30", "R3-10", "R1-074", "R1-075", "GAME-32")
def test_caterpillars_are_fed_without_a_superfluous_card(facts: Catalogue) -> None:
    theirs = Side(combat=["Hoax 09", "Pillar 18"], hand=["Hoax 01"])
    mine = Side(hand=["Vulca 07", "Vulca 10", "Vulca 09", "Vulca 01"], deck=["Vulca 03"])
    scene = Scene(facts, mine, theirs).do("satisfy their Pillar 18", "take Vulca 10")
    assert scene.legal() == {"take Vulca 07", "take Vulca 09"}  # earth, and only one card of it
    scene.do("take Vulca 09")
    assert "satisfy their Pillar 18" not in scene.legal()
    hungry = Scene(facts, Side(hand=["Vulca 01"]), theirs, phase="character").do("play Vulca 01")
    assert hungry.legal() == {"backtrack"}


@about("R0-31", "R0-32", "R1-071")
def test_the_doubled_caterpillar_is_chosen_by_its_owner(facts: Catalogue) -> None:
    theirs = Side(combat=["Pillar 14", "Pillar 16", "Pillar 17"], hand=["Hoax 01"])
    scene = Scene(facts, Side(hand=["Vulca 07", "Vulca 04"], deck=["Vulca 03"]), theirs)
    assert scene.state.player == 1
    scene.do("take Pillar 17")
    scene.do("satisfy their Pillar 17", "take Vulca 07")
    assert scene.legal() == {"take Vulca 04"}  # six earth


@about("R0-09", "R0-10", "R0-11", "C-40")
@pytest.mark.parametrize("against", ["Khind 01", "Flit 12"])
def test_reducing_and_ignoring_reach_the_cards_paid_for_a_dragon(facts: Catalogue, against: str) -> None:
    mine = Side(hand=["Vulca 29", "Vulca 01", "Vulca 09", "Vulca 12"], deck=["Vulca 03"])
    theirs = Side(combat=[against], hand=["Hoax 01"])
    free = Scene(facts, mine, WEAK, phase="leadership").do("play Vulca 29")
    assert "take Vulca 01" in free.legal()
    reached = Scene(facts, mine, theirs, phase="leadership").do("play Vulca 29")
    assert reached.state.phase == "engagement"
    each = Side(hand=["Pillar 32", "Vulca 07", "Vulca 09"], deck=["Vulca 03"])
    assert Scene(facts, each, WEAK, phase="leadership").do("play Pillar 32").state.phase == "leadership"
    earth = Side(hand=["Terrah 30", "Terrah 01", "Terrah 02"], deck=["Vulca 03"])
    assert Scene(facts, earth, theirs, phase="leadership").do("play Terrah 30").state.phase == "engagement"


@about("R3-11", "GAME-32", "C-40")
def test_a_dragon_is_paid_with_printed_values_by_the_setting(facts: Catalogue) -> None:
    mine = Side(hand=["Vulca 29", "Vulca 01", "Vulca 09", "Vulca 18"], deck=["Vulca 03"])
    printed = Settings(dragon_costs="printed")
    scene = Scene(facts, mine, Side(combat=["Khind 01"]), phase="leadership", settings=printed)
    scene.do("play Vulca 29", "take Vulca 01")
    assert "done" not in scene.legal()
    scene.do("take Vulca 09")
    assert scene.state.dragons == 1


@about("R0-27", "GAME-12")
def test_an_ignored_card_keeps_its_type_and_its_moons(facts: Catalogue) -> None:
    mine = Side(hand=["Vulca 01", "Vulca 02", "Vulca 03", "Flit 30", "Pillar 31"], deck=["Vulca 04"])
    sirens = Scene(facts, mine, Side(combat=["Flit 12", "Aqua 28"], hand=["Hoax 01"]))
    assert "satisfy their Aqua 28" in sirens.legal()
    dragon = Scene(facts, mine, Side(combat=["Flit 12"], hand=["Hoax 01"]), phase="leadership")
    dragon.do("play Flit 30", "take Vulca 01", "take Vulca 02", "take Vulca 03")
    assert dragon.state.dragons == 1
    moons = Scene(facts, mine, Side(combat=["Flit 12"], hand=["Hoax 01"]), phase="leadership")
    assert "take Vulca 01" in moons.do("play Pillar 31").legal()


@about("R0-31", "R3-07", "R1-071", "GAME-30")
def test_a_caterpillar_that_is_ignored_no_longer_may_be_exchanged_for_another(facts: Catalogue) -> None:
    theirs = Side(combat=["Pillar 14", "Pillar 16", "Pillar 17"], hand=["Hoax 01"])
    mine = Side(combat=["Flit 13"], hand=["Vulca 07", "Vulca 04", "Vulca 01"], deck=["Vulca 03"])
    scene = Scene(facts, mine, theirs).do("take Pillar 16").to("character").do("play Vulca 01")
    assert scene.state.player == 1
    assert scene.legal() == {"take Pillar 16", "take Pillar 17"}


@about("R1-071", "R3-07", "GAME-30")
def test_a_target_that_is_reduced_may_be_left(facts: Catalogue) -> None:
    theirs = Side(combat=["Mimix 17", "Mimix 23"], support=["Hoax 25"], hand=["Hoax 01"])
    scene = Scene(facts, Side(hand=["Khind 01"], deck=["Vulca 01"]), theirs, element=2).do("take Mimix 17")
    scene.to("character").do("play Khind 01")
    assert scene.state.player == 1
    assert scene.legal() == {"take Mimix 17", "take Mimix 23"}


@about("R1-065", "C-30", "GAME-33")
def test_what_a_text_allows_is_done_whole_or_not_at_all(facts: Catalogue) -> None:
    two = Side(hand=["Hoax 27", "Vulca 05"], deck=["Vulca 01", "Vulca 02"])
    assert Scene(facts, two, WEAK, phase="leadership").do("play Hoax 27").state.phase == "engagement"
    five = Side(hand=["Hoax 27", "Vulca 05"], deck=["Vulca 01", "Vulca 02", "Vulca 03", "Vulca 04", "Vulca 06"])
    assert Scene(facts, five, WEAK, phase="leadership").do("play Hoax 27").legal() == {"yes", "no"}
    bag = Side(hand=["Khind 30", "Vulca 05"], discard=["Vulca 01", "Vulca 02"])
    assert Scene(facts, bag, WEAK, phase="leadership").do("play Khind 30").state.phase == "engagement"
    part = Settings(optional_in_part=True)
    assert Scene(facts, bag, WEAK, phase="leadership", settings=part).do("play Khind 30").legal() == {"yes", "no"}
    flare = Side(hand=["Vulca 15"], deck=[f"Vulca {n:02}" for n in range(1, 8)])
    assert Scene(facts, flare, WEAK, phase="character").do("play Vulca 15").state.turn == 1
    theirs = Side(combat=["Hoax 09"], hand=["Hoax 01"])
    assert Scene(facts, Side(hand=["Hoax 17"]), theirs, phase="character").do("play Hoax 17").state.turn == 1


@about("R0-38", "C-30")
def test_the_deeds_to_come_cannot_put_back_what_is_not_there(facts: Catalogue) -> None:
    mine = Side(hand=["Mimix 19"], deck=["Vulca 01"])
    assert Scene(facts, mine, WEAK, phase="character").do("play Mimix 19").state.turn == 1


@about("MATCH-09", "R3-16")
def test_what_was_learnt_before_the_engagement_phase_forfeits_nothing(facts: Catalogue) -> None:
    mine = Side(hand=["Pillar 30", "Vulca 13"], deck=["Vulca 01"])
    scene = Scene(facts, mine, winner("Hoax 02"), phase="leadership", settings=Settings(edition="1e"))
    scene.do("play Pillar 30", "continue", "play Vulca 13", "backtrack")
    assert scene.result is None
    assert scene.legal() == {"continue", "retreat"}


@about("R1-004", "R0-29")
def test_the_fight_goes_on_where_a_payment_lets_a_character_be_played(facts: Catalogue) -> None:
    theirs = Side(combat=["Pillar 04", "Pillar 18"], hand=["Hoax 01", "Hoax 02", "Hoax 03"])
    mine = Side(hand=["Mutant 102", "Aqua 24", "Flit 20"], deck=["Vulca 03"])
    scene = Scene(facts, mine, theirs, phase="engagement")
    assert scene.legal() == {"continue", "retreat"}
    scene.do("continue", "satisfy their Pillar 18", "take Aqua 24", "take Flit 20")
    assert scene.legal() == {"play Mutant 102"}


@about("R3-15", "GAME-26")
def test_the_top_of_the_leadership_pile_is_seen(facts: Catalogue) -> None:
    mine = Side(hand=["Hoax 29", "Vulca 01"], pile=["Hoax 28"], deck=["Vulca 02"])
    scene = Scene(facts, mine, WEAK)
    assert view(scene.state, 1).sides[0].leadership_top == scene.card(0, "Hoax 28")
    scene.to("leadership").do("play Hoax 29")
    assert view(scene.state, 1).sides[0].leading == (scene.card(0, "Hoax 29"),)


@about("R1-076", "R3-13", "GAME-34")
def test_a_shown_card_may_be_taken_instead_of_a_blind_one(facts: Catalogue) -> None:
    theirs = Side(combat=["Hoax 09"], hand=["Hoax 01", "Hoax 02"], shown=["Hoax 01"])
    scene = Scene(facts, Side(hand=["Pillar 13"], deck=["Vulca 01"]), theirs, phase="character")
    scene.do("play Pillar 13", "yes")
    assert scene.legal() == {"take their Hoax 01", "random"}
    scene.do("take their Hoax 01")
    assert scene.at(1, "Hoax 01") == "discard"


@about("R3-09", "R1-066")
def test_what_is_ordered_is_done_as_far_as_possible(facts: Catalogue) -> None:
    theirs = Side(combat=["Hoax 09"], hand=["Hoax 01"])
    scene = Scene(facts, Side(hand=["Terrah 15"], deck=["Vulca 01"]), theirs, phase="character")
    scene.do("play Terrah 15", "yes")
    assert scene.at(1, "Hoax 01") == "discard"


@about("R1-018", "GAME-31")
def test_the_opponent_acts_first_on_a_chosen_one(facts: Catalogue) -> None:
    mine = Side(hand=["Hoax 32", "Vulca 01", "Vulca 02", "Vulca 03", "Vulca 04"])
    theirs = Side(combat=["Hoax 09"], hand=["Hoax 01", "Hoax 02", "Hoax 03", "Hoax 04"])
    scene = Scene(facts, mine, theirs, phase="leadership").do("play Hoax 32")
    assert scene.state.player == 1
    scene.do("take Hoax 01", "take Hoax 02", "take Hoax 03")
    assert scene.state.player == 0


@about("R1-016", "R1-017", "R1-148", "CARD-16", "C-06", "R4-12", "R0-26")
def test_leadership_lies_on_the_leader_and_ends_with_the_turn(facts: Catalogue) -> None:
    mine = Side(hand=["Hoax 29", "Vulca 01"], deck=["Vulca 02"])
    scene = Scene(facts, mine, winner("Hoax 09"), phase="leadership").do("play Hoax 29")
    assert scene.at(0, "Hoax 29") == "pile"
    scene.to("character").do("play Vulca 01")
    assert not scene.board.leading


@about("R0-33", "R1-062")
def test_topdog_may_be_used_before_it_is_covered_and_once_a_turn(facts: Catalogue) -> None:
    mine = Side(combat=["Khind 06"], hand=["Vulca 01"], deck=["Vulca 02"])
    theirs = Side(combat=["Hoax 09", "Mimix 22", "Mimix 23"], hand=["Hoax 01"])
    scene = Scene(facts, mine, theirs).do("use Khind 06", "take their Mimix 22")
    assert "use Khind 06" not in scene.legal()


@about("R1-082")
def test_a_protected_character_can_be_the_one_that_is_left(facts: Catalogue) -> None:
    theirs = Side(combat=["Aqua 02", "Mimix 22", "Vulca 18"], hand=["Hoax 01"])
    scene = Scene(facts, Side(hand=["Aqua 30", "Vulca 01"]), theirs, phase="leadership")
    scene.do("play Aqua 30", "yes", "take their Aqua 02")
    assert scene.at(1, "Mimix 22") == scene.at(1, "Vulca 18") == "discard"
    assert scene.at(1, "Aqua 02") == "combat"


@about("R0-18")
def test_discard_all_spares_protected_supports(facts: Catalogue) -> None:
    theirs = Side(combat=["Hoax 09"], support=["Aqua 23", "Hoax 20"], hand=["Hoax 01"])
    scene = Scene(facts, Side(hand=["Vulca 30", "Vulca 01"]), theirs, phase="leadership").do("play Vulca 30", "yes")
    assert scene.at(1, "Aqua 23") == "support"
    assert scene.at(1, "Hoax 20") == "discard"


@about("R0-41", "GAME-35")
def test_swift_fist_attracts_a_dragon_at_the_start(facts: Catalogue) -> None:
    decks = (Deck(("Vulca 01", "Vulca 02"), "Inq 411"), Deck(("Hoax 01",)))
    assert new_game(lay_out(facts, decks), start=0).dragons == 1


@about("GAME-35", "R4-01")
def test_a_game_begins_with_six_cards_and_neutral_dragons(facts: Catalogue) -> None:
    decks = (Deck(people_deck(facts, People.VULCA)), Deck(people_deck(facts, People.HOAX)))
    state = new_game(lay_out(facts, decks), seed=4)
    assert state.dragons == 0
    assert [len(state.hand(who)) for who in (0, 1)] == [6, 6]
    assert [len(state.deck(who)) for who in (0, 1)] == [24, 24]


@about("R1-101")
def test_the_mulligan_of_tournaments(facts: Catalogue) -> None:
    decks = (Deck(people_deck(facts, People.VULCA)), Deck(people_deck(facts, People.HOAX)))
    state = new_game(lay_out(facts, decks, Settings(mulligan=True)), seed=4, start=0)
    first = state.hand(0)
    assert state.player == 0
    for card in first[:2]:
        state = apply(state, act("take", card))
    state = apply(state, DONE)
    assert len(state.hand(0)) == 6
    assert set(first[2:]) <= set(state.hand(0))
    assert state.player == 1
    state = apply(state, DONE)
    assert state.number == 1
    assert len(state.deck(0)) == len(state.deck(1)) == 24


@about("R1-095", "R1-096", "R1-028", "C-25", "R1-019")
def test_one_hyla_lies_there_and_it_outlasts_the_fight(facts: Catalogue) -> None:
    mine = Side(combat=["Vulca 12"], hand=["Vulca 05"], deck=[f"Vulca {n:02}" for n in (1, 2, 3, 4, 6, 7, 8, 9, 10)])
    scene = Scene(facts, mine, winner("Hoax 02"), hyla="Infl 607", phase="engagement").do("retreat")
    assert scene.legal() == {"yes", "no"}  # the fight ended with fewer than eight cards in hand
    scene.do("yes")
    assert len(scene.state.hand(0)) == 8
    assert scene.at(0, "Infl 607") == "hyla"
