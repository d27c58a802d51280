"""A table on paper and in files: PDF, CSV, Markdown; what papers of an event and of a season share."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from common import fonts

_RISKY = ("=", "+", "-", "@", "\t", "\r")
Rows = Sequence[Mapping[str, object]]


def as_csv(rows: Rows, *, columns: Sequence[str] = ()) -> str:
    """Rows as CSV; text that a spreadsheet would take for a formula gets an apostrophe."""
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=list(columns) or (list(rows[0]) if rows else ["player"]))
    writer.writeheader()
    writer.writerows({key: _harmless(value) for key, value in row.items()} for row in rows)
    return out.getvalue()


def _harmless(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_RISKY) else value


def as_markdown(title: str, head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A title and a table for a forum or a wiki."""
    lines = [f"# {_plain(title)}", "", f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    lines += ["| " + " | ".join(_plain(str(cell)) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    return "".join(f"\\{sign}" if sign in "\\|`*_[]<>#" else sign for sign in text)


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table on paper: its heads, its rows, the widths of its columns in points, and a title above it."""

    head: Sequence[str]
    rows: Sequence[Sequence[object]]
    widths: Sequence[int]
    title: str = ""


def as_pdf(titles: Sequence[str], tables: Sequence[PaperTable]) -> bytes:
    """Titles, the first the largest, over tables that may run over several pages; the number of each page below."""
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer

    fonts.registered()
    big = ParagraphStyle("title", fontName=fonts.PLAIN, fontSize=16, leading=22)
    middle = ParagraphStyle("heading", fontName=fonts.PLAIN, fontSize=12, leading=18)
    cell = ParagraphStyle("cell", fontName=fonts.PLAIN, fontSize=9, leading=11)
    story: list[Any] = [Paragraph(_escaped(title), big if nth == 0 else cell) for nth, title in enumerate(titles)]
    for table in tables:
        story.append(Spacer(1, 10))
        if table.title:
            story.append(Paragraph(_escaped(table.title), middle))
        story.append(_grid(table, cell))
    out = io.BytesIO()
    paper = SimpleDocTemplate(out, pagesize=A4, leftMargin=36, rightMargin=36, title=titles[0])
    paper.build(story, onFirstPage=_page_number, onLaterPages=_page_number)
    return out.getvalue()


def _grid(table: PaperTable, cell: Any) -> Any:
    from reportlab.lib import colors
    from reportlab.platypus import Paragraph, Table, TableStyle

    body = [[Paragraph(_escaped(str(value)), cell) for value in row] for row in table.rows]
    grid = Table([list(table.head), *body], colWidths=list(table.widths), repeatRows=1, hAlign="LEFT")
    grid.setStyle(
        TableStyle(
            [
                ("FONTNAME", (0, 0), (-1, -1), fonts.PLAIN),
                ("FONTSIZE", (0, 0), (-1, -1), 9),
                ("LINEBELOW", (0, 0), (-1, -1), 0.3, colors.grey),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ]
        )
    )
    return grid


def _page_number(canvas: Any, paper: Any) -> None:
    canvas.setFont(fonts.PLAIN, 8)
    canvas.drawRightString(paper.pagesize[0] - 36, 24, str(paper.page))


def _escaped(text: str) -> str:
    return fonts.printable(text).replace("&", "&amp;").replace("<", "&lt;")
