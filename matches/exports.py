"""Exports of tables: CSV and Markdown, as events and seasons write them."""

import csv
import io
from collections.abc import Mapping, Sequence

from common.spreadsheet_cells import BYTE_ORDER_MARK, guard_formula_cell
from common.text import gettext_noop

FILE_NOT_FOUND = gettext_noop("That file doesn’t exist. The files are %(names)s.")
ExportRows = Sequence[Mapping[str, object]]


def as_csv(rows: ExportRows, *, columns: Sequence[str] = ()) -> str:
    """Rows as CSV; text that a spreadsheet would take for a formula gets an apostrophe."""
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=list(columns) or (list(rows[0]) if rows else ["player"]))
    writer.writeheader()
    writer.writerows({key: guard_formula_cell(value) for key, value in row.items()} for row in rows)
    return BYTE_ORDER_MARK + out.getvalue()


def rows_as_markdown(title: str, head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [f"# {_escape_markdown(title)}", "", f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    lines += ["| " + " | ".join(_escape_markdown(str(cell)) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def _escape_markdown(text: str) -> str:
    return "".join(f"\\{sign}" if sign in "\\|`*_[]<>#" else sign for sign in text)
