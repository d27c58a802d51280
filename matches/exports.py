"""Exports: tables as CSV and Markdown for events and seasons, and their response as a file."""

import csv
import io
from collections.abc import Mapping, Sequence

from django.http import HttpResponse

from common.spreadsheet_cells import BYTE_ORDER_MARK, guard_formula_cell
from common.text import gettext_noop

FILE_NOT_FOUND = gettext_noop("That file doesn’t exist. The files are %(names)s.")
_MEDIA_TYPES = {
    "pdf": "application/pdf",
    "csv": "text/csv; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
    "json": "application/json",
    "ics": "text/calendar; charset=utf-8",
}


def media_type_of(name: str) -> str:
    return _MEDIA_TYPES[name.rpartition(".")[2]]


def file_response(content: bytes | str, key: str, name: str) -> HttpResponse:
    """Return the response with a file of an event or a season; the file name begins with `key`."""
    head = {"Content-Disposition": f'attachment; filename="{key}-{name}"'}
    return HttpResponse(content, content_type=media_type_of(name), headers=head)


def as_csv(rows: Sequence[Mapping[str, object]], *, columns: Sequence[str] = ()) -> str:
    """Return rows as CSV, with an apostrophe before text that a spreadsheet would take for a formula."""
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


def calendar_feed_response(content: bytes, name: str, **headers: str) -> HttpResponse:
    """Return the response with a calendar to which other programs can subscribe."""
    head = {"Content-Disposition": f'inline; filename="{name}"', **headers}
    return HttpResponse(content, content_type=media_type_of(name), headers=head)
