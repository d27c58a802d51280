"""Sheet of A4: its fonts, margins and colours, text that fits, QR codes, and page numbers below."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

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
# Greys that a copying machine keeps apart from white and from black.
GREY_TONE, LIGHT_GREY_TONE = 0.4, 0.75
ELLIPSIS = "…"
# How much smaller letters may be set before a text is cut short.
MIN_SHRINK = 0.67
# Widths are sums of fractions; what is wider by less than this is not.
_ROUNDING_TOLERANCE = 0.01


class Paper:
    """Sheets of one paper: `canvas` is drawn on, `next_page` turns the page, `finish_file` is the file.

    With `pages`, how many there will be, each has its number below. They are A4; with a `scale` of the root of two A3.
    """

    def __init__(self, title: str, *, pages: int = 0, landscape: bool = False, scale: float = 1) -> None:
        from reportlab.pdfgen.canvas import Canvas

        fonts.register_fonts()
        size = (PAGE_HEIGHT, PAGE_WIDTH) if landscape else (PAGE_WIDTH, PAGE_HEIGHT)
        self.width, self.height = scale * size[0], scale * size[1]
        self._out = io.BytesIO()
        self._title, self._pages = title, pages
        self.canvas = Canvas(self._out, pagesize=(self.width, self.height), invariant=1)
        self.canvas.setTitle(fonts.printable_text(title))
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
    """Draw the line below a page."""
    canvas.saveState()
    draw_line(canvas, MARGIN, 34, width - MARGIN, grey=LIGHT_GREY_TONE)
    canvas.setFillGray(GREY_TONE)
    write(canvas, MARGIN, 22, title, size=8, width=width / 2)
    now = timezone.localtime()
    printed = _("printed %(day)s") % {"day": f"{date_format(now, 'DATE_FORMAT')}, {now:%H:%M}"}
    page = _("page %(number)s of %(pages)s") % {"number": number, "pages": count}
    write_right(canvas, width - MARGIN, 22, f"{printed} · {page}", size=8, width=width / 2)
    canvas.restoreState()


def fit_text(text: str, font: str, size: float, width: float, *, smallest: float = 0) -> tuple[str, float]:
    """Shrink the letters of a text to a width, and cut it short where it still does not fit; returns text and size."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    text = fonts.printable_text(text, font)
    size = font_size_for(float(stringWidth(text, font, 1)), width, largest=size, smallest=smallest or size * MIN_SHRINK)
    if stringWidth(text, font, size) <= width + _ROUNDING_TOLERANCE:
        return text, size
    while text and stringWidth(text + ELLIPSIS, font, size) > width:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS, size


def font_size_for(wide: float, width: float, *, largest: float, smallest: float) -> float:
    """Return the largest size in which a text that is `wide` at size 1 fits the width."""
    return largest if not wide else min(largest, max(smallest, width / wide))


def text_width(text: str, *, bold: bool) -> float:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    font = fonts.BOLD if bold else fonts.PLAIN
    return float(stringWidth(fonts.printable_text(text, font), font, 1))


def write(
    canvas: Canvas, x: float, y: float, text: str, *, size: float, width: float, bold: bool = False, smallest: float = 0
) -> float:
    """Write from x to the right, shrunk to `width`; returns where the text ends."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    font = fonts.BOLD if bold else fonts.PLAIN
    text, size = fit_text(text, font, size, width, smallest=smallest)
    canvas.setFont(font, size)
    canvas.drawString(x, y, text)
    return x + float(stringWidth(text, font, size))


def write_name(canvas: Canvas, x: float, y: float, name: str, *, size: float, width: float, bold: bool = False) -> None:
    """Write a whole name from x to the right, smaller or on two lines where it is long."""
    if text_width(name, bold=bold) * size * MIN_SHRINK <= width + _ROUNDING_TOLERANCE:
        write(canvas, x, y, name, size=size, width=width, bold=bold)
        return
    blanks = [at for at, letter in enumerate(name) if letter == " "] or [len(name) // 2]
    at = min(blanks, key=lambda at: abs(at - len(name) / 2))
    halves = name[:at].strip(), name[at:].strip()
    widest = max(text_width(half, bold=bold) for half in halves)
    size = font_size_for(widest, width, largest=size * MIN_SHRINK, smallest=size * MIN_SHRINK / 2)
    for nth, half in enumerate(halves):
        write(canvas, x, y + (0.6 - 1.1 * nth) * size, half, size=size, width=width, bold=bold)


def write_right(
    canvas: Canvas, x: float, y: float, text: str, *, size: float, width: float, bold: bool = False
) -> None:
    font = fonts.BOLD if bold else fonts.PLAIN
    text, size = fit_text(text, font, size, width)
    canvas.setFont(font, size)
    canvas.drawRightString(x, y, text)


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
    canvas.setFont(font, size)
    canvas.drawCentredString(x, y, text)


def wrap_text(text: str, size: float, width: float, *, bold: bool = False) -> list[str]:
    """Wrap a text into lines of at most `width`."""
    from reportlab.lib.utils import simpleSplit

    font = fonts.BOLD if bold else fonts.PLAIN
    return [str(each) for each in simpleSplit(fonts.printable_text(text, font), font, size, width)]


def draw_line(canvas: Canvas, x: float, y: float, to: float, *, grey: float = 0, thick: float = 0.5) -> None:
    canvas.setStrokeGray(grey)
    canvas.setLineWidth(thick)
    canvas.line(x, y, to, y)


def draw_head(canvas: Canvas, y: float, title: str, lines: list[str], *, width: float) -> float:
    """Draw a title, as large as it fits, its lines and a rule; returns where the page goes on."""
    room, font = width - 2 * MARGIN, fonts.title_font_for(title)
    title, size = fit_text(title, font, 24, room, smallest=12)
    canvas.setFont(font, size)
    canvas.drawString(MARGIN, y - size, title)
    y -= size + 18
    for each in lines:
        write(canvas, MARGIN, y, each, size=11, width=room)
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
