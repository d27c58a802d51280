"""Reader of files of past seasons: lines, faults, and matches that are known already."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import Invalid
from matches.core.seasons import Encounter
from matches.core.seasons.csv_import import COLUMNS, LineState, Preview, preview_season
from matches.core.seasons.csv_import.rows import parse_day

TODAY = date(2026, 1, 1)
HEAD = "date,player,opponent,crystals,opponent_crystals"


def read(
    text: str, *known: Encounter, members: tuple[str, ...] = ("Roland", "Elinor"), once: bool = False, **names: str
) -> Preview:
    return preview_season(text, members=members, choices=names, known=known, today=TODAY, once=once)


def faults(text: str) -> list[tuple[str, str]]:
    reading = read(text)
    return [(fault.column, fault.template % fault.params) for line in reading.wrong for fault in line.faults]


def test_a_line_a_match_with_crystals() -> None:
    reading = read(f"{HEAD},event,round\n2025-03-14,Roland,Elinor,5,3,Spring,1\n21.3.2025,elinor,ROLAND,2,2,Spring,2\n")
    assert reading.ready and [line.state for line in reading.lines] == [LineState.NEW, LineState.NEW]
    first, second = (line.match for line in reading.new)
    assert first is not None and (first.a, first.crystals, first.winner, first.line) == ("Roland", (5, 3), "a", 2)
    assert second is not None and (second.a, second.b, second.winner) == ("Elinor", "Roland", "")
    assert second.day == date(2025, 3, 21)


def test_semicolons_tabs_byte_order_marks_and_headings_in_any_spelling() -> None:
    semi = "\ufeffDate;Player;Opponent;Crystals\n\n2025-03-14;Roland;Elinor;5:3\n"
    tabs = "date\tplayer\topponent\tcrystals\tOpponent Crystals\n2025-03-14\tRoland\tElinor\t5\t3\n"
    for text in (semi, tabs):
        match = read(text).new[0].match
        assert match is not None and match.crystals == (5, 3)
    assert read(semi).new[0].number == 3


def test_games_give_the_crystals() -> None:
    match = read("date,player,opponent,games\n2025-03-14,Roland,Elinor,w2 l0 w1+1 t\n").new[0].match
    assert match is not None and match.crystals == (6, 1)
    assert [(game.winner, game.crystals) for game in match.games] == [("a", 3), ("b", 1), ("a", 3), ("", 0)]


def test_a_line_a_game_is_joined_to_its_match() -> None:
    text = (
        "date,player,opponent,winner,dragons\n"
        "2025-03-14,Roland,Elinor,Roland,2\n2025-03-14,Elinor,Roland,Elinor,0\n2025-03-14,Roland,Elinor,Roland,1\n"
        "2025-03-15,Roland,Elinor,draw,\n"
    )
    reading = read(text)
    assert [line.state for line in reading.lines] == [LineState.NEW, LineState.JOINED, LineState.JOINED, LineState.NEW]
    match = reading.new[0].match
    assert match is not None and (match.crystals, match.winner, len(match.games)) == ((5, 1), "a", 3)
    assert [line.into for line in reading.lines[:3]] == [0, 2, 2]


@pytest.mark.parametrize(
    ("line", "column", "says"),
    [
        ("yesterday,Roland,Elinor,5,3", "date", "“yesterday” isn’t a date. Write it like 2025-03-14."),
        ("3/4/2025,Roland,Elinor,5,3", "date", "“3/4/2025” isn’t a date."),
        ("2027-01-01,Roland,Elinor,5,3", "date", "is in the future."),
        ("1025-03-14,Roland,Elinor,5,3", "date", "Is the year right?"),
        ("2025-03-14,,Elinor,5,3", "player", "A name is missing"),
        ("2025-03-14,Roland,roland,5,3", "opponent", "A player can’t be their own opponent."),
        (f"2025-03-14,{'x' * 61},Elinor,5,3", "player", "at most 60 characters"),
        (
            "2025-03-14,Roland,Elinor,,",
            "crystals",
            "The result is missing. Enter both players’ crystals, or the games.",
        ),
        ("2025-03-14,Roland,Elinor,5,-3", "opponent_crystals", "isn’t a number from 0 to 99"),
        ("2025-03-14,Roland,Elinor,five,3", "crystals", "“five” isn’t a number"),
        ("2025-03-14,Roland,Elinor,5,3,1,2", "", "” is beyond the last column. Is there an extra separator?"),
    ],
)
def test_a_wrong_cell_says_what_would_be_right(line: str, column: str, says: str) -> None:
    wrong = faults(f"{HEAD}\n{line}\n")
    assert wrong[0][0] == column and says in wrong[0][1]


@pytest.mark.parametrize(
    ("head", "line", "column", "says"),
    [
        ("crystals,winner", "5:3,Elinor", "winner", ": the player with more crystals wins."),
        ("crystals,winner", "5:3,Rolnad", "winner", "“Rolnad” must be Roland, Elinor or draw."),
        ("crystals,people", "5:3,Vulcan", "people", "“Vulcan” isn’t a people."),
        (
            "crystals,games",
            "5:3,w2 w0",
            "games",
            "The games add up to 4 : 0 crystals, but the line says 5 : 3",
        ),
        ("games", "w4", "games", "“w4” isn’t a valid game result"),
        ("games", "w3+4", "games", "“w3+4” isn’t a valid game result"),
        ("winner,dragons", "Roland,4", "dragons", "isn’t a number from 0 to 3"),
        ("winner,dragons", ",2", "winner", "This game has no winner. Write a name, or draw if time ran out."),
        ("crystals", "0:0", "winner", "This game has no winner. Write a name, or draw if time ran out."),
        ("winner,dragons,crystal_cards", "Roland,3,4", "crystal_cards", "at most seven crystals"),
        ("crystals,notes", f"5:3,{'x' * 121}", "notes", "Use at most 120 characters"),
    ],
)
def test_what_cannot_have_been_is_refused(head: str, line: str, column: str, says: str) -> None:
    wrong = faults(f"date,player,opponent,{head}\n2025-03-14,Roland,Elinor,{line}\n")
    assert wrong[0][0] == column and says in wrong[0][1]


def test_a_match_without_a_crystal_is_a_draw_where_the_line_says_so() -> None:
    match = read("date,player,opponent,crystals,winner\n2025-03-14,Roland,Elinor,0:0,draw\n").new[0].match
    assert match is not None and (match.crystals, match.winner) == ((0, 0), "")


def test_every_fault_of_every_line_is_found_at_once() -> None:
    reading = read(f"{HEAD}\nnever,,Elinor,x,3\n2025-03-14,Roland,Elinor,5,3\n2025-03-14,Roland,Roland,5,3\n")
    assert [(line.number, len(line.faults)) for line in reading.wrong] == [(2, 3), (4, 1)]
    assert not reading.ready and len(reading.new) == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "The file is empty"),
        ("\n\n", "The file is empty"),
        (HEAD, "The file has a header but no rows."),
        ("date,player,crystals\n1", "the column names; “opponent” is missing"),
        ("date,player,opponent\n1", "There’s no column for the result: crystals, games, or winner and dragons."),
        ("date,player,oponent,crystals\n1", r"there’s no column “oponent”\. Did you mean “opponent”\?"),
        (f"{HEAD},date\n1", "The column “date” appears twice"),
        ("date,player,opponent,dragons\n1", "A “dragons” column needs a “winner” column too."),
        (f'{HEAD}\n"{"x" * 140_000}', "quotation mark"),
        ("x" * 1_000_001, "too long"),
        (HEAD + "\n2025-03-14,Roland,Elinor,5,3" * 5001, "It can have up to 5000 lines"),
    ],
)
def test_what_is_no_such_file_is_refused_whole(text: str, says: str) -> None:
    with pytest.raises(Invalid, match=says):
        read(text)


def test_a_name_like_one_of_the_group_has_to_be_decided_and_a_strange_one_is_a_guest() -> None:
    text = f"{HEAD}\n2025-03-14,Rolandt,Quasimodo,5,3\n"
    reading = read(text)
    assert [(name.name, name.decided, name.suggestions) for name in reading.names] == [
        ("Rolandt", False, ("Roland",)),
        ("Quasimodo", True, ()),
    ]
    assert not reading.ready and "Is it the same player?" in reading.wrong[0].faults[0].template
    same, other = read(text, Rolandt="Roland"), read(text, Rolandt="")
    assert same.ready and same.new[0].match is not None and same.new[0].match.a == "Roland"
    assert other.ready and other.guests == ("Rolandt", "Quasimodo")
    assert (
        "their own opponent"
        in read(f"{HEAD}\n2025-03-14,Roland,Rolandt,5,3\n", Rolandt="Roland").wrong[0].faults[0].template
    )


def test_a_match_the_group_has_is_known_from_either_side_and_a_second_like_it_is_new() -> None:
    have = Encounter("Elinor", "Roland", 3, 5, "Roland", date(2025, 3, 14), "Spring", "1")
    line = "2025-03-14,Roland,Elinor,5,3,spring,1\n"
    reading = read(f"{HEAD},event,round\n{line}{line}", have)
    assert [line.state for line in reading.lines] == [LineState.KNOWN, LineState.NEW]
    assert not read(f"{HEAD},event,round\n{line}", have).ready


def test_a_cell_that_was_kept_from_being_a_formula_is_read_as_it_was() -> None:
    reading = read(f"{HEAD}\n2025-03-14,'=Quasimodo,Elinor,5,3\n")
    assert reading.names[0].name == "=Quasimodo"


@given(st.text(max_size=300))
def test_no_text_breaks_the_reader(text: str) -> None:
    for whole in (text, f"{HEAD}\n{text}", f"date,player,opponent,winner,dragons\n2025-03-14,{text}"):
        try:
            reading = read(whole)
        except Invalid:
            continue
        assert all(line.faults for line in reading.wrong)


def test_every_column_says_what_stands_in_it() -> None:
    assert all(column.says for column in COLUMNS) and sum(column.needed for column in COLUMNS) == 3


@pytest.mark.parametrize("crystals", ["4,4", "7,7"])
def test_level_crystals_are_a_draw_whatever_the_target(crystals: str) -> None:
    (line,) = read(f"{HEAD}\n2025-03-14,Roland,Elinor,{crystals}\n").new
    assert line.match is not None and line.match.winner == ""


def test_a_line_that_stands_twice_is_flagged_but_may_be_a_second_match() -> None:
    line = "2025-03-14,Roland,Elinor,5,3\n"
    reading = read(f"{HEAD}\n{line}2025-03-15,Roland,Elinor,5,3\n{line}2025-03-14,Elinor,Roland,3,5\n")
    assert [line.twin for line in reading.lines] == [0, 0, 2, 2] and reading.ready and len(reading.new) == 4
    once = read(f"{HEAD}\n{line}2025-03-15,Roland,Elinor,5,3\n{line}2025-03-14,Elinor,Roland,3,5\n", once=True)
    assert [line.state.value for line in once.lines] == ["new", "new", "known", "known"]


@pytest.mark.parametrize(
    ("head", "line"),
    [
        ("Datum;Spieler;Gegner;Kristalle;Kristalle des Gegners", "14.3.25;Roland;Elinor;10;7"),
        ("Datum;Speler;Tegenstander;Uitslag", "14-03-2025;Roland;Elinor;10:7"),
        ("Дата;Игрок;Соперник;Счёт", "14.03.2025;Roland;Elinor;10:7"),
        ("day,player 1,player 2,score", "14/3/2025,Roland,Elinor,10-7"),
        ("date,a,b,crystals a,crystals b", "2025-03-14 00:00:00,Roland,Elinor,10.0,7.0"),
        ("date,player,opponent,crystals,opponent_crystals,Wetter,Tisch", "2025/03/14,Roland,Elinor,10,7,Regen,4"),
    ],
)
def test_tables_of_other_languages_dates_targets_and_columns_are_read(head: str, line: str) -> None:
    total = "Summe;;;99" if ";" in head else "Total,,,99"
    reading = read(f"{head}\n{line}\n{total}\n")
    (match,) = (judged.match for judged in reading.new)
    assert match is not None and (match.day, match.crystals, match.winner) == (date(2025, 3, 14), (10, 7), "a")
    assert reading.ready and reading.ignored_columns == (("Wetter", "Tisch") if "Wetter" in head else ())


@pytest.mark.parametrize("text", ["3/4/2025", "03-04-2025", "31.2.2025", "14.3-2025", "14.3.025", ""])
def test_a_day_with_two_meanings_or_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"format|day|month"):
        parse_day(text)
