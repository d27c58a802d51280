"""Every Blue Moon ruling is sorted: it says something about a board and is a test here, or it does not."""

from __future__ import annotations

import csv
import importlib
from pathlib import Path

import pytest

from tests.game.rules.tested_rules import TESTED

RULINGS = Path(__file__).resolve().parents[3] / "fixtures" / "bluemoon" / "rulings.csv"
MODULES = ("test_power", "test_icons", "test_retreats", "test_turns", "test_ships_and_bluffs", "test_expansion")


def between(prefix: str, first: int, last: int, digits: int) -> set[str]:
    return {f"{prefix}-{number:0{digits}}" for number in range(first, last + 1)}


# About decks, drafts, matches, agreements or words; the other floors test those that are rules of theirs.
NOT_ABOUT_A_BOARD = {
    *{"R0-01", "R1-029", "R1-035", "R1-102", "R1-108", "R1-151", "R3-14", "R4-02", "R4-26"},
    *between("R1", 83, 93, 3),
    *between("R1", 99, 100, 3),
    *between("R1", 103, 105, 3),
    *between("R1", 112, 129, 3),
    *between("R1", 154, 158, 3),
}
# About a board, and not tested, with the reason.
NOT_DONE = {
    "R1-060": "No card is known that is paid for before it is played: the eight Tutu have not been seen.",
}


@pytest.fixture(scope="module")
def tested() -> dict[str, list[str]]:
    for name in MODULES:
        importlib.import_module(f"tests.game.rules.{name}")
    return TESTED


@pytest.fixture(scope="module")
def rulings() -> list[str]:
    with RULINGS.open(encoding="utf-8", newline="") as file:
        return [row["id"] for row in csv.DictReader(file)]


def test_every_ruling_is_sorted(rulings: list[str], tested: dict[str, list[str]]) -> None:
    assert [
        ruling
        for ruling in rulings
        if ruling not in tested and ruling not in NOT_ABOUT_A_BOARD and ruling not in NOT_DONE
    ] == []


def test_no_ruling_is_sorted_twice(tested: dict[str, list[str]]) -> None:
    assert NOT_ABOUT_A_BOARD & set(NOT_DONE) == set()
    assert {number for number in tested if number in NOT_ABOUT_A_BOARD or number in NOT_DONE} == set()


def test_every_number_exists(rulings: list[str], tested: dict[str, list[str]]) -> None:
    named = {number for number in tested if number.startswith("R")} | NOT_ABOUT_A_BOARD | set(NOT_DONE)
    assert named <= set(rulings)


def test_every_rule_of_the_course_of_play_has_a_test(tested: dict[str, list[str]]) -> None:
    wanted = {f"GAME-{number:02}" for number in range(1, 36)}
    assert sorted(wanted - set(tested)) == []
