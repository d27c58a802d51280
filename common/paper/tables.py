"""Tables in PDFs: the header is repeated on each page, figures are aligned right, hairlines part the rows."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from common.paper import fonts, sheet

SIZE = 9.5
TITLE_SIZE, HEADLINE_SIZE = 12, 16
_LEADING = 1.25
# Around the text of a cell, in points.
_ABOVE, _BELOW, _LEFT, _RIGHT = 2.5, 3, 3, 5
# Where the text of a page ends, and how far the letters of a line stand above its lower edge, as a part of their size.
_PAGE_END, _BASELINE_SHARE = 46, 0.25
_HYPHENATED_PARTS = re.compile(r"[^-]*-|[^-]+")


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table of a PDF: its headers (all empty for none), rows, widths of the columns in points, and a title above.

    `figures` are the columns whose text ends at the right; `strong` the rows in bold letters.
    """

    head: Sequence[str]
    rows: Sequence[Sequence[object]]
    widths: Sequence[int]
    title: str = ""
    figures: Sequence[int] = (0,)
    strong: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class _Row:
    """A row with the lines of its cells; without a table one text over the whole width."""

    cells: Sequence[Sequence[str]]
    height: float
    table: PaperTable | None = None
    bold: bool = False
    is_head: bool = False
    size: float = SIZE
    above: float = _ABOVE


@dataclass(slots=True)
class _TablePage:
    """The rows of a page, each with the height of its upper edge above the bottom of the sheet."""

    y: float
    rows: list[tuple[float, _Row]] = field(default_factory=list)

    def add(self, row: _Row) -> None:
        self.rows.append((self.y, row))
        self.y -= row.height

    def fits(self, *rows: _Row) -> bool:
        return self.y - sum(row.height for row in rows) >= _PAGE_END


def as_pdf(title: str, lines: Sequence[str], tables: Sequence[PaperTable], *, headline: str = "") -> bytes:
    """Lay out a title with its lines, a headline such as the winner, and tables over as many pages as they need."""
    fonts.register_fonts()
    top = sheet.PAGE_HEIGHT - sheet.MARGIN
    pages = [_TablePage(top - 50 - 16 * len(lines))]
    if headline:
        pages[0].add(_text_row(headline, HEADLINE_SIZE, below=4))
    for table in tables:
        _lay_out_table(table, pages, top)
    paper = sheet.Paper(title, pages=len(pages))
    sheet.draw_head(paper.canvas, top, title, list(lines), width=sheet.PAGE_WIDTH)
    for number, page in enumerate(pages):
        if number:
            paper.next_page()
        _draw_page(paper.canvas, page)
    return paper.finish_file()


def _lay_out_table(table: PaperTable, pages: list[_TablePage], top: float) -> None:
    """Put a table on the last page and on new ones; a title or head never stands alone at the end of a page."""
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


def _text_row(text: str, size: float, *, above: float = 0, below: float = 0) -> _Row:
    font_lines = sheet.wrap_text(text, size, sheet.PAGE_WIDTH - 2 * sheet.MARGIN, bold=True)
    return _Row((font_lines,), above + size * _LEADING * len(font_lines) + below, bold=True, size=size, above=above)


def _cell_row(table: PaperTable, cells: Sequence[object], *, bold: bool = False, is_head: bool = False) -> _Row:
    bold = bold or is_head
    scale = _shrink_factor(table, cells, bold, None if is_head else table.figures)
    rooms = [(width - _LEFT - _RIGHT) / scale for width in table.widths]
    cell_lines = [_wrap_cell_text(str(cell), room, bold) for cell, room in zip(cells, rooms, strict=True)]
    most = max((len(each) for each in cell_lines), default=1)
    return _Row(cell_lines, _ABOVE + SIZE * scale * _LEADING * most + _BELOW, table, bold, is_head, SIZE * scale)


def _shrink_factor(table: PaperTable, cells: Sequence[object], bold: bool, columns: Sequence[int] | None) -> float:
    """Return the factor that shrinks a row until no word of these columns (None: of any) is broken."""
    of = range(len(cells)) if columns is None else columns
    wides = ((table.widths[n] - _LEFT - _RIGHT, _word_width(word, bold)) for n in of for word in str(cells[n]).split())
    return min((room / wide for room, wide in wides if wide > room), default=1)


@lru_cache(maxsize=8192)
def _word_width(word: str, bold: bool) -> float:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    font = fonts.BOLD if bold else fonts.PLAIN
    return float(stringWidth(fonts.printable_text(word, font), font, SIZE))


def _wrap_cell_text(text: str, room: float, bold: bool) -> list[str]:
    """Wrap a text into lines that fit a cell; a word that is wider is cut."""
    blank, lines, wide = _word_width(" ", bold), [""], 0.0
    for word in text.split():
        width = _word_width(word, bold)
        if lines[-1] and wide + blank + width <= room:
            lines[-1], wide = f"{lines[-1]} {word}", wide + blank + width
            continue
        pieces = [word] if width <= room else _split_long_word(word, room, bold)
        lines += pieces
        wide = _word_width(pieces[-1], bold)
        if not lines[0]:
            lines.pop(0)
    return lines


def _split_long_word(word: str, room: float, bold: bool) -> list[str]:
    """Cut a word into lines: after hyphens, and within a part that is still too wide."""
    pieces = [""]
    for part in _HYPHENATED_PARTS.findall(word):
        for piece in (part,) if _word_width(part, bold) <= room else part:
            if pieces[-1] and _word_width(pieces[-1] + piece, bold) > room:
                pieces.append("")
            pieces[-1] += piece
    return pieces


def _draw_page(canvas: Any, page: _TablePage) -> None:
    font, size = "", 0.0
    text = canvas.beginText()
    for upper, row in page.rows:
        wanted = fonts.BOLD if row.bold else fonts.PLAIN
        if (wanted, row.size) != (font, size):
            font, size = wanted, row.size
            text.setFont(font, size)
        for x, y, line in _positioned_lines(upper, row):
            text.setTextOrigin(x, y)
            text.textOut(fonts.printable_text(line, font))
    canvas.drawText(text)
    for upper, row in page.rows:
        if row.table is not None:
            right = sheet.MARGIN + sum(row.table.widths)
            grey, thick = (0, 0.8) if row.is_head else (sheet.LIGHT_GREY_TONE, 0.3)
            sheet.draw_line(canvas, sheet.MARGIN, upper - row.height, right, grey=grey, thick=thick)


def _positioned_lines(upper: float, row: _Row) -> Iterator[tuple[float, float, str]]:
    """Yield each line of a row with its position."""
    leading = row.size * _LEADING
    first = upper - row.above - leading + row.size * _BASELINE_SHARE
    if row.table is None:
        yield from ((sheet.MARGIN, first - nth * leading, line) for nth, line in enumerate(row.cells[0]))
        return
    left = sheet.MARGIN
    for column, (lines, width) in enumerate(zip(row.cells, row.table.widths, strict=True)):
        for nth, line in enumerate(lines):
            x = left + _LEFT
            if column in row.table.figures:
                wide = sum(_word_width(part, row.bold) for part in re.split("( )", line))
                x = left + width - _RIGHT - wide * row.size / SIZE
            yield x, first - nth * leading, line
        left += width
