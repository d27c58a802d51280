"""Bracket of a cut, knock-out or double elimination on paper: a sheet for each branch, several for a wide one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from django.utils.translation import gettext as _

from common.errors import Missing
from common.i18n import translated
from common.paper import sheet
from common.text import gettext_noop
from matches.core.tournament.elimination import THIRD, Branch, Source, TreeMatch
from matches.core.tournament.round_names import tree_round
from matches.events.final_queries import tables_by_slot, tree_of
from matches.events.paper.match_boxes import LARGE_FROM, Box, frame, player_line, third_box, winner
from matches.events.paper.wording import head_lines
from matches.events.read_models import EventView
from matches.events.rounds.cut import seeds_drawn

# So many matches of a column stand on one sheet.
MAX_ON_SHEET = 32
_BOTTOM = 48


@dataclass(frozen=True, slots=True)
class TreeSheet:
    """The columns of one sheet, each with all matches of its height, also those that nobody plays (byes)."""

    branch: Branch
    columns: tuple[tuple[TreeMatch, ...], ...]


def tree_paper(view: EventView) -> bytes:
    """The bracket, with empty boxes for what is still to be played; raises `Missing` while there is none."""
    tree = tree_of(view)
    if not tree:
        raise Missing(gettext_noop("There’s no bracket yet: the playoff hasn’t started."))
    sheets = list(sheets_of(tree))
    large = max(len(each.columns[0]) for each in sheets) >= LARGE_FROM
    title = view.event.name
    paper = sheet.Paper(title, pages=len(sheets), landscape=True, scale=sqrt(2) if large else 1)
    last = sheets[-1]
    for number, each in enumerate(sheets):
        if number:
            paper.next_page()
        lines = [*head_lines(view, _("Bracket")), *_branch_name(each, alone=len(sheets) == 1)]
        top = sheet.head(paper.canvas, paper.height - sheet.MARGIN, title, lines, width=paper.width) - 12
        _draw(paper, view, tree, each, top, ends=each is last)
    return paper.finished()


def sheets_of(tree: tuple[TreeMatch, ...]) -> Iterator[TreeSheet]:
    """The parts of the tree by sheet: a wide branch is cut into parts, and one more sheet shows where they meet."""
    for branch in Branch:
        rounds: dict[int, list[TreeMatch]] = {}
        for match in tree:
            if match.slot.branch is branch:
                rounds.setdefault(match.slot.round, []).append(match)
        columns = [tuple(matches) for matches in rounds.values() if any(match.real for match in matches)]
        if not columns or branch is Branch.THIRD:
            continue
        parts = max(1, len(columns[0]) // MAX_ON_SHEET)
        wide = [column for column in columns if len(column) >= parts]
        for part in range(parts):
            cut = (column[part * (n := len(column) // parts) : (part + 1) * n] for column in wide)
            yield TreeSheet(branch, tuple(cut))
        if len(wide) < len(columns):
            yield TreeSheet(branch, tuple(columns[len(wide) :]))


def _branch_name(each: TreeSheet, *, alone: bool) -> list[str]:
    names = {
        Branch.WINNERS: _("Winners’ bracket: no losses"),
        Branch.LOSERS: _("Losers’ bracket: one loss"),
        Branch.FINAL: _("Final"),
    }
    return [] if alone else [names[each.branch]]


def _draw(
    paper: sheet.Paper, view: EventView, tree: Sequence[TreeMatch], each: TreeSheet, top: float, *, ends: bool
) -> None:
    wide = (paper.width - 2 * sheet.MARGIN) / (len(each.columns) + 1)
    boxes: dict[int, Box] = {}
    for nth, column in enumerate(each.columns):
        x = sheet.MARGIN + nth * wide
        name = translated(tree_round([match.slot for match in tree], column[0].slot))
        sheet.write(paper.canvas, x, top, name, size=11, width=wide - 12, bold=True)
        tall, tallest = (top - 18 - _BOTTOM) / len(column), (top - 18 - _BOTTOM) / len(each.columns[0])
        half = min(tallest * 0.42, 22)
        for n, match in enumerate(column):
            if match.real:
                box = Box(x, top - 18 - (n + 0.5) * tall, wide - 18, half, min(half * 0.72, 11))
                boxes[match.slot.number] = box
                _match(paper, box, match, view)
    _join(paper, each, boxes)
    third = tree[-1]
    if ends and third.slot.number == THIRD and third.real:
        _match(paper, third_box(paper, box), third, view)
    if ends:
        winner(paper, view, sheet.MARGIN + len(each.columns) * wide, (top - 18 + _BOTTOM) / 2, wide)


def _match(paper: sheet.Paper, box: Box, match: TreeMatch, view: EventView) -> None:
    frame(paper, box)
    names, seeds = {player.pk: player.name for player in view.players}, seeds_drawn(view)
    _round, table = tables_by_slot(view).get(match.slot.number, (None, None))
    for nth, player in enumerate((match.a, match.b)):
        if player:
            crystals = ""
            if table is not None and table.outcome is not None:
                crystals = str(table.crystals[0 if table.a.pk == player else 1])
            seed = str(seeds.get(player, 0)) if seeds else ""
            player_line(paper, box, nth, names.get(player, ""), crystals, won=match.winner == player, seed=seed)


def _join(paper: sheet.Paper, each: TreeSheet, boxes: dict[int, Box]) -> None:
    """The lines from a match to the next one of its winner on this sheet, past what nobody plays."""
    matches = [match for column in each.columns for match in column]
    next_of = {
        source.number: match.slot.number
        for match in matches
        for source in (match.slot.a, match.slot.b)
        if source == Source("winner", source.number)
    }
    canvas = paper.canvas
    for number, box in boxes.items():
        to = next_of.get(number)
        while to is not None and to not in boxes:
            to = next_of.get(to)
        if to is None:
            continue
        right, target = box.x + box.width, boxes[to]
        sheet.line(canvas, right, box.middle, right + 9, thick=0.7)
        canvas.line(right + 9, box.middle, right + 9, target.middle)
        sheet.line(canvas, right + 9, target.middle, target.x, thick=0.7)
