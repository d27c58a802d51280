"""Set-up of a draft: figures of the rules by number of players and peoples, and what is refused."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from cards.core.facts import PEOPLES, Catalogue, People
from common.errors import Invalid
from drafts.core.engine.setup import (
    DEAL_TABLE,
    LastDealDirection,
    PassDirection,
    Setup,
    default_peoples,
    parse_last_deal,
    parse_peoples,
    pool_codes_of,
    setup_figures,
    shuffle_pool,
)

WITHOUT_BUKA = PEOPLES[:8]

# rules.md 3.2, row by row: players, pool, dealt, rest, last deal, kept, leftover, discard pile, sideboard
ROWS = {
    "2": (2, 99, 90, 9, 4, 39, 1, 21, 9),
    "2 with Buka": (2, 97, 90, 7, 3, 38, 1, 21, 8),
    "3": (3, 132, 120, 12, 4, 35, 0, 27, 5),
    "3 with Buka": (3, 130, 120, 10, 3, 34, 1, 28, 4),
    "4": (4, 198, 180, 18, 4, 39, 2, 42, 9),
    "4 with Buka": (4, 196, 180, 16, 4, 39, 0, 40, 9),
    "5": (5, 231, 210, 21, 4, 38, 1, 41, 8),
    "5 with Buka": (5, 229, 210, 19, 3, 37, 4, 44, 7),
    "6": (6, 295, 294, 1, 0, 42, 1, 43, 12),
    "6, two boxes": (6, 297, 294, 3, 0, 42, 3, 45, 12),
}


def peoples_for(players: int, *, buka: bool) -> tuple[People, ...]:
    needed = DEAL_TABLE[players].decks
    return (*PEOPLES[: needed - 1], People.BUKA) if buka else WITHOUT_BUKA[:needed]


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_the_figures_are_those_of_the_table(row: tuple[int, ...]) -> None:
    players, pool, *expected = row
    numbers = setup_figures(players, pool)
    counts = (
        numbers.dealt,
        numbers.rest,
        numbers.last_deal,
        numbers.kept,
        numbers.leftover,
        numbers.discards,
        numbers.sideboard,
    )
    assert counts == tuple(expected)


@pytest.mark.parametrize("name", [name for name in ROWS if name != "6, two boxes"])
def test_a_setup_has_the_figures_of_its_row(name: str, facts: Catalogue) -> None:
    players = int(name[0])
    setup = Setup(players, peoples_for(players, buka="Buka" in name or players == 6))
    assert setup.figures == setup_figures(players, ROWS[name][1])
    assert len(pool_codes_of(setup, facts)) == setup.figures.pool


@pytest.mark.parametrize("players", DEAL_TABLE)
def test_the_kept_cards_are_those_of_the_booklet_less_one_where_buka_shortens_the_last_deal(players: int) -> None:
    with_buka = Setup(players, peoples_for(players, buka=True)).figures.kept
    assert with_buka == DEAL_TABLE[players].kept - (players in (2, 3, 5))


@pytest.mark.parametrize("people", WITHOUT_BUKA)
def test_a_people_brings_31_cards_its_chosen_one_and_its_mutant(people: People, facts: Catalogue) -> None:
    others = [candidate for candidate in WITHOUT_BUKA if candidate is not people][:2]
    pool = pool_codes_of(Setup(2, (people, *others)), facts)
    own = [facts[code] for code in pool if facts[code].people is people]
    mutants = {"Vulca": "106", "Hoax": "105", "Mimix": "104", "Flit": "109"}
    mutants |= {"Khind": "101", "Terrah": "107", "Pillar": "103", "Aqua": "102"}
    assert sorted(card.number for card in own) == [f"{number:02}" for number in range(1, 33)]
    assert f"Mutant {mutants[people]}" in pool


def test_buka_brings_its_thirty_and_sea_moon_and_no_mutant(facts: Catalogue) -> None:
    pool = pool_codes_of(Setup(2, (People.VULCA, People.HOAX, People.BUKA)), facts)
    assert [code for code in pool if code.startswith("Buka")] == [f"Buka {number:02}" for number in range(1, 32)]
    assert sum(code.startswith("Mutant") for code in pool) == 2


def test_no_leader_and_nothing_of_the_expansion_but_people_cards_is_in_the_pool(facts: Catalogue) -> None:
    pool = pool_codes_of(Setup(6, PEOPLES), facts)
    assert not {"Mutant 108", "Mutant 110"} & set(pool)
    assert {facts[code].people for code in pool} == {*PEOPLES, People.MUTANT}
    assert not any(code.endswith(" 00") for code in pool)


def test_draft_25_of_what_belongs_to_no_people_only_the_eight_mutants_of_the_decks_come_in(facts: Catalogue) -> None:
    """Hyla, Tutu, Crystal, Interference, Spirit, emissaries and inquisitors stay out, known or not."""
    pool = set(pool_codes_of(Setup(6, PEOPLES), facts))
    outside = {card.code for card in facts if card.people not in PEOPLES} - pool
    groups = {People(name) for name in ("Hyla", "Tutu", "Crystal", "Interference", "Spirit", "Emissary", "Inquisitor")}
    assert groups <= {facts[code].people for code in outside}
    assert not any(facts[code].people in groups for code in pool)
    mutants = {f"Mutant {number}" for number in (101, 102, 103, 104, 105, 106, 107, 109)}
    assert {code for code in pool if facts[code].people is People.MUTANT} == mutants
    assert "Buka 31" in pool and not facts["Buka 31"].family
    without = set(pool_codes_of(Setup(5, WITHOUT_BUKA[:7]), facts))
    assert not any(facts[code].people is People.BUKA for code in without)


def test_draft_25_holds_when_the_gaps_are_filled(facts: Catalogue) -> None:
    """A card that somebody adds to the catalogue later joins no draft unless it is of a people or its mutant."""
    known = Catalogue(replace(card, name=card.name or "Made up", number=card.number or "99", moons=0) for card in facts)
    setup = Setup(6, PEOPLES)
    assert pool_codes_of(setup, known) == pool_codes_of(setup, facts)


def test_a_catalogue_that_lacks_a_card_is_refused(facts: Catalogue) -> None:
    torn = Catalogue(card for card in facts if card.code != "Hoax 07")
    with pytest.raises(Invalid, match="32 of the 33 cards needed for Hoax") as caught:
        pool_codes_of(Setup(2, default_peoples(2)), torn)
    assert caught.value.rule == "SET-05"


@pytest.mark.parametrize("players", [-1, 0, 1, 7, 40])
def test_a_table_the_booklet_has_no_row_for_is_refused(players: int) -> None:
    with pytest.raises(Invalid, match="2 to 6 players") as caught:
        Setup(players, PEOPLES)
    assert caught.value.rule == "DRAFT-23"


def test_three_peoples_for_four_players_are_refused() -> None:
    with pytest.raises(Invalid, match="4 players need 6 peoples; you’ve chosen 3") as caught:
        Setup(4, PEOPLES[:3])
    assert caught.value.rule == "DRAFT-02"
    assert caught.value.details[0].field == "peoples"


def test_the_same_people_twice_is_refused() -> None:
    with pytest.raises(Invalid, match="Vulca is chosen more than once"):
        Setup(2, (People.VULCA, People.HOAX, People.VULCA))


def test_an_unknown_people_is_refused_with_the_nearest() -> None:
    with pytest.raises(Invalid, match="“vulka” is not one of the peoples") as caught:
        parse_peoples(["hoax", "vulka"])
    assert caught.value.details[0].suggestions == ("Vulca",)


def test_an_affiliation_that_is_no_people_deck_is_refused() -> None:
    with pytest.raises(Invalid, match="Mutant"):
        Setup(2, (People.VULCA, People.HOAX, People.MUTANT))


def test_a_pool_too_small_for_the_last_deal_is_refused() -> None:
    with pytest.raises(Invalid) as caught:
        setup_figures(2, 95)
    assert caught.value.rule == "DRAFT-21"


def test_peoples_are_read_in_any_case_and_kept_in_the_order_of_the_symbols() -> None:
    setup = Setup(2, parse_peoples([" buka", "VULCA", "Flit"]))
    assert setup.peoples == (People.VULCA, People.FLIT, People.BUKA)


@pytest.mark.parametrize("players", DEAL_TABLE)
def test_odd_rounds_go_right_and_even_rounds_left(players: int) -> None:
    setup = Setup(players, default_peoples(players))
    ways = [setup.direction(number) for number in range(1, setup.figures.rounds + 1)]
    assert set(ways[::2]) == {PassDirection.RIGHT}
    assert set(ways[1::2]) == {PassDirection.LEFT}


@pytest.mark.parametrize(("players", "way"), [(2, "left"), (3, "right"), (4, "left"), (5, "left")])
def test_the_last_deal_goes_right_unless_it_was_agreed_to_alternate(players: int, way: str) -> None:
    peoples = default_peoples(players)
    last = Setup(players, peoples).rounds
    assert Setup(players, peoples).direction(last) == "right"
    assert Setup(players, peoples, LastDealDirection.ALTERNATE).direction(last) == way


def test_an_unknown_way_of_the_last_deal_is_refused() -> None:
    with pytest.raises(Invalid, match="“right” or “alternate”"):
        parse_last_deal("up")


def test_the_deal_is_the_pool_shuffled_by_the_given_generator(facts: Catalogue) -> None:
    pool = pool_codes_of(Setup(2, default_peoples(2)), facts)
    deal = shuffle_pool(pool, random.Random("a"))
    assert sorted(deal) == sorted(pool)
    assert deal == shuffle_pool(pool, random.Random("a")) != shuffle_pool(pool, random.Random("b"))
