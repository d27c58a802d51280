"""Check figures of the catalogue: if one of these fails, the table is wrong, not the test."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from cards.core.facts import DECK_MARKS, FAMILIES, PEOPLES, CardFacts, CardType, Catalogue, People

SUMS = {
    People.VULCA: (65, 41),
    People.HOAX: (56, 40),
    People.MIMIX: (77, 77),
    People.FLIT: (48, 48),
    People.KHIND: (41, 41),
    People.TERRAH: (40, 62),
    People.PILLAR: (42, 45),
    People.AQUA: (41, 41),
}


def _numbered(facts: Catalogue, people: People, last: int) -> list[CardFacts]:
    return [card for card in facts if card.people is people and card.number.isdigit() and 1 <= int(card.number) <= last]


def _sums(cards: list[CardFacts]) -> tuple[int, int]:
    return sum(card.fire or 0 for card in cards), sum(card.earth or 0 for card in cards)


@pytest.mark.parametrize(("people", "sums"), SUMS.items(), ids=[people.value for people in SUMS])
def test_fire_and_earth_of_a_people_add_up(facts: Catalogue, people: People, sums: tuple[int, int]) -> None:
    cards = _numbered(facts, people, 31)
    assert len(cards) == 31
    assert _sums(cards) == sums


def test_fire_and_earth_of_the_buka_add_up(facts: Catalogue) -> None:
    assert _sums(_numbered(facts, People.BUKA, 30)) == (59, 74)


def test_fire_and_earth_of_the_mutants_add_up(facts: Catalogue) -> None:
    mutants = [card for card in facts if card.people is People.MUTANT]
    assert len(mutants) == 10
    assert _sums(mutants) == (37, 37)


@pytest.mark.parametrize(
    ("mark", "moons"), [("V", 5), ("H", 6), ("M", 4), ("F", 5), ("K", 7), ("T", 6), ("P", 7), ("A", 4)]
)
def test_a_people_deck_holds_26_own_3_foreign_and_a_mutant(facts: Catalogue, mark: str, moons: int) -> None:
    packed = [card for card in facts if card.deck == mark and card.playable]
    foreign = [card for card in packed if card.people not in {DECK_MARKS[mark], People.MUTANT}]
    assert len(packed) == 30
    assert sum(card.people is DECK_MARKS[mark] for card in packed) == 26
    assert len(foreign) == 3
    assert sum(card.people is People.MUTANT for card in packed) == 1
    assert sum(card.moons or 0 for card in packed if card.people is not DECK_MARKS[mark]) == moons


def test_the_buka_deck_is_its_thirty_cards_without_sea_moon(facts: Catalogue) -> None:
    families = {family: [card for card in facts if card.family == family] for family in FAMILIES}
    assert {family: len(cards) for family, cards in families.items()} == dict.fromkeys(FAMILIES, 5)
    moons = [sum(card.moons or 0 for card in cards) for cards in families.values()]
    assert moons == [9, 8, 9, 7, 8, 9]
    assert facts.find_card("Sea Moon").family == ""


def test_313_of_344_cards_are_known(facts: Catalogue) -> None:
    gaps = [card for card in facts if not card.known]
    assert len(facts) == 344
    assert len(gaps) == 31
    assert all(card.slot == card.code and card.gap is not None for card in gaps)


def test_every_people_has_a_leader_who_allows_thirty_cards_and_ten_moons(facts: Catalogue) -> None:
    leaders = [card for card in facts if card.type is CardType.LEADER]
    assert [leader.people for leader in leaders] == list(PEOPLES)
    assert {(leader.extra_cards, leader.extra_moons) for leader in leaders} == {(30, 10)}


def test_gaps_are_counted_from_what_is_printed(facts: Catalogue) -> None:
    for people in People:
        own = [card for card in facts if card.people is people]
        places = [card.gap[0] for card in own if card.gap]
        if places:
            assert places == list(range(len(own) - len(places) + 1, len(own) + 1))
            assert {card.gap[1] for card in own if card.gap} == {len(own)}


def test_the_table_holds_no_printed_card_text() -> None:
    for path in (Path(__file__).parents[2] / "fixtures").rglob("*.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            header = next(csv.reader(file))
        assert not [column for column in header if "reference" in column or column == "text"]
