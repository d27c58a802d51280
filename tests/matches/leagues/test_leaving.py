"""Leagues that somebody leaves: struck, awarded or kept; forfeits, results taken back, rounds opened again."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from accounts.models import Person, User
from common.errors import Conflict, Invalid, NotAllowed
from common.paper.fonts import PLAIN, text_runs
from matches.events import result_services, round_services, services
from matches.events.audit_log import audit_log_lines
from matches.events.entry import leaving
from matches.events.paper import standings_sheet
from matches.events.queries import load_event
from matches.groups.encounters import encounters_of
from matches.models import Event, Pairing, Registration
from tests.html import flat
from tests.matches.builders import made_group, person
from tests.matches.events.builders import made_event
from tests.matches.events.test_api import Script

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(roland: User) -> Person:
    return person(roland)


def league(owner: Person, players: int = 4, **settings: object) -> Event:
    event = made_event(owner, players, format="round_robin", **settings)
    round_services.pair_next_round(by=owner, key=event.key, number=1)
    return event


def win(owner: Person, event: Event, winner: int, loser: int, *, forfeit: bool = False) -> int:
    """Enter a 5 : 2 of the two, or that the loser did not come; the number of the table."""
    for round_ in load_event(event.key).rounds:
        for table in round_.pairings:
            if table.b and {table.a.number, table.b.number} == {winner, loser}:
                crystals = (5, 0 if forfeit else 2) if table.a.number == winner else (0 if forfeit else 2, 5)
                result_services.enter_result(
                    by=owner, key=event.key, pairing=table.row.pk, crystals=crystals, forfeit=forfeit
                )
                return table.row.pk
    raise AssertionError("the two do not meet")


def standings(event: Event) -> list[tuple[int, int]]:
    return [(place.player.number, place.line.points) for place in load_event(event.key).standings]


def test_who_leaves_after_one_win_does_not_win_the_league(owner: Person) -> None:
    event = league(owner)
    win(owner, event, 4, 3)
    leaving.drop_player(by=owner, key=event.key, number=4)
    for winner, loser in ((1, 2), (3, 1), (2, 3)):
        win(owner, event, winner, loser)
    assert sorted(number for number, _points in standings(event)) == [1, 2, 3]
    assert all(points == 3 for _number, points in standings(event))
    round_services.finish_event(by=owner, key=event.key)
    assert load_event(event.key).event.status == Event.Status.FINISHED


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        # Of player 4, who has beaten 3 and lost to 1, two matches are played and one is open, against 2.
        ("strike", {1: 0, 2: 0, 3: 0}),
        ("award", {1: 3, 2: 3, 3: 0, 4: 3}),
        ("keep", {1: 3, 2: 0, 3: 0, 4: 3}),
        ("", {1: 3, 2: 3, 3: 0, 4: 3}),
    ],
)
def test_a_withdrawal_strikes_awards_or_keeps_and_can_be_undone(
    owner: Person, how: str, expected: dict[int, int]
) -> None:
    event = league(owner)
    win(owner, event, 4, 3)
    win(owner, event, 1, 4)
    before = standings(event)
    view = load_event(event.key)
    foreseen = leaving.event_after_withdrawal(view, view.players[3], how or "award").standings
    leaving.drop_player(by=owner, key=event.key, number=4, withdrawal=how)
    assert dict(standings(event)) == expected
    assert [(place.player.number, place.line.points) for place in foreseen] == standings(event)
    assert not any(
        table.is_awaited
        for each in load_event(event.key).rounds
        for table in each.pairings
        if table.b and 4 in (table.a.number, table.b.number)
    )
    leaving.reinstate_player(by=owner, key=event.key, number=4)
    assert standings(event) == before
    assert "left the league" in audit_log_lines(event)[1].template


def test_when_the_last_opponent_leaves_too_nobody_gets_their_match(owner: Person) -> None:
    event = league(owner, 2)
    for number in (1, 2):
        leaving.drop_player(by=owner, key=event.key, number=number, withdrawal="award")
    assert dict(standings(event)) == {1: 0, 2: 0}
    round_services.finish_event(by=owner, key=event.key)


def test_only_the_desk_says_what_becomes_of_the_matches(owner: Person, elinor: User) -> None:
    event = league(owner)
    Registration.objects.filter(event=event, number=4).update(person=person(elinor))
    with pytest.raises(NotAllowed):
        leaving.drop_player(by=person(elinor), key=event.key, number=4, withdrawal="keep")
    with pytest.raises(Invalid):
        leaving.drop_player(by=owner, key=event.key, number=4, withdrawal="luck")
    leaving.drop_player(by=person(elinor), key=event.key, number=4)
    assert Registration.objects.get(event=event, number=4).withdrawal == "strike"


def test_a_forfeit_is_marked_and_rated_nowhere(owner: Person, roland: User, client: Client) -> None:
    group = made_group(roland)
    event = league(owner)
    Event.objects.filter(pk=event.pk).update(group=group)
    win(owner, event, 1, 2)
    pk = win(owner, event, 3, 4, forfeit=True)
    assert dict(standings(event))[3] == 3 and len(encounters_of(group)) == 1
    assert "forfeited" in audit_log_lines(event)[0].template
    number = next(
        each.row.number for each in load_event(event.key).rounds for table in each.pairings if table.row.pk == pk
    )
    assert "not played" in flat(client.get(f"/matches/events/{event.key}/?round={number}").text)
    table = next(table for each in load_event(event.key).rounds for table in each.pairings if table.row.pk == pk)
    for forfeit in (False, True):
        result_services.enter_result(by=owner, key=event.key, pairing=pk, crystals=table.crystals, forfeit=forfeit)
    corrected = [row for row in audit_log_lines(event) if row.kind == "corrected"]
    assert ["forfeited" in row.template for row in corrected] == [True, False]


def test_a_result_is_taken_back_in_any_round_of_a_league(owner: Person) -> None:
    event = league(owner)
    pk = win(owner, event, 1, 2)
    win(owner, event, 3, 4)
    result_services.undo_result(by=owner, key=event.key, pairing=pk)
    assert dict(standings(event))[1] == 0


def test_the_desk_takes_a_result_of_an_earlier_round_back(owner: Person, roland_client: Client) -> None:
    event = league(owner)
    table = load_event(event.key).rounds[0].pairings[0]
    result_services.enter_result(by=owner, key=event.key, pairing=table.row.pk, crystals=(5, 2))
    address = f"/matches/events/{event.key}"
    page = flat(roland_client.get(f"{address}/results/?round=1&table={table.row.table}").text)
    # The one of the opened table, and that of the form for all that are folded.
    assert page.count("Clear result") == 2
    sent = {"pairing": table.row.pk, "before": "", "back": "results", "shown": "1"}
    assert roland_client.post(f"{address}/do/take_back/", sent).status_code == 302
    assert load_event(event.key).rounds[0].pairings[0].outcome is None


@pytest.mark.parametrize(("how", "said"), [("strike", "doesn’t count"), ("keep", "not played")])
def test_a_match_against_who_has_left_waits_for_nothing(
    owner: Person, elinor: User, client: Client, roland_client: Client, how: str, said: str
) -> None:
    event = league(owner)
    table = load_event(event.key).rounds[0].pairings[0]
    assert table.b is not None
    Registration.objects.filter(pk=table.a.pk).update(person=person(elinor))
    leaving.drop_player(by=owner, key=event.key, number=table.b.number, withdrawal=how)
    client.force_login(elinor)
    mine = flat(client.get(f"/matches/events/{event.key}/mine/").text)
    assert said in mine and "Another score" not in mine
    desk = roland_client.get(f"/matches/events/{event.key}/results/?round=1")
    listed = {each.view.row.pk for each in desk.context["desk_tables"]}
    assert listed and table.row.pk not in listed


def test_a_round_to_come_is_not_closed_and_a_closed_one_opens_again(owner: Person, roland: User) -> None:
    today = timezone.localdate()
    event = league(owner, first_day=today - timedelta(days=1))
    with pytest.raises(Conflict, match="Its open matches can’t be closed before then"):
        round_services.close_round(by=owner, key=event.key, number=3, unfinished=True)
    round_services.close_round(by=owner, key=event.key, number=1, unfinished=True)
    script = Script(roland)
    script.done("POST", f"events/{event.key}/rounds/1/", {"closed": False})
    assert load_event(event.key).rounds[0].row.status == "playing"
    for table in load_event(event.key).rounds[0].pairings:
        result_services.undo_result(by=owner, key=event.key, pairing=table.row.pk)
    assert all(points == 0 for _number, points in standings(event))


def test_a_round_is_not_closed_before_the_day_of_a_match_that_was_moved(owner: Person) -> None:
    today = timezone.localdate()
    event = league(owner, first_day=today - timedelta(days=1))
    for table, days in zip(load_event(event.key).rounds[0].pairings, (2, 5), strict=True):
        Pairing.objects.filter(pk=table.row.pk).update(day=today + timedelta(days=days))
    with pytest.raises(Conflict, match="Its open matches can’t be closed before then") as refused:
        round_services.close_round(by=owner, key=event.key, number=1, unfinished=True)
    assert refused.value.params["day"] == today + timedelta(days=5)
    Pairing.objects.update(day=today)
    round_services.close_round(by=owner, key=event.key, number=1, unfinished=True)


def test_who_is_sent_out_of_a_league_leaves_it_as_anybody_does(owner: Person) -> None:
    event = league(owner)
    win(owner, event, 2, 1)
    win(owner, event, 2, 3)
    for number, how in ((2, "award"), (4, "strike")):
        services.add_judge_note(by=owner, key=event.key, number=number, kind="disqualified", text="marked cards")
        assert Registration.objects.get(event=event, number=number).withdrawal == how
        assert audit_log_lines(event)[0].kind == f"left_{how}"


def test_the_calendar_is_taken_back_only_while_nobody_has_played(owner: Person, roland_client: Client) -> None:
    event = league(owner)
    assert "Undo schedule" in flat(roland_client.get(event.get_absolute_url()).text)
    for table in load_event(event.key).rounds[0].pairings:
        result_services.enter_result(by=owner, key=event.key, pairing=table.row.pk, crystals=(5, 2))
    assert "Undo schedule" not in flat(roland_client.get(event.get_absolute_url()).text)


def test_the_board_of_a_league_lists_all_matches_with_their_days(
    owner: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = league(owner, first_day=date(2026, 3, 5), days_between=7)
    win(owner, event, 1, 2)
    leaving.drop_player(by=owner, key=event.key, number=4, withdrawal="keep")
    asked: list[Any] = []

    def printed(*parts: Any, headline: str) -> bytes:
        asked.extend(parts)
        return b""

    monkeypatch.setattr(standings_sheet, "tables_as_pdf", printed)
    with override("de"):
        standings_sheet.standings_pdf(load_event(event.key))
    _title, lines, (table, legend, crossed, fixtures) = asked
    assert ("Differenz", "Gewonnene minus abgegebene Kristalle.") in legend.rows
    assert [row[1:] for row in crossed.rows[:2]] == [("Roland", "·", "5:2", "", ""), ("Elinor", "2:5", "·", "", "")]
    assert lines[-1] == "Nach 1 von 6 Matches" and any("(ausgeschieden)" in str(row[1]) for row in table.rows)
    assert len(fixtures.rows) == 6 and {row[1] for row in fixtures.rows} == {
        "5. März 2026",
        "12. März 2026",
        "19. März 2026",
    }
    assert [run.text for run in text_runs("Четверть\u00adфиналы", PLAIN)] == ["Четвертьфиналы"]


def test_the_panel_promises_no_points_for_a_bye_of_a_league(owner: Person, elinor: User, client: Client) -> None:
    event = league(owner, 3)
    [bye] = [table.a for table in load_event(event.key).rounds[0].pairings if table.b is None]
    Registration.objects.filter(pk=bye.pk).update(person=person(elinor))
    Event.objects.filter(pk=event.pk).update(version=99)
    client.force_login(elinor)
    page = flat(client.get(f"/matches/events/{event.key}/mine/").text)
    assert "You have a bye this round." in page and "It counts" not in page


def test_an_odd_league_counts_no_byes(owner: Person) -> None:
    assert {points for _number, points in standings(league(owner, 7))} == {0}


def test_the_desk_is_asked_and_shown_the_table_to_come(owner: Person, roland_client: Client) -> None:
    event = league(owner)
    page = flat(roland_client.get(reverse("matches:event_player_desk", args=[event.key, 4])).text)
    assert (
        "What happens to their matches? Each option shows the standings that would result. You can undo this." in page
        and page.count("0 · 0–0–0") == 3 + 0 + 4
    )
    roland_client.post(f"/matches/events/{event.key}/do/drop/", {"number": 4, "how": "keep", "back": "player"})
    assert Registration.objects.get(event=event, number=4).withdrawal == "keep"


def test_a_league_of_eight_ends_with_a_table_that_a_person_would_call_fair(owner: Person) -> None:
    event = league(owner, 8)
    services_left = False
    for better in range(1, 9):
        for worse in range(better + 1, 9):
            if 8 in (better, worse) and services_left:
                continue
            win(owner, event, better, worse, forfeit=(better, worse) == (2, 6))
            if (better, worse) == (1, 8):
                # Player 8 leaves after one of seven matches: struck, so that nobody gains by having met them.
                leaving.drop_player(by=owner, key=event.key, number=8)
                services_left = True
    corrected = win(owner, event, 7, 1)
    assert result_services.undo_result(by=owner, key=event.key, pairing=corrected).outcome is None
    win(owner, event, 1, 7)
    assert standings(event) == [(number, 3 * (7 - number)) for number in range(1, 8)]
    round_services.finish_event(by=owner, key=event.key)
    champion = load_event(event.key).champion
    assert champion is not None and champion.number == 1


def test_the_organiser_reads_what_became_of_a_leavers_matches_and_the_desk_shows_it(
    owner: Person, roland_client: Client
) -> None:
    event = league(owner)
    round_number, table = next(
        (each.row.number, table.row.table)
        for each in load_event(event.key).rounds
        for table in each.pairings
        if table.b and {table.a.number, table.b.number} == {3, 4}
    )
    win(owner, event, 4, 3)
    desk = f"/matches/events/{event.key}/results/?round={round_number}"
    assert "doesn’t count" not in flat(roland_client.get(desk).content)
    sent = {"number": "4", "how": "strike", "back": "player"}
    answer = roland_client.post(f"/matches/events/{event.key}/do/drop/", sent, follow=True)
    assert "left the league: nothing they played counts" in flat(answer.content)
    for folded_or_opened in (desk, f"{desk}&table={table}"):
        assert "doesn’t count" in flat(roland_client.get(folded_or_opened).content)
