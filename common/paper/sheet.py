"""Sheet of A4: its fonts, margins and colours, fitted text, QR codes, and page numbers at the bottom."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Any, cast

import segno
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from common.paper import fonts

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

# Everything is in points; A4 is 595 wide and 842 high.
PAGE_WIDTH, PAGE_HEIGHT = 595.3, 841.9
MARGIN = 42.0
# Greys that a photocopier distinguishes from white and from black.
GREY_TONE, LIGHT_GREY_TONE = 0.4, 0.75
ELLIPSIS = "…"
# The smallest letters, relative to the wanted size; a longer text is cut.
MIN_SHRINK = 0.67
# Widths are sums of fractions; smaller differences are rounding.
_ROUNDING_TOLERANCE = 0.01
_HYPHENATED_PARTS = re.compile(r"[^-]*-|[^-]+")


class PdfPaper:
    """A paper: draw on `canvas`, start a page with `next_page`, get the file from `finish_file`.

    With `pages`, the total, each page has its number at the bottom. Pages are A4, or A3 with a `scale` of √2.
    """

    def __init__(self, title: str, *, pages: int = 0, landscape: bool = False, scale: float = 1) -> None:
        from reportlab.pdfgen.canvas import Canvas

        fonts.register_fonts()
        size = (PAGE_HEIGHT, PAGE_WIDTH) if landscape else (PAGE_WIDTH, PAGE_HEIGHT)
        self.width, self.height = scale * size[0], scale * size[1]
        self._out = io.BytesIO()
        self._title, self._pages = title, pages
        self.canvas = Canvas(self._out, pagesize=(self.width, self.height), invariant=1)
        self.canvas.setTitle(title)
        self.canvas.setCreator("Ten Moons")

    def next_page(self) -> None:
        if self._pages:
            draw_footer(self.canvas, self._title, self.width, self.canvas.getPageNumber(), self._pages)
        self.canvas.showPage()

    def finish_file(self) -> bytes:
        """Return the file; the current page is its last."""
        self.next_page()
        self.canvas.save()
        return self._out.getvalue()


def draw_footer(canvas: Canvas, title: str, width: float, number: int, count: int) -> None:
    canvas.saveState()
    draw_line(canvas, MARGIN, 34, width - MARGIN, grey=LIGHT_GREY_TONE)
    canvas.setFillGray(GREY_TONE)
    write_text(canvas, MARGIN, 22, title, size=8, width=width / 2)
    now = timezone.localtime()
    printed = _("printed %(day)s") % {"day": f"{date_format(now, 'DATE_FORMAT')}, {now:%H:%M}"}
    page = _("page %(number)s of %(pages)s") % {"number": number, "pages": count}
    write_text_right(canvas, width - MARGIN, 22, f"{printed} · {page}", size=8, width=width / 2)
    canvas.restoreState()


def fit_text(text: str, font: str, size: float, width: float, *, smallest: float = 0) -> tuple[str, float]:
    """Shrink a text to fit a width, and cut it if it still doesn’t fit; return text and size."""
    size = font_size_for(fonts.text_width(text, font), width, largest=size, smallest=smallest or size * MIN_SHRINK)
    if fonts.text_width(text, font) * size <= width + _ROUNDING_TOLERANCE:
        return text, size
    while text and fonts.text_width(text + ELLIPSIS, font) * size > width:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS, size


def font_size_for(wide: float, width: float, *, largest: float, smallest: float) -> float:
    """Return the largest size at which a text that is `wide` at size 1 fits the width."""
    return largest if not wide else min(largest, max(smallest, width / wide))


def text_width(text: str, *, bold: bool) -> float:
    return fonts.text_width(text, fonts.BOLD if bold else fonts.PLAIN)


def draw_text(canvas: Canvas, x: float, y: float, text: str, font: str, size: float) -> float:
    """Draw a text in one line from x to the right, which can be searched and copied; return where it ends."""
    if fonts.is_single_run(text, font):
        canvas.setFont(font, size)
        canvas.drawString(x, y, text)
        return x + fonts.text_width(text, font) * size
    code: list[str] = cast(Any, canvas)._code  # reportlab has no other way to mark content
    code.append(f"/Span <</ActualText <FEFF{text.encode('utf-16-be').hex()}>>> BDC")
    for run in fonts.text_runs(text, font):
        canvas.setFont(run.font, size)
        line = canvas.beginText(x, y)
        line.textLine(run.drawn(size))
        canvas.drawText(line)
        x += run.width * size
    code.append("EMC")
    return x


def write_text(
    canvas: Canvas, x: float, y: float, text: str, *, size: float, width: float, bold: bool = False, smallest: float = 0
) -> float:
    """Write from x to the right, shrunk to `width`; returns where the text ends."""
    font = fonts.BOLD if bold else fonts.PLAIN
    text, size = fit_text(text, font, size, width, smallest=smallest)
    return draw_text(canvas, x, y, text, font, size)


def write_name(canvas: Canvas, x: float, y: float, name: str, *, size: float, width: float, bold: bool = False) -> None:
    """Write a whole name from x to the right, smaller or on two lines if it is long."""
    if text_width(name, bold=bold) * size * MIN_SHRINK <= width + _ROUNDING_TOLERANCE:
        write_text(canvas, x, y, name, size=size, width=width, bold=bold)
        return
    blanks = [index for index, letter in enumerate(name) if letter == " "] or [len(name) // 2]
    index = min(blanks, key=lambda index: abs(index - len(name) / 2))
    halves = name[:index].strip(), name[index:].strip()
    widest = max(text_width(half, bold=bold) for half in halves)
    size = font_size_for(widest, width, largest=size * MIN_SHRINK, smallest=size * MIN_SHRINK / 2)
    for position, half in enumerate(halves):
        write_text(canvas, x, y + (0.6 - 1.1 * position) * size, half, size=size, width=width, bold=bold)


def write_text_right(
    canvas: Canvas, x: float, y: float, text: str, *, size: float, width: float, bold: bool = False
) -> None:
    font = fonts.BOLD if bold else fonts.PLAIN
    text, size = fit_text(text, font, size, width)
    draw_text(canvas, x - fonts.text_width(text, font) * size, y, text, font, size)


def write_centred(
    canvas: Canvas,
    x: float,
    y: float,
    text: str,
    *,
    size: float,
    width: float,
    font: str = fonts.PLAIN,
    smallest: float = 0,
) -> None:
    text, size = fit_text(text, font, size, width, smallest=smallest)
    draw_text(canvas, x - fonts.text_width(text, font) * size / 2, y, text, font, size)


def wrap_text(text: str, size: float, width: float, *, bold: bool = False) -> list[str]:
    """Wrap a text into lines of at most `width`; a longer word is broken, after hyphens if it has any."""
    room, blank, lines, wide = (width + _ROUNDING_TOLERANCE) / size, text_width(" ", bold=bold), [""], 0.0
    for word in text.split():
        word_width = text_width(word, bold=bold)
        if lines[-1] and wide + blank + word_width <= room:
            lines[-1], wide = f"{lines[-1]} {word}", wide + blank + word_width
            continue
        lines += [word] if word_width <= room else _split_long_word(word, room, bold)
        wide = text_width(lines[-1], bold=bold)
    return lines[1:] or lines


def _split_long_word(word: str, room: float, bold: bool) -> list[str]:
    pieces = [""]
    for part in _HYPHENATED_PARTS.findall(word):
        for piece in (part,) if text_width(part, bold=bold) <= room else part:
            if pieces[-1] and text_width(pieces[-1] + piece, bold=bold) > room:
                pieces.append("")
            pieces[-1] += piece
    return pieces


def draw_line(canvas: Canvas, x: float, y: float, to: float, *, grey: float = 0, thick: float = 0.5) -> None:
    canvas.setStrokeGray(grey)
    canvas.setLineWidth(thick)
    canvas.line(x, y, to, y)


def draw_head(canvas: Canvas, y: float, title: str, lines: list[str], *, width: float) -> float:
    """Draw a title as large as fits, its lines, and a horizontal rule; return where the page goes on."""
    room, font = width - 2 * MARGIN, fonts.title_font_for(title)
    title, size = fit_text(title, font, 24, room, smallest=12)
    draw_text(canvas, MARGIN, y - size, title, font, size)
    y -= size + 18
    for line in lines:
        write_text(canvas, MARGIN, y, line, size=11, width=room)
        y -= 16
    draw_line(canvas, MARGIN, y + 6, width - MARGIN, thick=1)
    return y - 6


def draw_qr(canvas: Canvas, address: str, x: float, y: float, side: float) -> None:
    """Draw an address as a QR code with its lower left corner at x, y; `side` includes the white border."""
    border = 4
    rows = [bytes(row) for row in segno.make(address, error="m", micro=False).matrix]
    module = side / (len(rows) + 2 * border)
    canvas.saveState()
    canvas.setFillGray(0)
    path = canvas.beginPath()
    for down, row in enumerate(rows, start=1):
        for across, dark in enumerate(row):
            if dark:
                path.rect(x + (across + border) * module, y + side - (down + border) * module, module, module)
    canvas.drawPath(path, stroke=0, fill=1)
    canvas.restoreState()
