"""Pasted lists of players: what chats, numbers and pictures put around a name is left out, and nothing else."""

from __future__ import annotations

import pytest

from common.errors import Invalid
from matches.core.tournament.pasted_names import parse_pasted_names

CHAT = """[18:22, 12.3.2026] Roland: Saturday list:
1. Anna Bergmann 🌙
2) Ben 👍🏽
12.03.26, 18:25 - Mira: 3. Zoë
- Otto 18:30"""


def test_a_list_out_of_a_chat() -> None:
    reading = parse_pasted_names(CHAT)
    assert reading.names == ("Anna Bergmann", "Ben", "Zoë", "Otto") and reading.tidied
    assert reading.left_out == ("[18:22, 12.3.2026] Roland: Saturday list:",)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Saturday\n1. Anna\n2. Ben\n3. Carla", ("Anna", "Ben", "Carla")),
        ("# Players\n• Anna\n• Ben", ("Anna", "Ben")),
        ("1 Anna\n2 Ben", ("Anna", "Ben")),
        ("[ ] Anna\n[x] Ben", ("Anna", "Ben")),
        ("Anna, Ben, Carla", ("Anna", "Ben", "Carla")),
    ],
)
def test_numbers_bullets_and_headings(text: str, names: tuple[str, ...]) -> None:
    assert parse_pasted_names(text).names == names


@pytest.mark.parametrize("text", ["Anna-Lena\nJean-Luc", "Player 1\nPlayer 2", "🐉\nBen", "Anna de Vries", "Zoë\nЮлия"])
def test_plain_names_are_left_as_they_are(text: str) -> None:
    reading = parse_pasted_names(text)
    assert "\n".join(reading.names) == text and not reading.tidied


def test_doubles_are_told_however_they_are_written() -> None:
    reading = parse_pasted_names("1. Anna\n2. ANNA\n3. Mira", taken=["mira"])
    assert reading.names == ("Anna",) and reading.doubled == ("ANNA", "Mira")


def test_a_long_line_is_read_by_its_beginning_and_a_longer_list_is_refused() -> None:
    assert parse_pasted_names("Anna" + " " * 200_000 + "Berg").names == ("Anna Berg",)
    (name,) = parse_pasted_names("- ".join(["a"] * 50_000)).names
    assert len(name) <= 300
    with pytest.raises(Invalid, match="at most 5000"):
        parse_pasted_names("a\n" * 5001)


@pytest.mark.parametrize(
    "line",
    ["Felix Kern (vegan)", "Hans Muster, Inge Muster", "Karl und Lisa Boot", "Mia & Noah Lang", "Sven Ost / Tim West",
     "Ich komme auch!", "bin dabei", "Ute Berg - paid", "Ann and Bob", "Ann + Bob", "The whole family of the Bergs"],
)  # fmt: skip
def test_what_is_not_one_plain_name_is_asked_and_taken_once_it_was_looked_at(line: str) -> None:
    reading = parse_pasted_names(f"Anna\n{line}")
    assert reading.tidied and reading.unsure == (line,) and line in reading.names
    again = parse_pasted_names(f"Anna\n{line}", confirmed=[line])
    assert not again.tidied and again.names == ("Anna", line)


@pytest.mark.parametrize("head", ["Roland, [12.03.2026 18:22]", "Roland — Today at 18:22"])
def test_the_head_of_a_message_is_no_name(head: str) -> None:
    reading = parse_pasted_names(f"{head}\nAnna Berg")
    assert reading.names == ("Anna Berg",) and reading.left_out == (head,) and reading.tidied


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Anna <anna@example.org>\nben@example.org", ("Anna",)),
        ("Anna <a@example.org>; Ben Ott (b@example.org)", ("Anna", "Ben Ott")),
        ("[12.03.26, 18:20:11] Finn Fuchs: bin dabei!\n[12.03.26, 18:21:00] Ida: 👍", ("Finn Fuchs", "Ida")),
        ("\u200e[12.03.26, 18:20:11] Finn: Ich komme auch!", ("Finn",)),
        ("12/03/26, 6:20\u202fPM - Finn Fuchs: count me in", ("Finn Fuchs",)),
        ("1. Anna\n2. Ben\n3.\n4. \n5. BYE\n6. Freilos", ("Anna", "Ben")),
        ("| # | Name |\n|---|---|\n| 1 | Anna Berg |\n| 2 | Ben |", ("Anna Berg", "Ben")),
        ('"Anna Berg";3\n2,"Ben Ott",x', ("Anna Berg", "Ben Ott")),
        ('Anna "Moon" Berg', ('Anna "Moon" Berg',)),
        ("مریم رضایی\u200cنژاد\nA\u200bnna", ("مریم رضایی\u200cنژاد", "Anna")),
    ],
)
def test_addresses_remarks_and_empty_places_are_no_names(text: str, names: tuple[str, ...]) -> None:
    assert parse_pasted_names(text).names == names


def test_rows_of_a_spreadsheet_give_their_names_alone() -> None:
    rows = "1\tRoland\t5\n2\tElinor\t4,5\t-\n3\tMira de Vries\t"
    assert parse_pasted_names(rows).names == ("Roland", "Elinor", "Mira de Vries")
    assert parse_pasted_names("Ben\tOtt\t3\nMira\tde Vries\t0").names == ("Ben Ott", "Mira de Vries")
