"""Tournament report files: an event goes out and comes in, files of chess programs come in, bad lines are refused."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from common.errors import Conflict, Invalid
from matches.core.standings.criteria import OPPONENTS_ORDER
from matches.events import result_services, round_services
from matches.events.entry import leaving
from matches.events.players import services as players
from matches.events.queries import load_event
from matches.events.read_models import LoadedEvent, LoadedPairing
from matches.models import Event
from tenmoons.moving.reading import decode_exported_file
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event, paired
from tests.site.moving.sites import emptied, exported, imported

pytestmark = pytest.mark.django_db

# As a chess program writes it: four players, two rounds, a forfeit, a half-point bye, and Windows letters.
CHESS = """\
012 Stadtmeisterschaft
022 Köln
042 2026/11/28
062 4
092 Individual: Swiss-System
XXR 2
001    1 m    Müller, Jörg                      2100 GER     4600001 1980/01/01  2.0    1     2 w 1     3 b +
001    2 m    Weiß, Klara                       2000 GER                         1.0    3     1 b 0     4 w 1
001    3 f    Ott, Ben                          1900 GER                         0.5    4  0000 - H     1 w -
001    4 m    Fuchs, Finn                       1800 GER                         1.0    2  0000 - U     2 b 0
"""
LONG = "Anna-Katharina Maximiliane Freifrau von und zu Hohenstaufen"


def _result(table: LoadedPairing) -> tuple[Any, ...]:
    return table.outcome, table.crystals, table.forfeit


def facts(view: LoadedEvent) -> list[Any]:
    """Return what both sites must agree on."""
    tables = [
        [
            (table.row.table, table.starter.number, table.a.number, table.b and table.b.number, *_result(table))
            for table in sorted(each.pairings, key=lambda table: table.row.table)
        ]
        for each in view.rounds
    ]
    players = [(player.number, player.name, player.entered, player.requested_byes) for player in view.players]
    places = [(place.line.place, place.player.name, place.line.points, place.line.values) for place in view.standings]
    event = view.event
    rules = (event.name, event.format, event.tie_breaks, event.points_win, event.rounds_planned, event.status)
    return [rules, players, tables, places]


def moved(event: Event, to: User) -> LoadedEvent:
    """Export, empty, import; the same comes out again."""
    text = exported("trf", event.key, event.owner)
    before = facts(load_event(event.key))
    emptied()
    imported(text, person(to))
    with pytest.raises(Conflict, match="here already"):
        imported(text, person(to))
    view = load_event(Event.objects.get().key)
    assert facts(view) == before and exported("trf", view.event.key, person(to)).splitlines()[8:] != []
    assert _without_settings(exported("trf", view.event.key, person(to))) == _without_settings(text)
    return view


def _without_settings(text: str) -> list[str]:
    return [line for line in text.splitlines() if not line.startswith("### tenmoons settings")]


@pytest.mark.parametrize("rules", [{}, {"tie_breaks": OPPONENTS_ORDER}, {"points_win": 2, "points_bye": 2}])
@pytest.mark.parametrize("count", [4, 7])
def test_an_event_is_read_back_exactly(roland: User, elinor: User, rules: dict[str, Any], count: int) -> None:
    event, lots = made_event(person(roland), count, rounds_planned=3, **rules), random.Random(count)
    for number, name in ((1, LONG), (2, "王小明"), (3, "Ольга Петрова")):
        players.rename_player(by=event.owner, key=event.key, number=number, name=name)
    leaving.ask_for_byes(by=event.owner, key=event.key, number=2, rounds=[2])
    for number in (1, 2, 3):
        view = paired(event, number)
        if number == 2:
            table = next(each for each in view.rounds[1].pairings if each.b)
            how = {"pairing": table.row.pk, "crystals": (5, 0), "forfeit": True}
            result_services.enter_result(by=event.owner, key=event.key, **how)  # type: ignore[arg-type]
        enter_all(event, lots)
    view = moved(event, elinor)
    assert view.players[0].name == LONG


def test_draws_double_losses_and_open_tables_are_read_back(roland: User, elinor: User) -> None:
    event = made_event(person(roland), 6, rounds_planned=3)
    drawn, lost, _open = paired(event, 1).rounds[0].pairings
    by: dict[str, Any] = {"by": event.owner, "key": event.key}
    result_services.enter_result(**by, pairing=drawn.row.pk, crystals=(2, 2), time_up=True)
    result_services.enter_result(**by, pairing=lost.row.pk, crystals=(0, 0), outcome="nobody")
    assert moved(event, elinor).rounds[0].unreported


def test_a_league_is_read_back(roland: User, elinor: User) -> None:
    event = made_event(person(roland), 5, format="round_robin")
    paired(event, 1)
    enter_all(event)
    moved(event, elinor)


def test_a_file_of_a_chess_program_comes_in(elinor_client: Client) -> None:
    file = SimpleUploadedFile("report.trf", CHESS.encode("cp1252"))
    page = elinor_client.post("/moving/", {"file": file, "do": "check"})
    assert page.status_code == 200 and "Stadtmeisterschaft" in page.text
    assert decode_exported_file(CHESS.encode("cp1252")) == decode_exported_file(CHESS.encode()) == CHESS


def test_a_win_counts_two_where_chess_counts_one(elinor: User) -> None:
    imported(CHESS, person(elinor))
    view = load_event(Event.objects.get().key)
    assert {place.player.name: place.line.points for place in view.standings} == {
        "Müller, Jörg": 4, "Weiß, Klara": 2, "Ott, Ben": 1, "Fuchs, Finn": 2
    }  # fmt: skip
    assert view.event.status == "finished" and view.event.venue == "Köln"
    [forfeited] = [table for table in view.rounds[1].pairings if table.forfeit]
    assert forfeited.winner is not None and forfeited.winner.number == 1


def test_tables_that_play_have_the_first_numbers(elinor: User) -> None:
    players = [(1, "Ott, Ben", "0000 - H"), (2, "Fuchs, Finn", "   3 w 1"), (3, "Weiß, Klara", "   2 b 0")]
    lines = [f"001 {number:>4}      {name:<33}{'':33} 0.0     {'':2}{game}" for number, name, game in players]
    imported("\n".join(["012 Three", "XXR 1", *lines]), person(elinor))
    [only] = load_event(Event.objects.get().key).rounds
    assert {table.a.number: table.row.table for table in only.pairings} == {2: 1, 1: 2}


def test_rounds_no_number_can_hold_are_those_played(elinor: User) -> None:
    imported(CHESS.replace("XXR 2", f"XXR {'9' * 5000}"), person(elinor))
    assert Event.objects.get().rounds_planned == 2


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        ("2 w 1     3 b +", "2 w 1     3 b x", {7, 9}),
        ("1 b 0     4 w 1", "1 b 1     4 w 1", {7, 8}),
        ("2 b 0\n", "9 b 0\n", {8, 10}),
        ("001    2", "001    1", {7, 8, 10}),
        ("Weiß, Klara ", "müller, jörg", {8}),
        ("  1.0    3 ", " one    3 ", {7, 8, 10}),
        ("042 2026/11/28", "042 2026/13/28", {3}),
        ("XXR 2", "### tenmoons round [[1, 2]]", {6}),
    ],
)
def test_bad_lines_are_named(old: str, new: str, lines: set[int], elinor: User) -> None:
    assert old in CHESS
    with pytest.raises(Invalid) as refused:
        imported(CHESS.replace(old, new), person(elinor))
    assert {detail.line for detail in refused.value.details} == lines
    assert not Event.objects.exists()


def test_a_page_shows_the_line(elinor_client: Client) -> None:
    file = SimpleUploadedFile("report.trf", CHESS.replace("3 b +", "3 b x").encode())
    page = elinor_client.post("/moving/", {"file": file, "do": "check"})
    assert page.status_code == 400 and "<code>line 7</code>" in page.text


def test_a_bracket_is_no_report_and_a_playoff_stays_behind(roland: User, client: Client) -> None:
    with pytest.raises(Conflict, match="Swiss rounds"):
        exported("trf", made_event(person(roland), 4, format="knockout").key, person(roland))
    event = made_event(person(roland), 4, cut_size=2, rounds_planned=1)
    paired(event, 1)
    enter_all(event)
    round_services.begin_playoff(by=event.owner, key=event.key)
    text = exported("trf", event.key, person(roland))
    assert text.count("### tenmoons round") == 1
    client.force_login(roland)
    assert "Export as TRF" in client.get(event.get_absolute_url()).text
    answer = client.get(f"/moving/trf/{event.key}/")
    assert answer["Content-Disposition"] == f'attachment; filename="ten-moons-event-{event.key}.trf"'
