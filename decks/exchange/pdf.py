"""PDFs of a deck: the registration sheet, and its cards as text, nine to a page."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from common.paper.fonts import title_font_for
from common.paper.sheet import Paper, draw_text, fit_text, wrap_text, write, write_right

MM = 72 / 25.4  # points
CARD_SIZE = (63 * MM, 88 * MM)
CARDS_ACROSS_PAGE, CARDS_DOWN_PAGE = 3, 3


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


def registration_sheet_pdf(sheet: RegistrationSheet, cards: Iterable[PaperCard], today: date) -> bytes:
    """Return the sheet that a player hands in: name, event, every card with its copies, the verdict, two signatures."""
    paper = Paper(sheet.title)
    canvas, y = paper.canvas, _draw_registration_head(paper, sheet, today)
    for card in cards:
        if y < 45 * MM:
            paper.next_page()
            y = 275 * MM
        canvas.rect(20 * MM, y - 0.5 * MM, 3 * MM, 3 * MM)
        write_right(canvas, 31 * MM, y, str(card.copies), size=9, width=7 * MM)
        for x, text, width in ((34, card.code, 30), (66, card.name, 72), (140, card.kind, 40)):
            write(canvas, x * MM, y, text, size=9, width=width * MM)
        write_right(canvas, 190 * MM, y, card.moons, size=9, width=9 * MM)
        y -= 5 * MM
    write(canvas, 20 * MM, 28 * MM, _("Player: ______________________________"), size=9, width=85 * MM)
    write(canvas, 110 * MM, 28 * MM, _("Checked by: __________________________"), size=9, width=80 * MM)
    write(canvas, 20 * MM, 18 * MM, sheet.link, size=7, width=170 * MM)
    return paper.finish_file()


def _draw_registration_head(paper: Paper, sheet: RegistrationSheet, today: date) -> float:
    font = title_font_for(sheet.title)
    title, size = fit_text(sheet.title, font, 16, 170 * MM)
    draw_text(paper.canvas, 20 * MM, 277 * MM, title, font, size)
    y = 268 * MM
    for line in (
        _("Player: %(name)s    Date: %(day)s") % {"name": sheet.owner, "day": date_format(today)},
        _("Format: %(format)s    Leader: %(leader)s") % {"format": sheet.format, "leader": sheet.leader},
        _("Deck check: %(verdict)s    %(totals)s") % {"verdict": sheet.verdict, "totals": sheet.totals},
        _("Event: ______________________________    Table: ________"),
    ):
        write(paper.canvas, 20 * MM, y, line, size=10, width=170 * MM)
        y -= 6 * MM
    paper.canvas.line(20 * MM, y, 190 * MM, y)
    return y - 6 * MM


def playtest_cards_pdf(title: str, cards: Iterable[PaperCard], *, note: str = "") -> bytes:
    """Return the cards as text to cut out, nine to a page of A4, in their real size; a note is above them."""
    paper = Paper(title)
    width, height = CARD_SIZE
    left, top = (paper.width - CARDS_ACROSS_PAGE * width) / 2, (paper.height + CARDS_DOWN_PAGE * height) / 2
    every = [card for card in cards for _copy in range(card.copies)]
    for nth, card in enumerate(every):
        if nth and nth % (CARDS_ACROSS_PAGE * CARDS_DOWN_PAGE) == 0:
            paper.next_page()
        if nth % (CARDS_ACROSS_PAGE * CARDS_DOWN_PAGE) == 0:
            write(paper.canvas, left, top + 4, note, size=8, width=CARDS_ACROSS_PAGE * width)
        row, column = divmod(nth % (CARDS_ACROSS_PAGE * CARDS_DOWN_PAGE), CARDS_ACROSS_PAGE)
        _draw_playtest_card(paper.canvas, card, left + column * width, top - (row + 1) * height)
    return paper.finish_file()


def _draw_playtest_card(canvas: Any, card: PaperCard, x: float, y: float) -> None:
    width, height = CARD_SIZE
    canvas.setLineWidth(0.3)
    canvas.rect(x, y, width, height)
    inner, at = width - 8 * MM, y + height - 8 * MM
    about = " · ".join(part for part in (card.code, card.kind) if part)
    for text, size, bold in ((card.name, 10, True), (about, 7, False)):
        for line in wrap_text(text, size, inner, bold=bold)[:2]:
            write(canvas, x + 4 * MM, at, line, size=size, width=inner, bold=bold)
            at -= size * 1.3
    at -= 2 * MM
    for line in (line for text in card.lines for line in wrap_text(text, 8, inner)):
        if at >= y + 8 * MM:
            write(canvas, x + 4 * MM, at, line, size=8, width=inner)
        at -= 10.5
    if card.moons:
        moons = _("Moons: %(count)s") % {"count": card.moons}
        write_right(canvas, x + width - 4 * MM, y + 4 * MM, moons, size=8, width=inner)
