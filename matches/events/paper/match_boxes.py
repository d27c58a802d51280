"""Boxes of a bracket on paper: where a match stands, its two players, and the winner at the end."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from common.i18n import translated
from common.paper import sheet
from matches.core.tournament.elimination import Branch
from matches.core.tournament.round_names import branch_name
from matches.events.read_models import EventView

# A column of so many matches or more is drawn on A3, so that names still can be read.
LARGE_FROM = 32


@dataclass(frozen=True, slots=True)
class Box:
    """Box of a match: left, middle, width and half its height, and the size of its letters."""

    x: float
    middle: float
    width: float
    half: float
    size: float


def frame(paper: sheet.Paper, box: Box) -> None:
    canvas = paper.canvas
    canvas.setStrokeGray(0)
    canvas.setLineWidth(0.7)
    canvas.roundRect(box.x, box.middle - box.half, box.width, 2 * box.half, 3)
    sheet.line(canvas, box.x, box.middle, box.x + box.width, grey=sheet.LIGHT)


def player_line(paper: sheet.Paper, box: Box, nth: int, name: str, crystals: str, *, won: bool, seed: str = "") -> None:
    canvas = paper.canvas
    y = box.middle + (0.32 if nth == 0 else -0.68) * box.half
    if seed:
        canvas.setFillGray(sheet.GREY)
        sheet.write_right(canvas, box.x + box.size * 1.5, y, seed, size=box.size * 0.7, width=box.size * 1.5)
    canvas.setFillGray(0)
    left = box.x + box.size * (2 if seed else 0.6)
    room = box.x + box.width - left - box.size * 1.8
    sheet.write_name(canvas, left, y, name, size=box.size, width=room, bold=won)
    sheet.write_right(canvas, box.x + box.width - 5, y, crystals, size=box.size, width=box.size * 2, bold=won)


def third_box(paper: sheet.Paper, final: Box) -> Box:
    box = replace(final, middle=final.middle - 4 * final.half - 24)
    name = translated(branch_name(Branch.THIRD))
    sheet.write(paper.canvas, box.x, box.middle + box.half + 5, name, size=9, width=box.width)
    return box


def winner(paper: sheet.Paper, view: EventView, x: float, middle: float, wide: float) -> None:
    """The line for the winner, and their name once there is one."""
    canvas, champion = paper.canvas, view.champion
    canvas.setFillGray(sheet.GREY)
    sheet.write(canvas, x, middle + 26, _("Winner"), size=9, width=wide)
    canvas.setFillGray(0)
    if champion is not None:
        sheet.write_name(canvas, x, middle + 6, champion.name, size=16, width=wide - 6, bold=True)
    sheet.line(canvas, x - 9, middle, x + wide - 6, thick=1)
