"""Papers with the longest names: nothing is cut, nothing lies over anything else, no hyphen that nobody typed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta
from itertools import combinations, cycle, islice
from typing import Any

import pytest
from django.utils import translation

from common.paper.tables import PdfTable, tables_as_pdf
from matches.core.standings import Outcome
from matches.core.tournament.stages import round_robin
from matches.events.paper.sheets import pairings_pdf, poster_pdf, result_slips_pdf
from matches.events.paper.standings_sheet import standings_pdf
from matches.events.paper.tree import bracket_pdf
from matches.events.read_models import LoadedEvent, LoadedPairing, LoadedRound
from matches.models import Event, Pairing, Registration, Round

LONGEST = (
    "Anneliese Müller-Lüdenscheidt-Hohenstein",
    "Willem-Alexander van der Westhuizen-Smit",
    "Преображенский Александр Константинович",
    "Bartholomew Featherstonehaugh-Willoughby",
    "Roland",
    "W" * 60,
    "Dr. Anna-Katharina von der Heide-Müller-Lüdenscheidt-Hohenst",
)
VENUE = "Gemeindezentrum St. Nikolai, Großer Saal, Kirchenallee 24, 20099 Hamburg"
FIRST_DAY = date(2026, 11, 28)
Box = tuple[float, float, float, float, str]
Boxes = Callable[[], list[list[Box]]]


def event_of(players: int, *, cut: int = 0, league: bool = False) -> LoadedEvent:
    """Return an event in which everybody has one of the longest names, and the first round, or all of a league, is
    played."""
    format_ = Event.Format.ROUND_ROBIN if league else Event.Format.SWISS
    event = Event(name="Herbstmeisterschaft der Mondfreunde", venue=VENUE, first_day=FIRST_DAY, cut_size=cut)
    event.format, event.status, event.tie_breaks = format_, Event.Status.RUNNING, ["crystals"]
    names = islice(cycle(LONGEST), players)
    everybody = [Registration(pk=n, number=n, name=name, event=event) for n, name in enumerate(names, start=1)]
    by_pk: dict[int | None, Registration | None] = {None: None, **{each.pk: each for each in everybody}}
    numbers = [each.pk for each in everybody]
    plan: Any = round_robin(numbers, seed=1) if league else [zip(numbers[::2], numbers[1::2], strict=False)]
    rounds = [_round(event, nth, [(by_pk[a], by_pk[b]) for a, b in pairs]) for nth, pairs in enumerate(plan, start=1)]
    if not league and players % 2:
        bye = LoadedPairing(Pairing(table=0, round=rounds[0].row), everybody[-1], None, Outcome.BYE, (0, 0))
        rounds[0] = LoadedRound(rounds[0].row, (*rounds[0].pairings, bye))
    if cut:
        pairs = list(zip(everybody[:cut:2], everybody[1:cut:2], strict=True))
        rounds.append(_round(event, 2, pairs, stage=Round.Stage.CUT))
    return LoadedEvent(event, tuple(everybody), tuple(rounds), {})


def _round(event: Event, number: int, pairs: Iterable[tuple[Any, Any]], stage: str = Round.Stage.MAIN) -> LoadedRound:
    row = Round(number=number, event=event, stage=stage, day=FIRST_DAY + timedelta(days=7 * number))
    tables = [
        LoadedPairing(Pairing(pk=100 * number + nth, table=nth, round=row), a, b, Outcome.A, (15, 12))
        for nth, (a, b) in enumerate((pair for pair in pairs if pair[1] is not None), start=1)
    ]
    return LoadedRound(row, tuple(tables))


@pytest.fixture
def boxes(monkeypatch: pytest.MonkeyPatch) -> Boxes:
    """Return the boxes of all texts drawn since the last call, page by page."""
    from reportlab.pdfbase.pdfmetrics import stringWidth
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.pdfgen.textobject import PDFTextObject

    pages: list[list[Box]] = [[]]

    def note(x: float, y: float, text: str, font: str, size: float, part: float) -> None:
        wide = float(stringWidth(text, font, size))
        pages[-1].append((x - wide * part, y, x - wide * part + wide, y + size * 0.7, text))

    for name, part in (("drawString", 0.0), ("drawRightString", 1.0), ("drawCentredString", 0.5)):
        before = getattr(Canvas, name)

        def draw(
            self: Canvas, x: float, y: float, text: str, *, _before: Callable[..., None] = before, _part: float = part
        ) -> None:
            note(x, y, text, self._fontname, self._fontsize, _part)  # type: ignore[attr-defined]
            _before(self, x, y, text)

        monkeypatch.setattr(Canvas, name, draw)
    out, turn = PDFTextObject.textOut, Canvas.showPage

    def text_out(self: PDFTextObject, text: str) -> None:
        note(self.getX(), self.getY(), text, self._fontname, self._fontsize, 0)  # type: ignore[attr-defined]
        out(self, text)

    def show_page(self: Canvas) -> None:
        turn(self)
        pages.append([])

    monkeypatch.setattr(PDFTextObject, "textOut", text_out)
    monkeypatch.setattr(Canvas, "showPage", show_page)

    def taken() -> list[list[Box]]:
        drawn, pages[:] = [page for page in pages if page], [[]]
        return drawn

    return taken


def overlapping(page: list[Box]) -> Iterator[tuple[str, str]]:
    """Yield the texts of a page that overlap; only those that start at about the same height can."""
    by_line: dict[int, list[Box]] = defaultdict(list)
    for box in page:
        for number in range(int(box[1] // 12), int(box[3] // 12) + 1):
            by_line[number].append(box)
    for boxes_there in by_line.values():
        for a, b in combinations(boxes_there, 2):
            if a[0] < b[2] - 0.5 and b[0] < a[2] - 0.5 and a[1] < b[3] - 0.5 and b[1] < a[3] - 0.5:
                yield a[4], b[4]


def judged(pages: list[list[Box]], width: float = 595.3) -> None:
    texts = [box[4] for page in pages for box in page]
    assert texts
    assert not [text for text in texts if "…" in text]
    assert not [text for text in texts if "\u00ad" in text]
    assert not [box for page in pages for box in page if box[0] < 18 or box[2] > width - 18 or box[1] < 18]
    assert not [pair for page in pages for pair in overlapping(page)]


@pytest.mark.parametrize(("players", "language"), [(4, "en"), (24, "nl"), (41, "de"), (41, "ru"), (200, "ru")])
def test_nothing_is_cut_and_nothing_lies_over_anything_else(players: int, language: str, boxes: Boxes) -> None:
    view = event_of(players)
    with translation.override(language):
        for paper in (pairings_pdf, result_slips_pdf):
            paper(view, view.rounds[0])
            judged(boxes())
        standings_pdf(view)
        judged(boxes())
        poster_pdf(view, "https://moons.example.org/matches/e/abcde/")
        judged(boxes())


@pytest.mark.parametrize(("cut", "language"), [(2, "en"), (4, "nl"), (8, "de"), (8, "ru"), (16, "ru")])
def test_a_bracket_has_every_name_whole(cut: int, language: str, boxes: Boxes) -> None:
    with translation.override(language):
        bracket_pdf(event_of(24, cut=cut))
    judged(boxes(), width=842)


@pytest.mark.parametrize("language", ["en", "de", "nl", "ru"])
def test_the_board_of_a_league_has_its_cross_table_and_its_matches(language: str, boxes: Boxes) -> None:
    view = event_of(13, league=True)
    with translation.override(language):
        standings_pdf(view)
    pages = boxes()
    judged(pages)
    texts = [box[4] for page in pages for box in page]
    # Everybody but the player themselves, by the crystals of both.
    assert texts.count("15:12") == texts.count("12:15") == 13 * 12 // 2 and texts.count("·") == 13


def test_a_word_of_a_head_is_whole_in_a_narrow_column(boxes: Boxes) -> None:
    tables_as_pdf("Cup", [], [PdfTable(("#", "Wertungszahl"), [("1", "24.1")], (28, 50))])
    texts = [box[4] for page in boxes() for box in page]
    assert "Wertungszahl" in texts and "24.1" in texts
