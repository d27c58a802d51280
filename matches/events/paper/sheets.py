"""Papers for the venue: pairings by name and the poster on the wall, and result slips for the tables."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from common.i18n import translated
from common.paper import fonts, sheet
from matches.events.bracket_queries import round_name, table_name
from matches.events.paper.wording import day_in_words, head_lines, printed_name, when_and_where
from matches.events.read_models import LoadedEvent, LoadedPairing, LoadedRound
from matches.events.wall import VenueScreenLine, seats_by_family_name
from matches.models import Event

PAIRINGS_COLUMNS = 2
_COLUMN_GAP = 28.0
_BOTTOM_MARGIN = 48.0
_TABLE_WIDTH = 36.0


@dataclass(frozen=True, slots=True)
class _NameLayout:
    """Font size of names, and whether the opponent is on a separate line below the name."""

    size: float
    below: bool

    @property
    def line_height(self) -> float:
        return self.size * (2.05 if self.below else 1.55)

    def pages_needed(self, names: int, room: float) -> int:
        return max(-(-names // (PAIRINGS_COLUMNS * int(room // self.line_height))), 1)


_SMALLEST_NAME_SIZE = _NameLayout(10.0, below=False)
_NAME_SIZES = (
    *(_NameLayout(size, below=True) for size in (18.0, 16.5, 15.0, 13.5)),
    *(_NameLayout(size, below=False) for size in (13.0, 11.5)),
    _SMALLEST_NAME_SIZE,
)


def pairings_pdf(loaded: LoadedEvent, round_: LoadedRound) -> bytes:
    """Return the players of the round by family name, with table and opponent."""
    title = f"{loaded.event.name}: {translated(round_name(loaded, round_))}"
    names = seats_by_family_name(round_, printed_name)
    lines = head_lines(loaded, _("Find your name: your table is to the right of it."), round_=round_)
    top = sheet.PAGE_HEIGHT - sheet.MARGIN - 56 - 16 * len(lines)
    room = top - _BOTTOM_MARGIN
    fewest = _SMALLEST_NAME_SIZE.pages_needed(len(names), room)
    letters = next(layout for layout in _NAME_SIZES if layout.pages_needed(len(names), room) <= fewest)
    rows = max(-(-len(names) // (fewest * PAIRINGS_COLUMNS)), 1)
    paper = sheet.PdfPaper(title, pages=fewest)
    for page in range(fewest):
        if page:
            paper.next_page()
        sheet.draw_head(paper.canvas, sheet.PAGE_HEIGHT - sheet.MARGIN, title, lines, width=sheet.PAGE_WIDTH)
        for column in range(PAIRINGS_COLUMNS):
            first = (page * PAIRINGS_COLUMNS + column) * rows
            _draw_column(paper, column, top, letters, names[first : first + rows])
    return paper.finish_file()


def _draw_column(
    paper: sheet.PdfPaper, column: int, top: float, letters: _NameLayout, names: list[VenueScreenLine]
) -> None:
    width = (sheet.PAGE_WIDTH - 2 * sheet.MARGIN - (PAIRINGS_COLUMNS - 1) * _COLUMN_GAP) / PAIRINGS_COLUMNS
    left = sheet.MARGIN + column * (width + _COLUMN_GAP)
    for index, name in enumerate(names):
        bottom = top - (index + 1) * letters.line_height
        sheet.draw_line(paper.canvas, left, bottom, left + width, grey=sheet.LIGHT_GREY_TONE, thick=0.4)
        _draw_name(paper, name, letters, left, bottom, width)


def _draw_name(
    paper: sheet.PdfPaper, wall_name: VenueScreenLine, letters: _NameLayout, left: float, bottom: float, width: float
) -> None:
    canvas, room, small = paper.canvas, width - (2 if wall_name.is_bye else 1) * _TABLE_WIDTH - 4, letters.size * 0.62
    y = bottom + letters.line_height - letters.size * 1.06
    rest = f", {wall_name.rest}" if wall_name.rest else ""
    wide = sheet.text_width(wall_name.family, bold=True) + sheet.text_width(rest, bold=False)
    size, end = min(letters.size, room / wide), left + room
    if size >= letters.size / 2:
        end = sheet.write_text(canvas, left, y, wall_name.family, size=size, width=room, bold=True)
        end = sheet.write_text(canvas, end, y, rest, size=size, width=left + room - end) if rest else end
    else:
        raised = y + 0.15 * letters.size  # the name may take two lines here
        sheet.write_name(canvas, left, raised, wall_name.name, size=0.9 * letters.size, width=room, bold=True)
    table = _("bye") if wall_name.is_bye else str(wall_name.table)
    size = min(letters.size, 2 * _TABLE_WIDTH / sheet.text_width(table, bold=True))
    sheet.write_text_right(canvas, left + width, y, table, size=size, width=2 * _TABLE_WIDTH, bold=True)
    canvas.setFillGray(sheet.GREY_TONE)
    if letters.below:
        sheet.write_text(canvas, left, y - small * 1.2, wall_name.opponent, size=small, width=room, smallest=small / 3)
    elif sheet.text_width(wall_name.opponent, bold=False) * small * sheet.MIN_SHRINK < left + room - end - 10:
        sheet.write_text_right(canvas, left + room, y, wall_name.opponent, size=small, width=left + room - end - 10)
    canvas.setFillGray(0)


SLIPS_PER_PAGE = 5
_SLIP_HEIGHT = sheet.PAGE_HEIGHT / SLIPS_PER_PAGE
# Positions of a slip’s parts from its left edge.
_NAMES_X, _SIGNATURE_X, _RESULT_BOX_X = 118.0, 336.0, 500.0
_BOX_SIDE = 34.0


def result_slips_pdf(loaded: LoadedEvent, round_: LoadedRound) -> bytes:
    """Return the slips of a round, arranged so that after cutting the stack, the piles are in table order."""
    title = f"{loaded.event.name}: {translated(round_name(loaded, round_))}"
    paper = sheet.PdfPaper(title)
    tables = [pairing for pairing in round_.pairings if pairing.b]
    pages = max(-(-len(tables) // SLIPS_PER_PAGE), 1)
    for page in range(pages):
        if page:
            paper.next_page()
        for index, table in enumerate(tables[page::pages]):
            _draw_slip(paper, sheet.PAGE_HEIGHT - (index + 1) * _SLIP_HEIGHT, loaded, round_, table)
    return paper.finish_file()


def _draw_slip(
    paper: sheet.PdfPaper, bottom: float, loaded: LoadedEvent, round_: LoadedRound, pairing: LoadedPairing
) -> None:
    canvas, right, top = paper.canvas, paper.width - sheet.MARGIN, bottom + _SLIP_HEIGHT
    canvas.setDash(2, 3)
    sheet.draw_line(canvas, 20, bottom, paper.width - 20, grey=0.6)
    canvas.setDash()
    canvas.setFillGray(sheet.GREY_TONE)
    sheet.write_text(canvas, sheet.MARGIN, top - 52, _("Table"), size=9, width=64)
    head = " · ".join(part for part in (loaded.event.name, day_in_words(loaded, pairing.day)) if part)
    sheet.write_text(canvas, _NAMES_X, top - 26, head, size=9, width=310)
    sheet.write_text_right(canvas, right, top - 26, translated(table_name(loaded, round_, pairing)), size=9, width=120)
    for x, word, width in ((_SIGNATURE_X, _("Signature"), 150), (_RESULT_BOX_X, _("Crystals"), 60)):
        sheet.write_text(canvas, x, top - 46, word, size=7.5, width=width)
    foot = _("● starts. Write down both players’ crystals, sign, and bring this slip to the organiser.")
    sheet.write_text(canvas, _NAMES_X, bottom + 20, foot, size=8, width=right - _NAMES_X)
    canvas.setFillGray(0)
    sheet.write_text(canvas, sheet.MARGIN, top - 86, str(pairing.row.table), size=34, width=70, bold=True)
    for line, player in enumerate((pairing.a, pairing.b)):
        if player is None:
            continue
        y = top - 78 - line * 46
        x = _NAMES_X + 14
        if player == pairing.starter:
            sheet.write_text(canvas, _NAMES_X, y, "●", size=9, width=14)
        sheet.write_name(canvas, x, y, printed_name(player), size=15, width=_SIGNATURE_X - x - 12, bold=True)
        sheet.draw_line(canvas, _SIGNATURE_X, y - 6, _RESULT_BOX_X - 14)
        canvas.setLineWidth(0.8)
        canvas.rect(_RESULT_BOX_X, y - 12, _BOX_SIDE, _BOX_SIDE)


_QR_CODE_SIDE = 400.0
_MAX_TITLE_LINES = 3


def poster_pdf(loaded: LoadedEvent, share: str) -> bytes:
    """Return the poster; `share` is the URL in the QR code."""
    event = loaded.event
    paper = sheet.PdfPaper(event.name)
    canvas, middle, room = paper.canvas, paper.width / 2, paper.width - 2 * sheet.MARGIN
    y = sheet.PAGE_HEIGHT - 62
    sheet.draw_line(canvas, sheet.MARGIN, y + 16, paper.width - sheet.MARGIN, thick=2)
    size = next(size for size in (46.0, 38.0, 30.0, 24.0) if size == 24 or len(_wrap(event.name, size, room)) <= 2)
    for each in _wrap(event.name, size, room)[:_MAX_TITLE_LINES]:
        y -= size
        sheet.write_centred(canvas, middle, y, each, size=size, width=room, font=fonts.title_font_for(each))
        y -= size * 0.18
    y -= 14
    for line in when_and_where(loaded):
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
    sheet.write_centred(canvas, middle, 50, " · ".join(_event_facts(loaded)), size=11, width=room)
    canvas.setFillGray(0)
    sheet.draw_line(canvas, sheet.MARGIN, 38, paper.width - sheet.MARGIN, thick=2)
    return paper.finish_file()


def _wrap(text: str, size: float, room: float) -> list[str]:
    return sheet.wrap_text(text, size, room, bold=True)


def _event_facts(loaded: LoadedEvent) -> list[str]:
    event = loaded.event
    facts = [event.get_format_display()]
    if event.rounds_planned:
        facts.append(_("rounds: %(count)s") % {"count": event.rounds_planned})
    if event.cut_size:
        facts.append(_("top %(size)s") % {"size": event.cut_size})
    if event.decks_required:
        facts.append(_("bring a legal deck"))
    return facts
