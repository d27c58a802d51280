"""Sheet of A4: its fonts, margins and colours, text that fits, QR codes, and page numbers below."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import segno
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from common import fonts

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

# Everything is in points; A4 is 595 wide and 842 high.
WIDTH, HEIGHT = 595.3, 841.9
MARGIN = 42.0
# Greys that a copying machine keeps apart from white and from black.
GREY, LIGHT = 0.4, 0.75
CUT_SHORT = "…"
# How much smaller letters may be set before a text is cut short.
SHRUNK = 0.67
# Widths are sums of fractions; what is wider by less than this is not.
_ROUNDING = 0.01


class Paper:
    """Sheets of one paper: `canvas` is drawn on, `next_page` turns the page, `finished` is the file.

    With `pages`, how many there will be, each has its number below. They are A4; with a `scale` of the root of two A3.
    """

    def __init__(self, title: str, *, pages: int = 0, landscape: bool = False, scale: float = 1) -> None:
        from reportlab.pdfgen.canvas import Canvas

        fonts.registered()
        size = (HEIGHT, WIDTH) if landscape else (WIDTH, HEIGHT)
        self.width, self.height = scale * size[0], scale * size[1]
        self._out = io.BytesIO()
        self._title, self._pages = title, pages
        self.canvas = Canvas(self._out, pagesize=(self.width, self.height), invariant=1)
        self.canvas.setTitle(title)
        self.canvas.setCreator("Ten Moons")

    def next_page(self) -> None:
        """End this page; the next one is drawn on."""
        if self._pages:
            footer(self.canvas, self._title, self.width, self.canvas.getPageNumber(), self._pages)
        self.canvas.showPage()

    def finished(self) -> bytes:
        """The file; the page that is drawn on is its last."""
        self.next_page()
        self.canvas.save()
        return self._out.getvalue()


def footer(canvas: Canvas, title: str, width: float, number: int, count: int) -> None:
    """The line below a page."""
    canvas.saveState()
    line(canvas, MARGIN, 34, width - MARGIN, grey=LIGHT)
    canvas.setFillGray(GREY)
    write(canvas, MARGIN, 22, title, size=8, width=width / 2)
    now = timezone.localtime()
    printed = _("printed %(day)s") % {"day": f"{date_format(now, 'DATE_FORMAT')}, {now:%H:%M}"}
    page = _("page %(number)s of %(count)s") % {"number": number, "count": count}
    write_right(canvas, width - MARGIN, 22, f"{printed} · {page}", size=8, width=width / 2)
    canvas.restoreState()


def fitted(text: str, font: str, size: float, width: float) -> str:
    """The text, cut short where it is wider than `width`."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    text = fonts.printable(text, font)
    if stringWidth(text, font, size) <= width + _ROUNDING:
        return text
    while text and stringWidth(text + CUT_SHORT, font, size) > width:
        text = text[:-1]
    return text.rstrip() + CUT_SHORT


def size_that_fits(text: str, width: float, *, largest: float, smallest: float, bold: bool = True) -> float:
    """The largest size of letters in which the text is not wider than `width`."""
    return size_for(width_of(text, bold=bold), width, largest=largest, smallest=smallest)


def size_for(wide: float, width: float, *, largest: float, smallest: float) -> float:
    """The largest size of letters in which what is `wide` in letters of size 1 is not wider than `width`."""
    return largest if not wide else min(largest, max(smallest, width / wide))


def width_of(text: str, *, bold: bool) -> float:
    """How wide the text is in letters of size 1."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    font = fonts.BOLD if bold else fonts.PLAIN
    return float(stringWidth(fonts.printable(text, font), font, 1))


def write_shrunk(
    canvas: Canvas, x: float, y: float, text: str, *, size: float, width: float, bold: bool = False
) -> None:
    """Text from x to the right in letters that are a third smaller, if need be, before it is cut short."""
    size = size_that_fits(text, width, largest=size, smallest=size * SHRUNK, bold=bold)
    write(canvas, x, y, text, size=size, width=width, bold=bold)


def write(canvas: Canvas, x: float, y: float, text: str, *, size: float, width: float, bold: bool = False) -> float:
    """Text from x to the right, cut short at `width`; returns where it ends."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    font = fonts.BOLD if bold else fonts.PLAIN
    text = fitted(text, font, size, width)
    canvas.setFont(font, size)
    canvas.drawString(x, y, text)
    return x + float(stringWidth(text, font, size))


def write_right(
    canvas: Canvas, x: float, y: float, text: str, *, size: float, width: float, bold: bool = False
) -> None:
    """Text that ends at x."""
    font = fonts.BOLD if bold else fonts.PLAIN
    canvas.setFont(font, size)
    canvas.drawRightString(x, y, fitted(text, font, size, width))


def write_centred(
    canvas: Canvas, x: float, y: float, text: str, *, size: float, width: float, bold: bool = False
) -> None:
    """Text with its middle at x."""
    font = fonts.BOLD if bold else fonts.PLAIN
    canvas.setFont(font, size)
    canvas.drawCentredString(x, y, fitted(text, font, size, width))


def write_title(canvas: Canvas, x: float, y: float, text: str, *, size: float, width: float) -> None:
    """A title in the serif of the pages, with its middle at x."""
    font = fonts.for_title(text)
    canvas.setFont(font, size)
    canvas.drawCentredString(x, y, fitted(text, font, size, width))


def wrapped(text: str, size: float, width: float, *, bold: bool = False) -> list[str]:
    """The text as lines of at most `width`."""
    from reportlab.lib.utils import simpleSplit

    font = fonts.BOLD if bold else fonts.PLAIN
    return [str(each) for each in simpleSplit(fonts.printable(text, font), font, size, width)]


def line(canvas: Canvas, x: float, y: float, to: float, *, grey: float = 0, thick: float = 0.5) -> None:
    """A line from x to `to`."""
    canvas.setStrokeGray(grey)
    canvas.setLineWidth(thick)
    canvas.line(x, y, to, y)


def head(canvas: Canvas, y: float, title: str, lines: list[str], *, width: float) -> float:
    """A title, as large as it fits, over its lines and a rule; returns where the page goes on."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    room, font = width - 2 * MARGIN, fonts.for_title(title)
    size = size_for(float(stringWidth(title, font, 1)), room, largest=24, smallest=14)
    canvas.setFont(font, size)
    canvas.drawString(MARGIN, y - size, fitted(title, font, size, room))
    y -= size + 18
    for each in lines:
        write(canvas, MARGIN, y, each, size=11, width=room)
        y -= 16
    line(canvas, MARGIN, y + 6, width - MARGIN, thick=1)
    return y - 6


def draw_qr(canvas: Canvas, address: str, x: float, y: float, side: float) -> None:
    """An address as a QR code; x and y are its lower left corner, and the white around it belongs to `side`."""
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
