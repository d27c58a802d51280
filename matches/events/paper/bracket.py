"""Bracket on paper: every round of the cut as a column, and empty lines for those still to be played."""

from math import sqrt

from django.utils.translation import gettext as _

from common.errors import Missing
from common.i18n import translated
from common.text import gettext_noop
from matches.events.final_queries import BracketRound, bracket_of
from matches.events.paper.match_boxes import LARGE_FROM, Box, frame, player_line, third_box, winner
from matches.events.paper.wording import head_lines
from matches.events.read_models import EventView, PairingView
from matches.events.rounds.cut import seeds_drawn
from matches.paper import sheet


def bracket(view: EventView) -> bytes:
    """The bracket of the cut; raises `Missing` while there is none."""
    rounds = list(bracket_of(view))
    if not rounds:
        raise Missing(gettext_noop("There is no bracket yet: the cut has not begun."))
    paired = len(rounds)
    while len(rounds[-1].tables) > 1:
        rounds.append(_next_round(rounds[-1]))
    first = len(rounds[0].tables)
    paper = sheet.Paper(view.event.name, pages=1, landscape=True, scale=sqrt(2) if first >= LARGE_FROM else 1)
    lines = head_lines(view, _("Bracket"))
    top = sheet.head(paper.canvas, paper.height - sheet.MARGIN, view.event.name, lines, width=paper.width) - 12
    seeds = seeds_drawn(view)
    # The winner has a column of their own.
    wide = (paper.width - 2 * sheet.MARGIN) / (len(rounds) + 1)
    for column, each in enumerate(rounds):
        boxes = _boxes(each, column, wide, top - 18, 48, first)
        sheet.write(paper.canvas, boxes[0].x, top, translated(each.name), size=11, width=wide - 12, bold=True)
        for n, box in enumerate(boxes):
            table = each.tables[n] if column < paired else None
            _match(paper, box, table, seeds)
            _joined(paper, box, boxes, n, wide)
    third = rounds[-1].third
    if third is not None:
        _match(paper, third_box(paper, boxes[0]), third, seeds)
    winner(paper, view, sheet.MARGIN + len(rounds) * wide, (top - 18 + 48) / 2, wide)
    return paper.finished()


def _next_round(before: BracketRound) -> BracketRound:
    """A round that is not paired yet: half as many tables, drawn as empty boxes."""
    count = len(before.tables) // 2
    return BracketRound(before.tables[:count], before.number + 1)


def _boxes(each: BracketRound, column: int, wide: float, top: float, bottom: float, first: int) -> list[Box]:
    tall = (top - bottom) / len(each.tables)
    half = min((top - bottom) / first * 0.42, 22)
    x, size = sheet.MARGIN + column * wide, min(half * 0.72, 11)
    return [Box(x, top - (n + 0.5) * tall, wide - 18, half, size) for n in range(len(each.tables))]


def _match(paper: sheet.Paper, box: Box, pairing: PairingView | None, seeds: dict[int, int]) -> None:
    frame(paper, box)
    if pairing is None:
        return
    for nth, player in enumerate((pairing.a, pairing.b)):
        if player is not None:
            crystals = str(pairing.crystals[nth]) if pairing.outcome is not None else ""
            seed = str(seeds.get(player.pk, 0))
            player_line(paper, box, nth, player.name, crystals, won=pairing.winner == player, seed=seed)


def _joined(paper: sheet.Paper, box: Box, boxes: list[Box], n: int, wide: float) -> None:
    """The lines from a match to the next one of its winner."""
    canvas, right = paper.canvas, box.x + box.width
    sheet.line(canvas, right, box.middle, right + 9, thick=0.7)
    if len(boxes) > 1:
        partner = boxes[n + 1] if n % 2 == 0 else boxes[n - 1]
        canvas.line(right + 9, box.middle, right + 9, (box.middle + partner.middle) / 2)
        if n % 2 == 0:
            sheet.line(canvas, right + 9, (box.middle + partner.middle) / 2, box.x + wide, thick=0.7)
