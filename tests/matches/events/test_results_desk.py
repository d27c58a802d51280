"""The results desk: missing tables first, one tap a result, what was entered can be undone, and who may see it."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import Person, User
from matches.events import results_desk, round_services
from matches.events.queries import load_event
from matches.models import AuditLogEntry, Event, Pairing
from tests.html import flat
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event, paired

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(roland: User) -> Person:
    return person(roland)


def enter(client: Client, event: Event, pairing: Pairing, score: str, **more: object) -> str:
    data = {
        "pairing": pairing.pk,
        "as": "desk",
        "score": score,
        "shown": pairing.round.number,
        "back": "results",
        **more,
    }
    answer = client.post(f"/matches/events/{event.key}/do/result/", data)
    assert answer.status_code == 302
    return str(answer.url)  # type: ignore[attr-defined]


def test_missing_tables_come_first_and_done_ones_are_folded(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 6)
    tables = [pairing.row for pairing in paired(event, 1).rounds[0].pairings]
    enter(roland_client, event, tables[0], "5:2")
    page = flat(roland_client.get(f"/matches/events/{event.key}/results/").content)
    order = [page.index(f'id="table-{number}"') for number in (2, 3, 1)]
    assert order == sorted(order) and "1 of 3 results in" in page
    assert page.index("Done (tap to edit)") < order[2]


def test_what_was_entered_is_undone_to_what_was_there_before(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 4)
    row = paired(event, 1).rounds[0].pairings[0].row
    enter(roland_client, event, row, "5:2")
    shown = roland_client.get(enter(roland_client, event, row, "2:5", before="5:2")).content.decode()
    assert "Undo" in shown and 'value="5:2"' in shown
    undo = f"/matches/events/{event.key}/do/take_back/"
    roland_client.post(undo, {"pairing": row.pk, "before": "5:2", "back": "results", "shown": 1})
    assert load_event(event.key).rounds[0].pairings[0].crystals == (5, 2)
    roland_client.post(undo, {"pairing": row.pk, "before": "", "back": "results", "shown": 1})
    assert load_event(event.key).rounds[0].pairings[0].state == "open"
    assert AuditLogEntry.objects.filter(event=event, kind="reopened").exists()
    answer = roland_client.post(undo, {"pairing": row.pk, "before": "", "back": "results", "shown": 1})
    assert answer.status_code == 409 and "This table has no result to clear." in answer.content.decode()


@pytest.mark.parametrize("before", ["3:2", "0:0 nobody"])
def test_a_result_by_time_or_lost_by_both_comes_back_as_it_was(
    before: str, owner: Person, roland_client: Client
) -> None:
    event = made_event(owner, 2)
    row = paired(event, 1).rounds[0].pairings[0].row
    enter(roland_client, event, row, "5:0")
    data = {"pairing": row.pk, "before": before, "back": "results", "shown": 1}
    assert roland_client.post(f"/matches/events/{event.key}/do/take_back/", data).status_code == 302
    row.refresh_from_db()
    assert f"{row.crystals_a}:{row.crystals_b}" == before[:3]
    assert (row.outcome == "nobody") == before.endswith("nobody")


def test_the_games_come_back_with_the_score(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 2, tie_breaks=("games",))
    row = paired(event, 1).rounds[0].pairings[0].row
    enter(roland_client, event, row, "5:2", games_a=3, games_b=1)
    shown = load_event(event.key).rounds[0].pairings[0].result_code
    assert shown == "5:2 games 3:1"
    page = roland_client.get(enter(roland_client, event, row, "2:5", before=shown)).content.decode()
    assert f'value="{shown}"' in page
    data = {"pairing": row.pk, "before": shown, "back": "results", "shown": 1}
    assert roland_client.post(f"/matches/events/{event.key}/do/take_back/", data).status_code == 302
    assert load_event(event.key).rounds[0].pairings[0].games == (3, 1)


def test_a_round_that_is_over_keeps_a_result_at_each_table(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 4)
    row = paired(event, 1).rounds[0].pairings[0].row
    enter_all(event)
    paired(event, 2)
    data = {"pairing": row.pk, "back": "results", "shown": 1}
    answer = roland_client.post(f"/matches/events/{event.key}/do/take_back/", data)
    assert answer.status_code == 409 and "Round 1 is over" in answer.content.decode()


def test_a_refused_score_is_told_where_it_was_entered(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 2)
    row = paired(event, 1).rounds[0].pairings[0].row
    data = {"pairing": row.pk, "a": 5, "b": 5, "as": "desk", "back": "results", "shown": 1}
    answer = roland_client.post(f"/matches/events/{event.key}/do/result/", data)
    page = flat(answer.content)
    assert answer.status_code == 400 and "You entered 5 : 5." in page and 'value="5"' in page and "MATCH-03" in page


def test_the_main_button_is_what_comes_next(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 4, rounds_planned=1, cut_size=2)
    address = f"/matches/events/{event.key}/results/"
    assert "Pair round 1" in flat(roland_client.get(address).content)
    paired(event, 1)
    assert "2 results missing" in flat(roland_client.get(address).content)
    enter_all(event)
    page = flat(roland_client.get(address).content)
    assert "Cut to top 2" in page and "Pair round 2" not in page
    round_services.begin_playoff(by=owner, key=event.key)
    enter_all(event)
    assert "Finish event" in flat(roland_client.get(address).content)
    round_services.finish_event(by=owner, key=event.key)
    assert "Finish event" not in flat(roland_client.get(address).content)


def test_only_the_desk_sees_it_and_a_full_hall_costs_no_more_queries(
    owner: Person,
    roland_client: Client,
    stranger_client: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for players in (8, 64):
        event = made_event(owner, players)
        paired(event, 1)
        for page in ("results/", "players/"):
            assert stranger_client.get(f"/matches/events/{event.key}/{page}").status_code == 403
            with django_assert_max_num_queries(14):
                assert roland_client.get(f"/matches/events/{event.key}/{page}").status_code == 200


def test_who_has_the_newest_is_told_so(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 2)
    paired(event, 1)
    version = Event.objects.get().version
    for page in ("results/", "players/", "mine/"):
        assert roland_client.get(f"/matches/events/{event.key}/{page}?since={version}").status_code == 204
    assert roland_client.get(f"/matches/events/{event.key}/mine/").status_code == 404


def test_time_is_up_lists_the_tables_and_writes_nothing_by_itself(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 6)
    tables = paired(event, 1).rounds[0].pairings
    enter(roland_client, event, tables[0].row, "5:2")
    page = flat(roland_client.get(f"/matches/events/{event.key}/").content)
    asked = page[page.index("Time is up") : page.index("Close round with current scores")]
    assert [f"{table.a.name} – {table.b.name}" in asked for table in tables if table.b] == [False, True, True]
    assert "0 : 0 is a draw" in asked
    close = f"/matches/events/{event.key}/do/close/"
    assert roland_client.post(close, {"number": 1}).status_code == 409
    assert [pairing.state for pairing in load_event(event.key).rounds[0].pairings] == ["done", "open", "open"]


def test_dropping_leads_back_to_the_list(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 4)
    paired(event, 1)
    answer = roland_client.post(f"/matches/events/{event.key}/do/drop/", {"number": 2, "back": "players"})
    assert answer.url == f"/matches/events/{event.key}/players/?dropped=2"  # type: ignore[attr-defined]
    page = flat(roland_client.get(f"/matches/events/{event.key}/players/").content)
    assert "Reinstate" in page


def test_a_large_round_folds_its_tables_and_numbers_only_the_missing(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 62)
    first = paired(event, 1).rounds[0].pairings[0].row
    enter(roland_client, event, first, "5:2")
    page = flat(roland_client.get(f"/matches/events/{event.key}/results/").content)
    assert page.count('<details class="desk-line"') == 31
    assert 'href="#table-2"' in page and 'href="#table-1"' not in page
    # One form is rendered for all that are folded; without a script a link leads to the page with its own.
    address = f"/matches/events/{event.key}/results/"
    assert page.count('class="scores"') == 1 and "{a} wins" in page
    opened = flat(roland_client.get(f"{address}?round=1&table=2").content)
    second = load_event(event.key).rounds[0].pairings[1]
    assert 'href="?round=1&amp;table=2#table-2"' in page and f"{second.a.name} wins" in opened
    part = flat(roland_client.get(address, headers={"HX-Request": "true"}).content)
    assert part.startswith('<div id="results"') and len(part) < 45_000 and len(page) < 130_000
    enter_all(event)
    page = flat(roland_client.get(f"/matches/events/{event.key}/results/").content)
    assert 'href="#table-1"' in page and 'href="#table-31"' in page
    players = flat(roland_client.get(f"/matches/events/{event.key}/players/").content)
    assert '<nav class="table-numbers initials" aria-label="Initials">' in players and ">P</a>" in players


def test_a_huge_round_comes_in_pages_with_what_is_open_first_and_is_searched_whole(
    owner: Person, roland_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results_desk, "TABLES_PER_PAGE", 3)
    event = made_event(owner, 8)
    tables = paired(event, 1).rounds[0].pairings
    enter(roland_client, event, tables[0].row, "5:2")
    address = f"/matches/events/{event.key}/results/"

    def shown(query: str) -> list[str]:
        return re.findall(r'id="table-(\d+)"', roland_client.get(f"{address}{query}").text)

    assert (shown(""), shown("?page=2")) == (["2", "3", "4"], ["1"])
    assert shown("?find=1") == ["1"] == shown(f"?find={tables[0].a.name.upper()}") and shown("?find=nobody") == []
    assert "1 of 4 results in" in flat(roland_client.get(f"{address}?page=2").content)


def test_one_tap_says_who_did_not_play(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 3, format="round_robin")
    table = next(each for each in paired(event, 1).rounds[0].pairings if each.b)
    page = flat(roland_client.get(f"/matches/events/{event.key}/results/?round=1").content)
    assert f'value="0:5">{table.a.name} forfeits</button>' in page
    # However the score is typed, a forfeit gets the score of the league's rule.
    for score, crystals in (("0:5", (0, 5)), ("5:3", (5, 0))):
        enter(roland_client, event, table.row, score, forfeit="1")
        entered = load_event(event.key).rounds[0].pairings
        assert [(each.crystals, each.forfeit) for each in entered if each.row.pk == table.row.pk] == [(crystals, True)]
    swiss = made_event(owner, 2)
    paired(swiss, 1)
    desk = flat(roland_client.get(f"/matches/events/{swiss.key}/results/").content)
    assert "forfeits</button>" in desk and 'type="checkbox" name="forfeit"' not in desk
