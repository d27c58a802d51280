"""A league of eight over seven weeks: one leaves, one does not come, three days move, a late result is corrected."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
import time_machine

from accounts.models import Person, User
from common.i18n import translated
from matches.events import result_services, round_services
from matches.events.entry import leaving
from matches.events.queries import load_event
from matches.events.read_models import LoadedPairing
from matches.events.rounds.fixtures import FixtureProposal, remind_of_overdue_matches, schedule_league_match
from matches.models import Event, Registration
from tests.matches.builders import person
from tests.matches.events.builders import made_event

pytestmark = pytest.mark.django_db
FIRST = date(2026, 10, 6)


def table_of(event: Event, a: int, b: int) -> LoadedPairing:
    tables = (table for each in load_event(event.key).rounds for table in each.pairings)
    return next(table for table in tables if table.b and {table.a.number, table.b.number} == {a, b})


def enter(event: Event, winner: int, loser: int, *, less: int = 2, forfeit: bool = False) -> None:
    table = table_of(event, winner, loser)
    crystals = (5, less) if table.a.number == winner else (less, 5)
    result_services.enter_result(
        by=event.owner, key=event.key, pairing=table.row.pk, crystals=crystals, forfeit=forfeit
    )


def play_until(event: Event, day: date) -> None:
    """Play whatever is due by this day, the lower number winning; rescheduled matches wait."""
    for round_ in load_event(event.key).rounds:
        for table in round_.pairings:
            if table.b and table.is_awaited and table.day and table.day <= day:
                enter(event, *sorted((table.a.number, table.b.number)))


def test_a_league_ends_with_a_table_that_says_why(roland: User, elinor: User, stranger: User) -> None:
    owner = person(roland)
    with time_machine.travel(FIRST - timedelta(days=1), tick=False):
        event = made_event(owner, 8, format="round_robin", first_day=FIRST)
        Event.objects.filter(pk=event.pk).update(seed=7)
        round_services.pair_next_round(by=owner, key=event.key, number=1)
        asks, other = (_seated(event, number, user) for number, user in ((1, elinor), (2, stranger)))
        # Three days move: two that the players agree on, one that the desk says.
        first, second = table_of(event, 1, 2), table_of(event, 3, 4)
        assert first.day and second.day
        last = FIRST + timedelta(days=45)
        schedule_league_match(by=asks, key=event.key, pairing=first.row.pk, proposal=FixtureProposal(day=last))
        schedule_league_match(by=other, key=event.key, pairing=first.row.pk, proposal=FixtureProposal(accept=True))
        schedule_league_match(by=owner, key=event.key, pairing=second.row.pk, proposal=FixtureProposal(day=last))
        own = table_of(event, 2, 5)
        schedule_league_match(by=other, key=event.key, pairing=own.row.pk, proposal=FixtureProposal(day=last))
        schedule_league_match(by=owner, key=event.key, pairing=own.row.pk, proposal=FixtureProposal(accept=True))
    for week in range(8):
        day = FIRST + timedelta(weeks=week)
        with time_machine.travel(day, tick=False):
            if week == 0:
                # Player 7 does not come to their match with player 6.
                enter(event, 6, 7, less=0, forfeit=True)
            play_until(event, day)
            if week == 1:
                leaving.drop_player(by=owner, key=event.key, number=8)
            if week == 5:
                # What was entered wrongly in a round long past: 4 has beaten 5, and not 5 : 2.
                enter(event, 4, 5, less=4)
            if week < 7:
                assert remind_of_overdue_matches(day) == 0
    assert [(table.a.number, table.b and table.b.number) for table in load_event(event.key).overdue] == []
    round_services.finish_event(by=owner, key=event.key)
    view = load_event(event.key)
    assert [
        (place.line.place, place.player.number, place.line.points, place.line.played, translated(place.why))
        for place in view.standings
    ] == EXPECTED
    assert view.champion is not None and view.champion.number == 1
    assert {row.withdrawal for row in event.registrations.filter(number=8)} == {"strike"}
    kinds = list(event.audit_log.values_list("kind", flat=True))
    assert (kinds.count("day_set"), kinds.count("corrected"), kinds.count("left_strike")) == (3, 1, 1)


def _seated(event: Event, number: int, user: User) -> Person:
    Registration.objects.filter(event=event, number=number).update(person=person(user))
    return person(user)


# Place, number, points, matches, and the rule of the place. Who was struck counts for nobody; the match one did not
# come to counts like a win; the late correction changes crystals and no place.
EXPECTED = [
    (1, 1, 18, 6, "most points: 18, Elinor has 15"),
    (2, 2, 15, 6, "fewer points than Roland: 15 to 18"),
    (3, 3, 12, 6, "fewer points than Elinor: 12 to 15"),
    (4, 4, 9, 6, "fewer points than Mira: 9 to 12"),
    (5, 5, 6, 6, "fewer points than Otto: 6 to 9"),
    (6, 6, 3, 6, "fewer points than Alma: 3 to 6"),
    (7, 7, 0, 6, "fewer points than Bruno: 0 to 3"),
]
