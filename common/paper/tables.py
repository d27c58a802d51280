"""Tables in PDFs: the header is repeated on each page, figures are right-aligned, thin lines separate the rows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from common.paper import fonts, sheet

SIZE = 9.5
TITLE_SIZE, HEADLINE_SIZE = 12, 16
_LEADING = 1.25
# Padding of a cell, in points.
_ABOVE, _BELOW, _LEFT, _RIGHT = 2.5, 3, 3, 5
# Where the text of a page ends, and the height of letters above the lower edge of a line, relative to their size.
_PAGE_END, _BASELINE_SHARE = 46, 0.25


@dataclass(frozen=True, slots=True)
class PdfTable:
    """A table of a PDF: its headers (all empty for none), rows, widths of the columns in points, and a title above.

    `figures` are the right-aligned columns; `strong` the rows in bold.
    """

    head: Sequence[str]
    rows: Sequence[Sequence[object]]
    widths: Sequence[int]
    title: str = ""
    figures: Sequence[int] = (0,)
    strong: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class _TableRow:
    """A row with the lines of its cells; without a table, one text over the whole width."""

    cells: Sequence[Sequence[str]]
    height: float
    table: PdfTable | None = None
    bold: bool = False
    is_head: bool = False
    size: float = SIZE
    above: float = _ABOVE


@dataclass(slots=True)
class _TablePage:
    """The rows of a page, each with the height of its upper edge above the bottom of the sheet."""

    y: float
    rows: list[tuple[float, _TableRow]] = field(default_factory=list)

    def add(self, row: _TableRow) -> None:
        self.rows.append((self.y, row))
        self.y -= row.height

    def fits(self, *rows: _TableRow) -> bool:
        return self.y - sum(row.height for row in rows) >= _PAGE_END


def tables_as_pdf(title: str, lines: Sequence[str], tables: Sequence[PdfTable], *, headline: str = "") -> bytes:
    """Lay out a title with its lines, a headline such as the winner, and tables over as many pages as necessary."""
    fonts.register_fonts()
    top = sheet.PAGE_HEIGHT - sheet.MARGIN
    pages = [_TablePage(top - 50 - 16 * len(lines))]
    if headline:
        pages[0].add(_text_row(headline, HEADLINE_SIZE, below=4))
    for table in tables:
        _lay_out_table(table, pages, top)
    paper = sheet.PdfPaper(title, pages=len(pages))
    sheet.draw_head(paper.canvas, top, title, list(lines), width=sheet.PAGE_WIDTH)
    for number, page in enumerate(pages):
        if number:
            paper.next_page()
        _draw_page(paper.canvas, page)
    return paper.finish_file()


def _lay_out_table(table: PdfTable, pages: list[_TablePage], top: float) -> None:
    """Put a table on the last page and on new ones; a title or header is never alone at the end of a page."""
    head = [_cell_row(table, table.head, is_head=True)] if any(table.head) else []
    above = [_text_row(table.title, TITLE_SIZE, above=8, below=3)] if table.title else []
    above += head
    for number, cells in enumerate(table.rows):
        row = _cell_row(table, cells, bold=number in table.strong)
        if not pages[-1].fits(*above, row):
            pages.append(_TablePage(top))
            above = above or head
        for each in (*above, row):
            pages[-1].add(each)
        above = []
    for each in above:
        pages[-1].add(each)


def _text_row(text: str, size: float, *, above: float = 0, below: float = 0) -> _TableRow:
    font_lines = sheet.wrap_text(text, size, sheet.PAGE_WIDTH - 2 * sheet.MARGIN, bold=True)
    return _TableRow(
        (font_lines,), above + size * _LEADING * len(font_lines) + below, bold=True, size=size, above=above
    )


def _cell_row(table: PdfTable, cells: Sequence[object], *, bold: bool = False, is_head: bool = False) -> _TableRow:
    bold = bold or is_head
    scale = _shrink_factor(table, cells, bold, None if is_head else table.figures)
    rooms = [(width - _LEFT - _RIGHT) / scale for width in table.widths]
    cell_lines = [sheet.wrap_text(str(cell), SIZE, room, bold=bold) for cell, room in zip(cells, rooms, strict=True)]
    most = max((len(cell_line) for cell_line in cell_lines), default=1)
    return _TableRow(cell_lines, _ABOVE + SIZE * scale * _LEADING * most + _BELOW, table, bold, is_head, SIZE * scale)


def _shrink_factor(table: PdfTable, cells: Sequence[object], bold: bool, columns: Sequence[int] | None) -> float:
    """Return the factor that shrinks a row until no word of these columns (None: all columns) is broken."""
    of = range(len(cells)) if columns is None else columns
    rooms = ((table.widths[n] - _LEFT - _RIGHT, word) for n in of for word in str(cells[n]).split())
    wides = ((room, sheet.text_width(word, bold=bold) * SIZE) for room, word in rooms)
    return min((room / wide for room, wide in wides if wide > room), default=1)


def _draw_page(canvas: Any, page: _TablePage) -> None:
    font, size = "", 0.0
    text = canvas.beginText()
    for upper, row in page.rows:
        wanted = fonts.BOLD if row.bold else fonts.PLAIN
        for x, y, line in _positioned_lines(upper, row):
            if not fonts.is_single_run(line, wanted):
                sheet.draw_text(canvas, x, y, line, wanted, row.size)
                continue
            if (wanted, row.size) != (font, size):
                font, size = wanted, row.size
                text.setFont(font, size)
            text.setTextOrigin(x, y)
            text.textOut(line)
    canvas.drawText(text)
    for upper, row in page.rows:
        if row.table is not None:
            right = sheet.MARGIN + sum(row.table.widths)
            grey, thick = (0, 0.8) if row.is_head else (sheet.LIGHT_GREY_TONE, 0.3)
            sheet.draw_line(canvas, sheet.MARGIN, upper - row.height, right, grey=grey, thick=thick)


def _positioned_lines(upper: float, row: _TableRow) -> Iterator[tuple[float, float, str]]:
    leading = row.size * _LEADING
    first = upper - row.above - leading + row.size * _BASELINE_SHARE
    if row.table is None:
        yield from ((sheet.MARGIN, first - index * leading, line) for index, line in enumerate(row.cells[0]))
        return
    left = sheet.MARGIN
    for column, (lines, width) in enumerate(zip(row.cells, row.table.widths, strict=True)):
        for index, line in enumerate(lines):
            x = left + _LEFT
            if column in row.table.figures:
                x = left + width - _RIGHT - sheet.text_width(line, bold=row.bold) * row.size
            yield x, first - index * leading, line
        left += width
