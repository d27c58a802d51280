"""Reading a table: every faulty line is named, nothing is repaired."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.core.catalogue_csv import CARD_TABLE_COLUMNS, parse_card_table, read_catalogue_file
from common.errors import Invalid

GOOD = {"code": "Vulca 03", "name": "Scorch", "people": "Vulca", "number": "03", "type": "character", "moons": "2"}


def table(*rows: dict[str, str]) -> str:
    """Return a table with these rows; cells that a row leaves out are valid."""
    out = io.StringIO()
    writer = csv.DictWriter(out, CARD_TABLE_COLUMNS)
    writer.writeheader()
    writer.writerows({**GOOD, **row} for row in rows)
    return out.getvalue()


def test_a_good_line_is_a_card_with_its_line() -> None:
    reading = parse_card_table(table({}))
    assert not reading.faults
    assert reading.lines == (2,)
    assert reading.cards[0].moons == 2


@pytest.mark.parametrize(
    ("cells", "column"),
    [
        ({"moons": "x"}, "moons"),
        ({"moons": "-1"}, "moons"),
        ({"moons": "1.5"}, "moons"),
        ({"moons": "9" * 300}, "moons"),
        ({"moons": "²"}, "moons"),
        ({"fire": "21"}, "fire"),
        ({"people": "Vulcan"}, "people"),
        ({"people": ""}, "people"),
        ({"type": "charcter"}, "type"),
        ({"icons": "PAIR; HUG"}, "icons"),
        ({"icons": "GANG:green"}, "icons"),
        ({"deck": "Z"}, "deck"),
        ({"timing": "later"}, "timing"),
        ({"code": ""}, "code"),
        ({"code": "<b>"}, "code"),
        ({"code": "Vulca"}, "code"),
        ({"number": "three"}, "number"),
        ({"name": "x" * 81}, "name"),
        ({"name": "two\nlines"}, "name"),
        ({"family": "a"}, "family"),
        ({"capacity": "2"}, "capacity"),
        ({"extra_cards": "5"}, "extra_cards"),
        ({"type": "leader", "moons": "1"}, "moons"),
    ],
)
def test_a_wrong_cell_is_named_with_its_line(cells: dict[str, str], column: str) -> None:
    reading = parse_card_table(table({"code": "Vulca 02"}, cells))
    assert [(fault.line, fault.column) for fault in reading.faults] == [(3, column)]
    assert [card.code for card in reading.cards] == ["Vulca 02"]


def test_the_same_code_twice_is_refused_however_it_is_written() -> None:
    reading = parse_card_table(table({}, {"code": "VULCA 03", "moons": "x"}))
    assert {(fault.line, fault.column) for fault in reading.faults} == {(3, "moons"), (3, "code")}


@pytest.mark.parametrize(
    "header",
    [
        "",
        "code,name\n",
        ",".join([*CARD_TABLE_COLUMNS, "text"]),
        ",".join([*CARD_TABLE_COLUMNS, "code"]),
        ",".join(CARD_TABLE_COLUMNS[1:]),
    ],
)
def test_wrong_columns_refuse_the_whole(header: str) -> None:
    reading = parse_card_table(header + "\nVulca 03,x\n")
    assert reading.faults
    assert not reading.cards
    assert {fault.line for fault in reading.faults} == {1}


def test_a_line_with_too_few_cells_is_named() -> None:
    assert [fault.line for fault in parse_card_table(table({}) + "Vulca 04,x\n").faults] == [3]


def test_a_line_after_a_cell_of_several_lines_keeps_its_own_number() -> None:
    reading = parse_card_table(table({"notes": "one\ntwo"}, {"code": "Vulca 04", "moons": "x"}))
    assert [fault.line for fault in reading.faults] == [2, 4]


def test_a_broken_quote_is_a_fault_and_no_exception() -> None:
    assert parse_card_table(table({}) + '"Vulca 04').faults


@given(st.text(max_size=200))
def test_any_text_is_read_without_an_exception(text: str) -> None:
    parse_card_table(text)
    parse_card_table(",".join(CARD_TABLE_COLUMNS) + "\n" + text)


def test_a_latin_1_file_is_refused_whole_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_bytes(table({}, {"code": "Vulca 04", "name_de": "Mächtige"}).encode("latin-1"))
    with pytest.raises(Invalid, match="UTF-8") as caught:
        read_catalogue_file(path)
    assert caught.value.details[0].line == 3


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="Can’t read"):
        read_catalogue_file(tmp_path / "none.csv")
