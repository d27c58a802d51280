"""Poster for the door: the event in large letters, day and venue, and a QR code that scans from three metres."""

from django.utils.translation import gettext as _

from common.paper import fonts, sheet
from matches.events.paper.wording import when_and_where
from matches.events.read_models import EventView
from matches.models import Event

_QR_CODE_SIDE = 400.0
_MAX_TITLE_LINES = 3


def poster_pdf(view: EventView, share: str) -> bytes:
    """The poster; `share` is the address that the code leads to."""
    event = view.event
    paper = sheet.Paper(event.name)
    canvas, middle, room = paper.canvas, paper.width / 2, paper.width - 2 * sheet.MARGIN
    y = sheet.PAGE_HEIGHT - 62
    sheet.draw_line(canvas, sheet.MARGIN, y + 16, paper.width - sheet.MARGIN, thick=2)
    size = next(size for size in (46.0, 38.0, 30.0, 24.0) if size == 24 or len(_wrap(event.name, size, room)) <= 2)
    for each in _wrap(event.name, size, room)[:_MAX_TITLE_LINES]:
        y -= size
        sheet.write_centred(canvas, middle, y, each, size=size, width=room, font=fonts.title_font_for(each))
        y -= size * 0.18
    y -= 14
    for line in when_and_where(view):
        for each in sheet.wrap_text(line, 16, room)[:3]:
            y -= 22
            sheet.write_centred(canvas, middle, y, each, size=16, width=room)
    code_top = min(y - 42, 620.0)
    entering = event.registration_open and event.status == Event.Status.REGISTRATION
    word = _("Scan to join") if entering else _("Scan for your table, results and standings")
    sheet.write_centred(canvas, middle, code_top, word, size=28, width=room, font=fonts.BOLD, smallest=16)
    bottom = code_top - 8 - _QR_CODE_SIDE
    sheet.draw_qr(canvas, share, middle - _QR_CODE_SIDE / 2, bottom, _QR_CODE_SIDE)
    sheet.write_centred(canvas, middle, bottom - 16, share, size=18, width=room, smallest=9)
    sheet.write_centred(canvas, middle, bottom - 58, event.code, size=34, width=room, font=fonts.BOLD)
    canvas.setFillGray(sheet.GREY_TONE)
    below = _("or type this code on the events page")
    sheet.write_centred(canvas, middle, bottom - 80, below, size=12, width=room)
    sheet.write_centred(canvas, middle, 50, " · ".join(_event_facts(view)), size=11, width=room)
    canvas.setFillGray(0)
    sheet.draw_line(canvas, sheet.MARGIN, 38, paper.width - sheet.MARGIN, thick=2)
    return paper.finish_file()


def _wrap(text: str, size: float, room: float) -> list[str]:
    return sheet.wrap_text(text, size, room, bold=True)


def _event_facts(view: EventView) -> list[str]:
    event = view.event
    facts = [event.get_format_display()]
    if event.rounds_planned:
        facts.append(_("rounds: %(count)s") % {"count": event.rounds_planned})
    if event.cut_size:
        facts.append(_("top %(size)s") % {"size": event.cut_size})
    if event.decks_required:
        facts.append(_("bring a legal deck"))
    return facts
