"""PDFs of a deck: the registration sheet, and its cards as text, nine to a page. Fonts are embedded."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from common import fonts
from common.fonts import BOLD, PLAIN

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

CARD = (63.0, 88.0)  # millimetres
ACROSS, DOWN = 3, 3


@dataclass(frozen=True, slots=True)
class PaperCard:
    """A card as these PDFs show it, without a picture. `lines` are values, icons and power in our own words."""

    code: str
    name: str
    kind: str
    copies: int
    moons: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RegistrationSheet:
    """Text of a registration sheet above and below its cards."""

    title: str
    owner: str
    format: str
    leader: str
    verdict: str
    totals: str
    link: str


def _canvas(out: io.BytesIO, title: str) -> tuple[Canvas, float]:
    """A page of A4 with the fonts ready, and how many points a millimetre has."""
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.units import mm
    from reportlab.pdfgen.canvas import Canvas

    fonts.registered()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    canvas.setTitle(title)
    canvas.setCreator("Ten Moons")
    return canvas, float(mm)


def _fitted(text: str, font: str, size: float, width: float) -> str:
    """Text cut so that it fits, with three points where it was cut."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    text = fonts.printable(text, font)
    if stringWidth(text, font, size) <= width:
        return text
    while text and stringWidth(text + "...", font, size) > width:
        text = text[:-1]
    return text + "..."


def _wrapped(text: str, font: str, size: float, width: float) -> list[str]:
    from reportlab.lib.utils import simpleSplit

    return [str(line) for line in simpleSplit(fonts.printable(text, font), font, size, width)]


def registration_sheet(sheet: RegistrationSheet, cards: Iterable[PaperCard], today: date) -> bytes:
    """The sheet a player hands in: who, what, every card with its copies, the verdict, room for two signatures."""
    out = io.BytesIO()
    canvas, mm = _canvas(out, sheet.title)
    y = _head(canvas, mm, sheet, today)
    for card in cards:
        if y < 45 * mm:
            canvas.showPage()
            y = 275 * mm
        canvas.setFont(PLAIN, 9)
        canvas.rect(20 * mm, y - 0.5 * mm, 3 * mm, 3 * mm)
        canvas.drawRightString(31 * mm, y, str(card.copies))
        canvas.drawString(34 * mm, y, _fitted(card.code, PLAIN, 9, 30 * mm))
        canvas.drawString(66 * mm, y, _fitted(card.name, PLAIN, 9, 72 * mm))
        canvas.drawString(140 * mm, y, _fitted(card.kind, PLAIN, 9, 36 * mm))
        canvas.drawRightString(190 * mm, y, card.moons)
        y -= 5 * mm
    _foot(canvas, mm, sheet)
    canvas.save()
    return out.getvalue()


def _head(canvas: Canvas, mm: float, sheet: RegistrationSheet, today: date) -> float:
    font = fonts.for_title(sheet.title)
    canvas.setFont(font, 16)
    canvas.drawString(20 * mm, 277 * mm, _fitted(sheet.title, font, 16, 170 * mm))
    y = 268 * mm
    for line in (
        _("Player: %(name)s    Date: %(day)s") % {"name": sheet.owner, "day": today.isoformat()},
        _("Format: %(format)s    Leader: %(leader)s") % {"format": sheet.format, "leader": sheet.leader},
        _("Verdict: %(verdict)s    %(totals)s") % {"verdict": sheet.verdict, "totals": sheet.totals},
        _("Event: ______________________________    Table: ________"),
    ):
        canvas.setFont(PLAIN, 10)
        canvas.drawString(20 * mm, y, _fitted(line, PLAIN, 10, 170 * mm))
        y -= 6 * mm
    canvas.line(20 * mm, y, 190 * mm, y)
    return y - 6 * mm


def _foot(canvas: Canvas, mm: float, sheet: RegistrationSheet) -> None:
    canvas.setFont(PLAIN, 9)
    canvas.drawString(20 * mm, 28 * mm, _("Player: ______________________________"))
    canvas.drawString(110 * mm, 28 * mm, _("Checked by: __________________________"))
    canvas.setFont(PLAIN, 7)
    canvas.drawString(20 * mm, 18 * mm, _fitted(sheet.link, PLAIN, 7, 170 * mm))


def playtest_cards(title: str, cards: Iterable[PaperCard]) -> bytes:
    """The cards as words to cut out, nine to a page of A4, at their real size."""
    out = io.BytesIO()
    canvas, mm = _canvas(out, title)
    width, height = CARD[0] * mm, CARD[1] * mm
    left, top = (210 * mm - ACROSS * width) / 2, (297 * mm + DOWN * height) / 2
    place = 0
    for card in (each for each in cards for _copy in range(each.copies)):
        if place == ACROSS * DOWN:
            canvas.showPage()
            place = 0
        row, column = divmod(place, ACROSS)
        _draw(canvas, mm, card, left + column * width, top - (row + 1) * height)
        place += 1
    canvas.save()
    return out.getvalue()


def _draw(canvas: Canvas, mm: float, card: PaperCard, x: float, y: float) -> None:
    width, height = CARD[0] * mm, CARD[1] * mm
    canvas.setLineWidth(0.3)
    canvas.rect(x, y, width, height)
    inner, at = width - 8 * mm, y + height - 8 * mm
    for text, font, size in ((card.name, BOLD, 10), (f"{card.code} · {card.kind}", PLAIN, 7)):
        for line in _wrapped(text, font, size, inner)[:2]:
            canvas.setFont(font, size)
            canvas.drawString(x + 4 * mm, at, line)
            at -= size * 1.3
    at -= 2 * mm
    canvas.setFont(PLAIN, 8)
    for text in card.lines:
        for line in _wrapped(text, PLAIN, 8, inner):
            if at < y + 8 * mm:
                break
            canvas.drawString(x + 4 * mm, at, line)
            at -= 10.5
    if card.moons:
        canvas.drawRightString(x + width - 4 * mm, y + 4 * mm, _("Moons: %(count)s") % {"count": card.moons})
