"""Bracket on paper: every round of the cut as a column, and empty lines for those still to be played."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from django.utils.translation import gettext as _

from common.errors import Missing
from common.text import gettext_noop
from matches.core.names import short
from matches.events.final_queries import BracketRound, bracket_of
from matches.events.paper.wording import bracket_round_name, head_lines
from matches.events.read_models import EventView, PairingView
from matches.models import Registration
from matches.paper import sheet

# With so many matches in the first round the sheet is A3, so that names still can be read.
_LARGE_FROM = 32
_NAMES_BY_MATCHES = {1: "final", 2: "semifinal", 4: "quarterfinal"}


@dataclass(frozen=True, slots=True)
class _Box:
    """Where a match stands: left, middle, width and half its height, and the size of its letters."""

    x: float
    middle: float
    width: float
    half: float
    size: float


def bracket(view: EventView) -> bytes:
    """The bracket; raises `Missing` while there is no cut."""
    rounds = list(bracket_of(view))
    if not rounds:
        raise Missing(gettext_noop("There is no bracket yet: the cut has not begun."))
    paired = len(rounds)
    while len(rounds[-1].tables) > 1:
        rounds.append(_next_round(rounds[-1]))
    first = len(rounds[0].tables)
    paper = sheet.Paper(view.event.name, pages=1, landscape=True, scale=sqrt(2) if first >= _LARGE_FROM else 1)
    lines = head_lines(view, _("Bracket"))
    top = sheet.head(paper.canvas, paper.height - sheet.MARGIN, view.event.name, lines, width=paper.width) - 12
    seeds = {place.player.pk: place.line.place for place in view.places}
    # The winner has a column of their own.
    wide = (paper.width - 2 * sheet.MARGIN) / (len(rounds) + 1)
    for column, each in enumerate(rounds):
        boxes = _boxes(each, column, wide, top - 18, 48, first)
        sheet.write(paper.canvas, boxes[0].x, top, bracket_round_name(each), size=11, width=wide - 12, bold=True)
        for n, box in enumerate(boxes):
            table = each.tables[n] if column < paired else None
            _match(paper, box, table, seeds)
            _joined(paper, box, boxes, n, wide)
    _winner(paper, view, sheet.MARGIN + len(rounds) * wide, (top - 18 + 48) / 2, wide)
    return paper.finished()


def _next_round(before: BracketRound) -> BracketRound:
    """A round that is not paired yet: half as many tables, of which nothing is drawn but the boxes."""
    count = len(before.tables) // 2
    return BracketRound(before.tables[:count], _NAMES_BY_MATCHES.get(count, ""), before.number + 1)


def _boxes(each: BracketRound, column: int, wide: float, top: float, bottom: float, first: int) -> list[_Box]:
    tall = (top - bottom) / len(each.tables)
    half = min((top - bottom) / first * 0.42, 22)
    x, size = sheet.MARGIN + column * wide, min(half * 0.72, 11)
    return [_Box(x, top - (n + 0.5) * tall, wide - 18, half, size) for n in range(len(each.tables))]


def _match(paper: sheet.Paper, box: _Box, pairing: PairingView | None, seeds: dict[int, int]) -> None:
    canvas = paper.canvas
    canvas.setStrokeGray(0)
    canvas.setLineWidth(0.7)
    canvas.roundRect(box.x, box.middle - box.half, box.width, 2 * box.half, 3)
    sheet.line(canvas, box.x, box.middle, box.x + box.width, grey=sheet.LIGHT)
    if pairing is None:
        return
    for nth, player in enumerate((pairing.a, pairing.b)):
        if player is not None:
            crystals = str(pairing.crystals[nth]) if pairing.outcome is not None else ""
            y = box.middle + (0.32 if nth == 0 else -0.68) * box.half
            _player(paper, box, y, player, crystals, seeds.get(player.pk, 0), won=pairing.winner == player)


def _player(
    paper: sheet.Paper, box: _Box, y: float, player: Registration, crystals: str, seed: int, *, won: bool
) -> None:
    canvas = paper.canvas
    canvas.setFillGray(sheet.GREY)
    sheet.write_right(canvas, box.x + box.size * 1.5, y, str(seed), size=box.size * 0.7, width=box.size * 1.5)
    canvas.setFillGray(0)
    left = box.x + box.size * 2
    room = box.x + box.width - left - box.size * 1.8
    name = player.name
    if sheet.width_of(name, bold=won) * box.size * sheet.SHRUNK > room:
        name = short(name)
    sheet.write_shrunk(canvas, left, y, name, size=box.size, width=room, bold=won)
    sheet.write_right(canvas, box.x + box.width - 5, y, crystals, size=box.size, width=box.size * 2, bold=won)


def _joined(paper: sheet.Paper, box: _Box, boxes: list[_Box], n: int, wide: float) -> None:
    """The lines from a match to the next one of its winner."""
    canvas, right = paper.canvas, box.x + box.width
    sheet.line(canvas, right, box.middle, right + 9, thick=0.7)
    if len(boxes) > 1:
        partner = boxes[n + 1] if n % 2 == 0 else boxes[n - 1]
        canvas.line(right + 9, box.middle, right + 9, (box.middle + partner.middle) / 2)
        if n % 2 == 0:
            sheet.line(canvas, right + 9, (box.middle + partner.middle) / 2, box.x + wide, thick=0.7)


def _winner(paper: sheet.Paper, view: EventView, x: float, middle: float, wide: float) -> None:
    canvas, champion = paper.canvas, view.champion
    canvas.setFillGray(sheet.GREY)
    sheet.write(canvas, x, middle + 26, _("Winner"), size=9, width=wide)
    canvas.setFillGray(0)
    if champion is not None:
        size = sheet.size_that_fits(champion.name, wide - 6, largest=16, smallest=9)
        sheet.write(canvas, x, middle + 4, champion.name, size=size, width=wide - 6, bold=True)
    sheet.line(canvas, x - 9, middle, x + wide - 6, thick=1)
