"""Bracket of a playoff or an elimination event on paper: one sheet for each branch, or several for a wide branch."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt

from django.utils.translation import gettext as _

from common.errors import Missing
from common.i18n import translated
from common.paper import sheet
from common.text import gettext_noop
from matches.core.tournament.elimination import (
    THIRD_PLACE,
    BracketMatch,
    Branch,
    Source,
    branch_name,
    name_of_bracket_round,
)
from matches.events.paper.wording import head_lines, printed_name
from matches.events.read_models import LoadedEvent
from matches.events.rounds.planning import seeds_by_player

# A bracket with this many matches or more in a column is drawn on A3, so that names are readable.
LARGE_FROM = 32


@dataclass(frozen=True, slots=True)
class MatchBox:
    """Box of a match: its left edge, middle, width, half height and font size."""

    x: float
    middle: float
    width: float
    half: float
    size: float


def draw_match_box(paper: sheet.PdfPaper, box: MatchBox) -> None:
    canvas = paper.canvas
    canvas.setStrokeGray(0)
    canvas.setLineWidth(0.7)
    canvas.roundRect(box.x, box.middle - box.half, box.width, 2 * box.half, 3)
    sheet.draw_line(canvas, box.x, box.middle, box.x + box.width, grey=sheet.LIGHT_GREY_TONE)


def draw_player_line(
    paper: sheet.PdfPaper, box: MatchBox, index: int, name: str, crystals: str, *, won: bool, seed: str = ""
) -> None:
    canvas = paper.canvas
    y = box.middle + (0.32 if index == 0 else -0.68) * box.half
    if seed:
        canvas.setFillGray(sheet.GREY_TONE)
        sheet.write_text_right(canvas, box.x + box.size * 1.5, y, seed, size=box.size * 0.7, width=box.size * 1.5)
    canvas.setFillGray(0)
    left = box.x + box.size * (2 if seed else 0.6)
    room = box.x + box.width - left - box.size * 1.8
    sheet.write_name(canvas, left, y, name, size=box.size, width=room, bold=won)
    sheet.write_text_right(canvas, box.x + box.width - 5, y, crystals, size=box.size, width=box.size * 2, bold=won)


def third_place_box(paper: sheet.PdfPaper, final: MatchBox) -> MatchBox:
    box = replace(final, middle=final.middle - 4 * final.half - 24)
    name = translated(branch_name(Branch.THIRD))
    sheet.write_text(paper.canvas, box.x, box.middle + box.half + 5, name, size=9, width=box.width)
    return box


def draw_winner_line(paper: sheet.PdfPaper, loaded: LoadedEvent, x: float, middle: float, wide: float) -> None:
    """Draw the line for the winner, and the winner’s name once known."""
    canvas, champion = paper.canvas, loaded.champion
    canvas.setFillGray(sheet.GREY_TONE)
    sheet.write_text(canvas, x, middle + 26, _("Winner"), size=9, width=wide)
    canvas.setFillGray(0)
    if champion is not None:
        sheet.write_name(canvas, x, middle + 6, printed_name(champion), size=16, width=wide - 6, bold=True)
    sheet.draw_line(canvas, x - 9, middle, x + wide - 6, thick=1)


# Maximum matches of a column on one sheet.
MAX_MATCHES_ON_SHEET = 32
_BOTTOM_MARGIN = 48


@dataclass(frozen=True, slots=True)
class BracketSheet:
    """The columns of one sheet; each column has all its matches, including byes, which keep the positions."""

    branch: Branch
    columns: tuple[tuple[BracketMatch, ...], ...]


def bracket_pdf(loaded: LoadedEvent) -> bytes:
    """Return the bracket, with empty boxes for future matches; raises `Missing` if there is no bracket yet."""
    tree = loaded.bracket
    if not tree:
        raise Missing(gettext_noop("There’s no bracket yet: the playoff hasn’t started."))
    sheets = list(bracket_sheets(tree))
    large = max(len(bracket.columns[0]) for bracket in sheets) >= LARGE_FROM
    title = loaded.event.name
    paper = sheet.PdfPaper(title, pages=len(sheets), landscape=True, scale=sqrt(2) if large else 1)
    last = sheets[-1]
    for number, bracket in enumerate(sheets):
        if number:
            paper.next_page()
        lines = [*head_lines(loaded, _("Bracket")), *_sheet_heading_lines(bracket, alone=len(sheets) == 1)]
        top = sheet.draw_head(paper.canvas, paper.height - sheet.MARGIN, title, lines, width=paper.width) - 12
        _draw_sheet(paper, loaded, tree, bracket, top, ends=bracket is last)
    return paper.finish_file()


def bracket_sheets(tree: tuple[BracketMatch, ...]) -> Iterator[BracketSheet]:
    """Yield the sheets of the tree: a wide branch is split, with another sheet for the rounds after its parts meet."""
    for branch in Branch:
        rounds: dict[int, list[BracketMatch]] = {}
        for match in tree:
            if match.slot.branch is branch:
                rounds.setdefault(match.slot.round, []).append(match)
        columns = [tuple(matches) for matches in rounds.values() if any(match.real for match in matches)]
        if not columns or branch is Branch.THIRD:
            continue
        parts = max(1, len(columns[0]) // MAX_MATCHES_ON_SHEET)
        wide = [column for column in columns if len(column) >= parts]
        for part in range(parts):
            cut = (column[part * (n := len(column) // parts) : (part + 1) * n] for column in wide)
            yield BracketSheet(branch, tuple(cut))
        if len(wide) < len(columns):
            yield BracketSheet(branch, tuple(columns[len(wide) :]))


def _sheet_heading_lines(bracket: BracketSheet, *, alone: bool) -> list[str]:
    names = {
        Branch.WINNERS: _("Winners’ bracket: no losses"),
        Branch.LOSERS: _("Losers’ bracket: one loss"),
        Branch.FINAL: _("Final"),
    }
    return [] if alone else [names[bracket.branch]]


def _draw_sheet(
    paper: sheet.PdfPaper,
    loaded: LoadedEvent,
    tree: Sequence[BracketMatch],
    bracket: BracketSheet,
    top: float,
    *,
    ends: bool,
) -> None:
    wide = (paper.width - 2 * sheet.MARGIN) / (len(bracket.columns) + 1)
    boxes: dict[int, MatchBox] = {}
    for index, column in enumerate(bracket.columns):
        x = sheet.MARGIN + index * wide
        name = translated(name_of_bracket_round([match.slot for match in tree], column[0].slot))
        sheet.write_text(paper.canvas, x, top, name, size=11, width=wide - 12, bold=True)
        tall, tallest = (top - 18 - _BOTTOM_MARGIN) / len(column), (top - 18 - _BOTTOM_MARGIN) / len(bracket.columns[0])
        half = min(tallest * 0.42, 22)
        for n, match in enumerate(column):
            if match.real:
                box = MatchBox(x, top - 18 - (n + 0.5) * tall, wide - 18, half, min(half * 0.72, 11))
                boxes[match.slot.number] = box
                _draw_match(paper, box, match, loaded)
    _draw_connections(paper, bracket, boxes)
    third = tree[-1]
    if ends and third.slot.number == THIRD_PLACE and third.real:
        _draw_match(paper, third_place_box(paper, box), third, loaded)
    if ends:
        draw_winner_line(
            paper, loaded, sheet.MARGIN + len(bracket.columns) * wide, (top - 18 + _BOTTOM_MARGIN) / 2, wide
        )


def _draw_match(paper: sheet.PdfPaper, box: MatchBox, match: BracketMatch, loaded: LoadedEvent) -> None:
    draw_match_box(paper, box)
    names, seeds = {player.pk: printed_name(player) for player in loaded.players}, seeds_by_player(loaded)
    _round, pairing = loaded.tables_by_match.get(match.slot.number, (None, None))
    for index, player in enumerate((match.a, match.b)):
        if player:
            crystals = ""
            if pairing is not None and pairing.outcome is not None:
                crystals = str(pairing.crystals[0 if pairing.a.pk == player else 1])
            seed = str(seeds.get(player, 0)) if seeds else ""
            draw_player_line(paper, box, index, names.get(player, ""), crystals, won=match.winner == player, seed=seed)


def _draw_connections(paper: sheet.PdfPaper, bracket: BracketSheet, boxes: dict[int, MatchBox]) -> None:
    """Draw lines from each match to the winner’s next match on this sheet, skipping byes."""
    matches = [match for column in bracket.columns for match in column]
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
        sheet.draw_line(canvas, right, box.middle, right + 9, thick=0.7)
        canvas.line(right + 9, box.middle, right + 9, target.middle)
        sheet.draw_line(canvas, right + 9, target.middle, target.x, thick=0.7)
