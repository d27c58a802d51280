"""Leagues: a calendar of many rounds, written in short transactions."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import icalendar
import pytest
from django.conf import LazySettings

from accounts.models import Person, User
from common.errors import Conflict, Invalid, Missing
from matches.core.tournament import EventRules
from matches.core.tournament.rules import MAX_LEAGUE_PLAYERS
from matches.events import round_services, services
from matches.events.files import event_as_icalendar
from matches.events.queries import load_event
from matches.models import Event, Match, Round
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(roland: User) -> Person:
    return person(roland)


def test_the_calendar_of_the_largest_league_is_written_and_taken_back_whole(owner: Person) -> None:
    players = MAX_LEAGUE_PLAYERS
    event = made_event(owner, players, format="round_robin", first_day=date(2026, 1, 5))
    round_services.pair_next_round(by=owner, key=event.key, number=1)
    view = load_event(event.key)
    pairs = {frozenset((pairing.a.pk, pairing.b.pk)) for each in view.rounds for pairing in each.pairings if pairing.b}
    assert len(view.rounds) == players - 1 and len(pairs) == players * (players - 1) // 2
    assert view.rounds[-1].row.day == date(2026, 1, 5) + timedelta(weeks=players - 2)
    with pytest.raises(Conflict, match="The schedule of this league is already set"):
        round_services.pair_next_round(by=owner, key=event.key, number=players)
    round_services.unpair_round(by=owner, key=event.key, number=1)
    assert not Round.objects.exists() and not Match.objects.exists()
    assert Event.objects.get(pk=event.pk).status == Event.Status.REGISTRATION


def test_a_league_takes_no_more_players_than_its_calendar(owner: Person) -> None:
    event = made_event(owner, MAX_LEAGUE_PLAYERS, format="round_robin")
    with pytest.raises(Invalid, match="at most 60 players"):
        services.add_players(by=owner, key=event.key, names=["Add another"])


def test_an_event_too_large_for_a_calendar_has_none_written(owner: Person) -> None:
    event = made_event(owner, MAX_LEAGUE_PLAYERS + 1)
    services.change_event(by=owner, key=event.key, rules=EventRules(name="x", format="round_robin"), group=None)
    with pytest.raises(Invalid, match="at most 60 players"):
        round_services.pair_next_round(by=owner, key=event.key, number=1)
    assert not Round.objects.exists() and Event.objects.get(pk=event.pk).status == Event.Status.REGISTRATION


def test_only_the_cut_of_a_league_is_taken_back(owner: Person) -> None:
    event = made_event(owner, 4, format="round_robin", cut_size=2)
    round_services.pair_next_round(by=owner, key=event.key, number=1)
    for _round in range(3):
        enter_all(event)
    with pytest.raises(Conflict, match="has results"):
        round_services.unpair_round(by=owner, key=event.key, number=3)
    round_services.begin_playoff(by=owner, key=event.key)
    with pytest.raises(Conflict, match="Only the latest round can be paired again"):
        round_services.unpair_round(by=owner, key=event.key, number=3)
    round_services.unpair_round(by=owner, key=event.key, number=4)
    view = load_event(event.key)
    assert len(view.rounds) == 3 and view.event.status == Event.Status.RUNNING


def entries_of(event: Event) -> list[Any]:
    """Return the entries of an event's calendar, as a library reads them."""
    calendar: Any = icalendar.Calendar.from_ical(event_as_icalendar(load_event(event.key)))
    return list(calendar.walk("VEVENT"))


@pytest.mark.parametrize("form", ["swiss", "draft"])
def test_a_calendar_has_the_day_of_every_event(form: str, roland: User, settings: LazySettings) -> None:
    settings.SITE_URL = "https://moons.example"
    event = made_event(person(roland), 4, format=form, first_day=date(2026, 3, 5))
    Event.objects.filter(pk=event.pk).update(venue="Café Moon; back room")
    (entry,) = entries_of(event)
    assert (entry["uid"], entry["summary"]) == (f"{event.key}@tenmoons", event.name)
    assert (entry["dtstart"].dt, entry["dtend"].dt) == (date(2026, 3, 5), date(2026, 3, 6))
    assert entry["location"] == "Café Moon; back room"
    assert entry["url"] == f"https://moons.example/matches/events/{event.key}/"
    Event.objects.filter(pk=event.pk).update(first_day=None)
    with pytest.raises(Missing, match="no day yet"):
        entries_of(event)


def test_a_calendar_has_the_days_of_a_league(roland: User) -> None:
    event = made_event(person(roland), 4, format="round_robin", first_day=date(2026, 3, 5), days_between=7)
    round_services.pair_next_round(by=event.owner, key=event.key, number=1)
    entries = entries_of(event)
    assert [entry["dtstart"].dt for entry in entries] == [date(2026, 3, 5) + timedelta(days=7 * n) for n in range(3)]
    assert all(entry["description"].count(" – ") == 2 for entry in entries)
