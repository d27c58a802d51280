"""No cell of an exported table is taken for a formula, and each is read back as it was."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest

from cards.core.facts import Catalogue
from common.spreadsheet_cells import FORMULA_STARTS, guard_formula_cell, unguard_cell
from decks.core.legality.decklist import DeckList
from decks.core.text.csv_table import format_as_csv
from drafts.core.archive.log import pool_as_csv
from matches.exports import as_csv

STARTS = pytest.mark.parametrize("start", FORMULA_STARTS, ids=ascii)


@STARTS
def test_a_cell_is_marked_and_read_back(start: str) -> None:
    cell = f"{start}SUM(A1:A9)"
    assert guard_formula_cell(cell) == f"'{cell}"
    assert unguard_cell(f"'{cell}") == cell


def test_other_cells_stay_as_they_are() -> None:
    for value in ("Roland", "'t Veld", "a=b", "", -3, None):
        assert guard_formula_cell(value) == value
    assert unguard_cell("'t Veld") == "'t Veld"


@STARTS
def test_each_export_marks_its_cells(start: str, facts: Catalogue) -> None:
    name = f"{start}HYPERLINK(1)"
    card = replace(next(iter(facts.cards)), name=name)
    tables = [as_csv([{"player": name}]), pool_as_csv([card])]
    if start.strip():  # the name of a deck is one line
        tables.append(format_as_csv(DeckList(name=name), facts))
    for table in tables:
        cells = [cell for row in csv.reader(io.StringIO(table, newline="")) for cell in row]
        assert f"'{name}" in cells and name not in cells
