"""Tables on paper: heads that return on each page, figures to the right, hairlines between the rows."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from common import fonts
from matches.paper import sheet

SIZE = 9.5
# Around the text of a cell, in points.
_ABOVE, _BELOW, _LEFT, _RIGHT = 2.5, 3, 3, 5
_Cells = list[list[Any]]


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table on paper: its heads (all empty for none), its rows, the widths of its columns in points, a title above.

    `figures` are the columns whose text ends at the right; `strong` the rows in bold letters.
    """

    head: Sequence[str]
    rows: Sequence[Sequence[object]]
    widths: Sequence[int]
    title: str = ""
    figures: Sequence[int] = (0,)
    strong: Sequence[int] = ()


def as_pdf(title: str, lines: Sequence[str], tables: Sequence[PaperTable], *, headline: str = "") -> bytes:
    """A title and its lines, a headline such as the winner, and tables that may run over several pages."""
    fonts.registered()
    bodies = [_cells(table) for table in tables]
    heights = [[_height(cells, table.widths) for cells in body] for table, body in zip(tables, bodies, strict=True)]
    empty = [[[""] * len(table.widths)] * len(body) for table, body in zip(tables, bodies, strict=True)]
    # Laid out twice, at first with nothing in the cells: how many pages there are is known only at the end.
    _, pages = _laid_out(title, lines, _story(tables, empty, heights, headline), 0)
    return _laid_out(title, lines, _story(tables, bodies, heights, headline), pages)[0]


def _story(
    tables: Sequence[PaperTable], bodies: Sequence[_Cells], heights: Sequence[list[float]], headline: str
) -> list[Any]:
    from reportlab.platypus import Paragraph, Spacer

    story: list[Any] = []
    if headline:
        story += [Paragraph(_escaped(headline), _style(16, bold=True)), Spacer(1, 4)]
    for table, body, high in zip(tables, bodies, heights, strict=True):
        if table.title:
            story += [Spacer(1, 8), Paragraph(_escaped(table.title), _style(12, bold=True)), Spacer(1, 3)]
        story.append(_grid(table, body, high))
    return story


def _laid_out(title: str, lines: Sequence[str], story: list[Any], pages: int) -> tuple[bytes, int]:
    """The file, its pages numbered of so many, and how many there are."""
    from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate

    out = io.BytesIO()
    paper = BaseDocTemplate(out, pagesize=(sheet.WIDTH, sheet.HEIGHT), title=title, creator="Ten Moons", invariant=1)
    inner, deep = sheet.WIDTH - 2 * sheet.MARGIN, 60 + 16 * len(lines)
    below, top = 46, sheet.HEIGHT - sheet.MARGIN

    def numbered(canvas: Any, paper: Any) -> None:
        sheet.footer(canvas, title, sheet.WIDTH, paper.page, pages)

    def begun(canvas: Any, paper: Any) -> None:
        sheet.head(canvas, top, title, list(lines), width=sheet.WIDTH)
        numbered(canvas, paper)

    first = Frame(sheet.MARGIN, below, inner, top - deep - below + 10, 0, 0, 0, 0)
    later = Frame(sheet.MARGIN, below, inner, top - below, 0, 0, 0, 0)
    paper.addPageTemplates(
        [
            PageTemplate("first", [first], onPage=begun, autoNextPageTemplate="later"),
            PageTemplate("later", [later], onPage=numbered),
        ]
    )
    paper.build(story)
    return out.getvalue(), paper.page


def _style(size: float, *, bold: bool = False, right: bool = False) -> Any:
    from reportlab.lib.styles import ParagraphStyle

    font = fonts.BOLD if bold else fonts.PLAIN
    return ParagraphStyle(
        f"{font}{size}{right}",
        fontName=font,
        fontSize=size,
        leading=size * 1.25,
        alignment=2 if right else 0,
    )


def _cells(table: PaperTable) -> _Cells:
    """The cells of a table, its heads first where it has any."""
    from reportlab.platypus import Paragraph

    def row(cells: Sequence[object], *, bold: bool) -> list[Any]:
        return [
            Paragraph(_escaped(str(cell)), _style(SIZE, bold=bold, right=column in table.figures))
            for column, cell in enumerate(cells)
        ]

    body = [row(table.head, bold=True)] if any(table.head) else []
    return body + [row(cells, bold=number in table.strong) for number, cells in enumerate(table.rows)]


def _grid(table: PaperTable, body: _Cells, heights: list[float]) -> Any:
    from reportlab.lib import colors
    from reportlab.platypus import Table, TableStyle

    headed = any(table.head)
    # Heights that are given are not worked out again for all rows that are left on each page.
    grid = Table(body, list(table.widths), heights, repeatRows=int(headed), hAlign="LEFT")
    grid.setStyle(
        TableStyle(
            [
                ("LINEBELOW", (0, 0), (-1, -1), 0.3, colors.Color(sheet.LIGHT, sheet.LIGHT, sheet.LIGHT)),
                *([("LINEBELOW", (0, 0), (-1, 0), 0.8, colors.black)] if headed else []),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("TOPPADDING", (0, 0), (-1, -1), _ABOVE),
                ("BOTTOMPADDING", (0, 0), (-1, -1), _BELOW),
                ("LEFTPADDING", (0, 0), (-1, -1), _LEFT),
                ("RIGHTPADDING", (0, 0), (-1, -1), _RIGHT),
            ]
        )
    )
    return grid


def _height(cells: Sequence[Any], widths: Sequence[int]) -> float:
    """The height of a row: that of its highest cell."""
    texts = (cell.wrap(width - _LEFT - _RIGHT, sheet.HEIGHT)[1] for cell, width in zip(cells, widths, strict=True))
    return max(texts, default=0.0) + _ABOVE + _BELOW


def _escaped(text: str) -> str:
    return fonts.printable(text).replace("&", "&amp;").replace("<", "&lt;")
