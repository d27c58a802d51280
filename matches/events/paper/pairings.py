"""Pairings by name for the wall, in letters as large as the field allows."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from common.i18n import translated
from common.paper import sheet
from matches.events.paper.wording import head_lines, printed_name
from matches.events.read_models import EventView, RoundView
from matches.events.rounds.names import round_name
from matches.events.wall.pages import WallName, seats_by_family_name

PAIRINGS_COLUMNS = 2
_COLUMN_GAP = 28.0
_BOTTOM_MARGIN = 48.0
_TABLE_WIDTH = 36.0


@dataclass(frozen=True, slots=True)
class _Letters:
    """Size of names, and whether the opponent has a line of their own below or follows the name."""

    size: float
    below: bool

    @property
    def line_height(self) -> float:
        """Return how much of a column a name takes."""
        return self.size * (2.05 if self.below else 1.55)

    def pages_needed(self, names: int, room: float) -> int:
        return max(-(-names // (PAIRINGS_COLUMNS * int(room // self.line_height))), 1)


_SMALLEST_NAME_SIZE = _Letters(10.0, below=False)
_NAME_SIZES = (
    *(_Letters(size, below=True) for size in (18.0, 16.5, 15.0, 13.5)),
    *(_Letters(size, below=False) for size in (13.0, 11.5)),
    _SMALLEST_NAME_SIZE,
)


def pairings_pdf(view: EventView, round_: RoundView) -> bytes:
    """Return the round by family name, with table and opponent."""
    title = f"{view.event.name}: {translated(round_name(view, round_))}"
    names = seats_by_family_name(round_, printed_name)
    lines = head_lines(view, _("Find your name: your table is to the right of it."), round_=round_)
    top = sheet.PAGE_HEIGHT - sheet.MARGIN - 56 - 16 * len(lines)
    room = top - _BOTTOM_MARGIN
    fewest = _SMALLEST_NAME_SIZE.pages_needed(len(names), room)
    letters = next(each for each in _NAME_SIZES if each.pages_needed(len(names), room) <= fewest)
    rows = max(-(-len(names) // (fewest * PAIRINGS_COLUMNS)), 1)
    paper = sheet.Paper(title, pages=fewest)
    for page in range(fewest):
        if page:
            paper.next_page()
        sheet.draw_head(paper.canvas, sheet.PAGE_HEIGHT - sheet.MARGIN, title, lines, width=sheet.PAGE_WIDTH)
        for column in range(PAIRINGS_COLUMNS):
            first = (page * PAIRINGS_COLUMNS + column) * rows
            _draw_column(paper, column, top, letters, names[first : first + rows])
    return paper.finish_file()


def _draw_column(paper: sheet.Paper, column: int, top: float, letters: _Letters, names: list[WallName]) -> None:
    width = (sheet.PAGE_WIDTH - 2 * sheet.MARGIN - (PAIRINGS_COLUMNS - 1) * _COLUMN_GAP) / PAIRINGS_COLUMNS
    left = sheet.MARGIN + column * (width + _COLUMN_GAP)
    for nth, name in enumerate(names):
        bottom = top - (nth + 1) * letters.line_height
        sheet.draw_line(paper.canvas, left, bottom, left + width, grey=sheet.LIGHT_GREY_TONE, thick=0.4)
        _draw_name(paper, name, letters, left, bottom, width)


def _draw_name(
    paper: sheet.Paper, wall_name: WallName, letters: _Letters, left: float, bottom: float, width: float
) -> None:
    canvas, room, small = paper.canvas, width - (2 if wall_name.is_bye else 1) * _TABLE_WIDTH - 4, letters.size * 0.62
    y = bottom + letters.line_height - letters.size * 1.06
    rest = f", {wall_name.rest}" if wall_name.rest else ""
    wide = sheet.text_width(wall_name.family, bold=True) + sheet.text_width(rest, bold=False)
    size, end = min(letters.size, room / wide), left + room
    if size >= letters.size / 2:
        end = sheet.write(canvas, left, y, wall_name.family, size=size, width=room, bold=True)
        end = sheet.write(canvas, end, y, rest, size=size, width=left + room - end) if rest else end
    else:
        raised = y + 0.15 * letters.size  # two lines above the opponent
        sheet.write_name(canvas, left, raised, wall_name.name, size=0.9 * letters.size, width=room, bold=True)
    table = _("bye") if wall_name.is_bye else str(wall_name.table)
    size = min(letters.size, 2 * _TABLE_WIDTH / sheet.text_width(table, bold=True))
    sheet.write_right(canvas, left + width, y, table, size=size, width=2 * _TABLE_WIDTH, bold=True)
    canvas.setFillGray(sheet.GREY_TONE)
    if letters.below:
        sheet.write(canvas, left, y - small * 1.2, wall_name.opponent, size=small, width=room, smallest=small / 3)
    elif sheet.text_width(wall_name.opponent, bold=False) * small * sheet.MIN_SHRINK < left + room - end - 10:
        sheet.write_right(canvas, left + room, y, wall_name.opponent, size=small, width=left + room - end - 10)
    canvas.setFillGray(0)
