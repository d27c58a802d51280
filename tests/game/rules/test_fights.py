"""Engagement, retreats, dragons, drawing and the end: GAME-03, GAME-07, GAME-08, GAME-19 to GAME-25, MATCH-06 to 10."""

from __future__ import annotations

import pytest

from cards.core.facts import Catalogue, People
from game.engine.actions import DONE, act
from game.engine.state import apply, new_game
from game.engine.table import Deck, Settings, lay_out, people_deck
from tests.game.rules.numbers import about
from tests.game.scenes import Scene, Side

HAND = Side(hand=["Vulca 05", "Vulca 12"], deck=["Vulca 01", "Vulca 02"])


def winner(
    *combat: str, support: tuple[str, ...] = (), covered: tuple[str, ...] = (), bluffs: tuple[str, ...] = ()
) -> Side:
    return Side(combat=combat, support=support, covered=covered, bluffs=bluffs, hand=["Hoax 01"])


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


@about("R1-004", "R1-006")
def test_without_a_character_the_fight_cannot_go_on(facts: Catalogue) -> None:
    scene = Scene(facts, Side(hand=["Vulca 18"]), winner("Hoax 02"), phase="engagement")
    assert scene.legal() == {"retreat"}


@about("GAME-07", "GAME-08", "GAME-25", "R0-36", "R0-04", "R1-069", "R1-136", "R1-137", "R4-08", "R4-09")
def test_ketharkopas_draws_last(facts: Catalogue) -> None:
    deck = ["Vulca 01", "Vulca 02", "Vulca 03", "Vulca 04", "Vulca 06", "Vulca 07"]
    mine = Side(hand=["Hoax 15", "Khind 28", "Vulca 08", "Vulca 09", "Vulca 10", "Vulca 11"], deck=deck)
    scene = Scene(facts, mine, winner("Hoax 09"), phase="character").do("play Hoax 15", "play Khind 28")
    assert scene.legal() == {"use Hoax 15", "use Khind 28", "pass"}
    scene.do("use Khind 28")
    assert len(scene.state.hand(0)) == 7
    scene.do("use Hoax 15")
    assert len(scene.state.hand(0)) == 9


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


@about("R3-11", "GAME-32", "R0-09", "R0-10")
def test_a_dragon_is_paid_with_printed_values(facts: Catalogue) -> None:
    mine = Side(hand=["Vulca 29", "Vulca 01", "Vulca 09", "Vulca 18"], deck=["Vulca 03"])
    scene = Scene(facts, mine, Side(combat=["Khind 01"]), phase="leadership").do("play Vulca 29", "take Vulca 01")
    assert "done" not in scene.legal()
    scene.do("take Vulca 09")
    assert scene.state.dragons == 1


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
