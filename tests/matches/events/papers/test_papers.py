"""What an organiser prints: every name whole, in an order that helps, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
import time_machine
from django.test import Client
from django.utils import translation

from accounts.models import User
from common.errors import Missing
from common.paper.tables import PdfTable
from common.paper.tables import tables_as_pdf as as_paper
from matches.core.tournament import EventRules
from matches.core.tournament.elimination import bracket_slots as elimination_tree
from matches.core.tournament.elimination import fill_bracket
from matches.events import round_services, services
from matches.events import wall as wall_pages
from matches.events.bracket_queries import bracket_columns
from matches.events.paper import standings_sheet
from matches.events.paper.sheets import pairings_pdf, poster_pdf, result_slips_pdf
from matches.events.paper.standings_sheet import standings_pdf
from matches.events.paper.tree import bracket_pdf, bracket_sheets
from matches.events.queries import load_event
from matches.events.read_models import LoadedEvent
from matches.models import Event
from tests.html import flat
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event, paired

pytestmark = pytest.mark.django_db
NAMES = ("Łukasz Zieliński", "Дмитрий Щербаков", "Émile van der Berg", "Anna Müller-Lüdenscheidt", "Søren Øvergaard")
Written = Callable[[], list[str]]


@pytest.fixture
def event(roland: User) -> Event:
    rules = EventRules(name="Cup", cut_size=2, first_day=date(2026, 11, 28), venue="Café Crystal")
    made = services.create_event(by=person(roland), rules=rules)
    services.add_players(by=person(roland), key=made.key, names=NAMES)
    return made


@pytest.fixture
def large(event: Event) -> Event:
    names = [*(f"Player {n}" for n in range(35)), "Максимилиан Архангельский"]
    services.add_players(by=event.owner, key=event.key, names=names)
    return event


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Written:
    """Return the texts written on sheets since the last call, in order; `--` ends a page."""
    from reportlab.pdfgen.canvas import Canvas

    texts: list[str] = []
    for name in ("drawString", "drawRightString", "drawCentredString"):
        before = getattr(Canvas, name)

        def draw(self: object, x: float, y: float, text: str, *, _draw: Callable[..., object] = before) -> None:
            texts.append(text)
            _draw(self, x, y, text)

        monkeypatch.setattr(Canvas, name, draw)

    def taken() -> list[str]:
        printed, texts[:] = list(texts), []
        return printed

    return taken


def played(event: Event) -> LoadedEvent:
    paired(event, 1)
    enter_all(event)
    round_services.begin_playoff(by=event.owner, key=event.key)
    return enter_all(event)


def test_pairings_by_name_have_every_name_whole_by_family_name(large: Event, written: Written) -> None:
    view = paired(large, 1)
    pairings_pdf(view, view.rounds[0])
    texts = written()
    assert not [text for text in texts if "…" in text]
    families = [text for text in texts if text in ("Berg", "Müller-Lüdenscheidt", "Øvergaard", "Zieliński", "Щербаков")]
    assert families == ["Berg", "Müller-Lüdenscheidt", "Øvergaard", "Zieliński", "Щербаков"]
    assert ", Émile van der" in texts and "bye" in texts and "Saturday, 28 Nov 2026 · Café Crystal" in texts
    assert [text for text in texts if text.endswith("page 1 of 1")]


@pytest.mark.parametrize("language", ["en", "de", "nl", "ru"])
def test_a_bye_is_written_whole_in_the_largest_letters(event: Event, written: Written, language: str) -> None:
    view = paired(event, 1)
    with translation.override(language):
        pairings_pdf(view, view.rounds[0])
        assert translation.gettext("bye") in written()


def test_slips_lie_in_the_order_of_the_tables_once_the_stack_is_cut(large: Event, written: Written) -> None:
    view = paired(large, 1)
    result_slips_pdf(view, view.rounds[0])
    tables = [int(text) for text in written() if text.isdigit()]
    assert tables == [1, 5, 9, 13, 17, 2, 6, 10, 14, 18, 3, 7, 11, 15, 19, 4, 8, 12, 16, 20]


def test_what_a_poster_asks_for_is_whole_in_german(event: Event, written: Written) -> None:
    view = paired(event, 1)
    with translation.override("de"):
        poster_pdf(view, "https://example.org/matches/e/abc/")
    assert "Scannen: dein Tisch, Ergebnisse und Tabelle" in written()


def test_the_poster_says_what_to_scan_and_what_to_type(event: Event, written: Written) -> None:
    poster_pdf(load_event(event.key), "https://example.org/matches/e/abc/")
    texts = written()
    assert texts[:3] == ["Cup", "Saturday, 28 Nov 2026", "Café Crystal"]
    assert {"Scan to join", "https://example.org/matches/e/abc/", event.code} <= set(texts)
    paired(event, 1)
    with translation.override("de"):
        poster_pdf(load_event(event.key), "https://example.org/matches/e/abc/")
    texts = written()
    assert "Samstag, 28. November 2026" in texts and "Scan to join" not in texts


def test_the_bracket_names_seeds_scores_and_the_winner(event: Event, written: Written) -> None:
    with pytest.raises(Missing):
        bracket_pdf(load_event(event.key))
    view = played(event)
    written()
    bracket_pdf(view)
    texts = written()
    assert view.champion is not None and texts.count(view.champion.name) == 2
    assert {"Final", "Winner", "5", "2"} <= set(texts)


_BRANCHES = {"Winners’ bracket: no losses", "Losers’ bracket: one loss"}


@pytest.mark.parametrize(("format_", "heads"), [("knockout", set()), ("double", _BRANCHES)])
def test_the_tree_of_a_knock_out_is_a_paper(
    roland: User, client: Client, written: Written, format_: str, heads: set[str]
) -> None:
    event = made_event(person(roland), 5, format=format_)
    path = f"/matches/events/{event.key}/files/bracket.pdf"
    assert client.get(path).status_code == 404
    paired(event, 1)
    assert path in client.get(event.get_absolute_url()).content.decode()
    written()
    assert client.get(path).content.startswith(b"%PDF")
    before = written()
    assert heads <= set(before) and "5" not in before
    view = enter_all(event)
    [(winner, loser)] = [
        (table.winner.name, (table.b if table.winner == table.a else table.a).name)
        for table in view.rounds[0].pairings
        if table.winner is not None and table.b is not None
    ]
    client.get(path)
    after = written()
    # On one sheet the winner goes on; with two lives the loser is on the second sheet now.
    assert after.count(winner) == before.count(winner) + 1 and "5" in after
    assert after.count(loser) == before.count(loser) + (format_ == "double")


def test_a_wide_tree_is_cut_into_sheets() -> None:
    tree = fill_bracket(elimination_tree(128, double=True), list(range(1, 129)), {})
    sheets = list(bracket_sheets(tree))
    assert sorted(match.slot.number for each in sheets for column in each.columns for match in column) == [
        match.slot.number for match in tree
    ]
    assert max(len(column) for each in sheets for column in each.columns) == 32
    assert [each.branch.value for each in sheets] == [*["winners"] * 3, "losers", "final"]


def test_the_board_has_date_stage_winner_and_the_cut(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    view = played(event)
    round_services.finish_event(by=event.owner, key=event.key)
    view = load_event(event.key)
    asked: dict[str, object] = {}

    def as_pdf(title: str, lines: list[str], tables: list[PdfTable], *, headline: str) -> bytes:
        asked.update(lines=lines, tables=[table.title for table in tables], headline=headline, first=tables[0].rows[0])
        return as_paper(title, lines, tables, headline=headline)

    monkeypatch.setattr(standings_sheet, "tables_as_pdf", as_pdf)
    assert standings_pdf(view).startswith(b"%PDF")
    assert view.champion is not None
    assert asked["lines"] == ["Saturday, 28 Nov 2026 · Café Crystal", "Final standings"]
    assert asked["tables"] == ["Final ranking", "Playoff", "Standings before the playoff", "What the columns mean"]
    assert asked["headline"] == f"Winner: {view.champion.name}" and asked["first"] == ("1", view.champion.name)


def test_the_papers_are_links_of_the_page(event: Event, client: Client) -> None:
    played(event)
    page = client.get(event.get_absolute_url()).content.decode()
    for path in ("files/poster.pdf", "files/bracket.pdf", "pairings/2.pdf", "slips/2.pdf"):
        assert f"/matches/events/{event.key}/{path}" in page
        assert client.get(f"/matches/events/{event.key}/{path}").content.startswith(b"%PDF")
    assert client.get(f"/matches/events/{event.key}/pairings/9.pdf").status_code == 404


def test_only_what_fits_a_wall_stands_in_its_bracket(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    view = played(event)
    column = bracket_columns(view, {})[0][0]
    columns = tuple(replace(column, places=column.places[:1] * matches) for matches in (16, 8, 4))
    monkeypatch.setattr(wall_pages, "bracket_columns", lambda _view, _peoples: (columns,))
    assert [len(each.places) for each in wall_pages.bracket_screen_pages(view, {})[0]] == [8, 4]


def test_the_wall_says_when_all_results_are_in(event: Event, client: Client) -> None:
    paired(event, 1)
    address = f"/matches/events/{event.key}/wall/"
    assert "2 results missing" in client.get(address).content.decode()
    enter_all(event)
    page = client.get(address).content.decode()
    assert "all results are in." in page and "missing" not in page
    round_services.finish_event(by=event.owner, key=event.key)
    page = client.get(address).content.decode()
    assert "Round 1" not in page and event.code not in page.replace(f"/e/{event.code}", "")


def test_a_name_that_cannot_be_printed_is_a_number_and_said_to_the_organiser(
    event: Event, roland_client: Client, written: Written
) -> None:
    [row] = services.add_players(by=event.owner, key=event.key, names=["Արամ"])
    view = paired(event, 1)
    for draw in (pairings_pdf, result_slips_pdf):
        draw(view, view.rounds[0])
        assert f"#{row.number}" in written()
    page = flat(roland_client.get(event.get_absolute_url()).content)
    assert "Papers show a number instead of these names" in page and f"Արամ</b> (#{row.number})" in page


def test_a_paper_has_the_time_of_the_venue(event: Event, client: Client, written: Written) -> None:
    Event.objects.filter(pk=event.pk).update(time_zone="Asia/Tokyo")
    paired(event, 1)
    with time_machine.travel(datetime(2026, 11, 28, 11, 50, tzinfo=UTC)):
        for path in ("pairings/1.pdf", "files/standings.pdf"):
            client.get(f"/matches/events/{event.key}/{path}")
            assert [text for text in written() if "20:50" in text], path
