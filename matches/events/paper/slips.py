"""Result slips: five on a page, each with its table, two names, a box for the crystals and a signature line."""

from django.utils.translation import gettext as _

from common.i18n import translated
from common.paper import sheet
from matches.events.paper.wording import day_in_words, printed_name
from matches.events.read_models import EventView, PairingView, RoundView
from matches.events.rounds.names import round_name, table_name

SLIPS_PER_PAGE = 5
_SLIP_HEIGHT = sheet.PAGE_HEIGHT / SLIPS_PER_PAGE
# Positions of a slip’s parts from its left edge.
_NAMES_X, _SIGNATURE_X, _RESULT_BOX_X = 118.0, 336.0, 500.0
_BOX_SIDE = 34.0


def slips(view: EventView, round_: RoundView) -> bytes:
    """Return the slips of a round. Once the stack is cut, its piles are in table order."""
    title = f"{view.event.name}: {translated(round_name(view, round_))}"
    paper = sheet.Paper(title)
    tables = [pairing for pairing in round_.pairings if pairing.b]
    pages = max(-(-len(tables) // SLIPS_PER_PAGE), 1)
    for page in range(pages):
        if page:
            paper.next_page()
        for place, table in enumerate(tables[page::pages]):
            _draw_slip(paper, sheet.PAGE_HEIGHT - (place + 1) * _SLIP_HEIGHT, view, round_, table)
    return paper.finish_file()


def _draw_slip(paper: sheet.Paper, bottom: float, view: EventView, round_: RoundView, pairing: PairingView) -> None:
    canvas, right, top = paper.canvas, paper.width - sheet.MARGIN, bottom + _SLIP_HEIGHT
    canvas.setDash(2, 3)
    sheet.draw_line(canvas, 20, bottom, paper.width - 20, grey=0.6)
    canvas.setDash()
    canvas.setFillGray(sheet.GREY_TONE)
    sheet.write(canvas, sheet.MARGIN, top - 52, _("Table"), size=9, width=64)
    head = " · ".join(part for part in (view.event.name, day_in_words(view, pairing.day)) if part)
    sheet.write(canvas, _NAMES_X, top - 26, head, size=9, width=310)
    sheet.write_right(canvas, right, top - 26, translated(table_name(view, round_, pairing)), size=9, width=120)
    for x, word, width in ((_SIGNATURE_X, _("Signature"), 150), (_RESULT_BOX_X, _("Crystals"), 60)):
        sheet.write(canvas, x, top - 46, word, size=7.5, width=width)
    foot = _("● starts. Write down both players’ crystals, sign, and bring this slip to the organiser.")
    sheet.write(canvas, _NAMES_X, bottom + 20, foot, size=8, width=right - _NAMES_X)
    canvas.setFillGray(0)
    sheet.write(canvas, sheet.MARGIN, top - 86, str(pairing.row.table), size=34, width=70, bold=True)
    for line, player in enumerate((pairing.a, pairing.b)):
        if player is None:
            continue
        y = top - 78 - line * 46
        x = _NAMES_X + 14
        if player == pairing.starter:
            sheet.write(canvas, _NAMES_X, y, "●", size=9, width=14)
        sheet.write_name(canvas, x, y, printed_name(player), size=15, width=_SIGNATURE_X - x - 12, bold=True)
        sheet.draw_line(canvas, _SIGNATURE_X, y - 6, _RESULT_BOX_X - 14)
        canvas.setLineWidth(0.8)
        canvas.rect(_RESULT_BOX_X, y - 12, _BOX_SIDE, _BOX_SIDE)
