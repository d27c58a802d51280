"""Leagues: a calendar of many rounds, written in short transactions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, timedelta
from typing import Any
from unittest.mock import Mock

import icalendar
import pytest
from django.conf import LazySettings
from django.db import connection, transaction

from accounts.models import Person, User
from common.errors import Conflict, Invalid
from matches.core.tournament import EventRules
from matches.core.tournament.rules import MAX_LEAGUE_PLAYERS
from matches.events import round_services, services, transactions
from matches.events.exports import as_calendar
from matches.events.queries import event_view, view_of
from matches.models import Event, Match, Round
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event

pytestmark = pytest.mark.django_db
# So many values a transaction of a calendar may write at most; they take some tenths of a second.
PARAMETERS = 6_000


@pytest.fixture
def owner(roland: User) -> Person:
    return person(roland)


@contextmanager
def rows_by_transaction(most: list[int]) -> Iterator[None]:
    """Note how many parameters the inserts of each outermost `atomic` block of the services have."""
    enter = transaction.Atomic.__enter__
    depth_now = len(connection.savepoint_ids)

    def entered(self: transaction.Atomic) -> None:
        if len(connection.savepoint_ids) == depth_now:
            most.append(0)
        enter(self)

    def counted(execute: object, sql: str, params: object, many: bool, context: object) -> object:
        if sql.startswith(("INSERT", "DELETE")) and most:
            most[-1] += len(params or ())  # type: ignore[arg-type]
        return execute(sql, params, many, context)  # type: ignore[operator]

    with pytest.MonkeyPatch.context() as patch, connection.execute_wrapper(counted):
        patch.setattr(transaction.Atomic, "__enter__", entered)
        yield


@pytest.mark.parametrize("players", [30, pytest.param(MAX_LEAGUE_PLAYERS, marks=pytest.mark.thorough)])
def test_a_large_league_is_written_in_short_transactions(owner: Person, players: int) -> None:
    event = made_event(owner, players, format="round_robin", first_day=date(2026, 1, 5))
    rounds = players - 1
    sizes: list[int] = []
    with rows_by_transaction(sizes):
        round_services.pair(by=owner, key=event.key, number=1)
    view = event_view(event.key)
    pairs = {frozenset((pairing.a.pk, pairing.b.pk)) for each in view.rounds for pairing in each.pairings if pairing.b}
    assert len(view.rounds) == rounds and len(pairs) == players * rounds // 2 and not view.rounds_unwritten
    assert view.rounds[-1].row.day == date(2026, 1, 5) + timedelta(weeks=rounds - 1)
    assert len(sizes) >= 4 and max(sizes) < PARAMETERS, sizes
    sizes.clear()
    with rows_by_transaction(sizes):
        round_services.unpair_round(by=owner, key=event.key, number=1)
    assert not Round.objects.exists() and not Match.objects.exists()
    assert len(sizes) >= 4 and max(sizes) < PARAMETERS, sizes
    assert Event.objects.get(pk=event.pk).status == Event.Status.REGISTRATION


def test_a_league_takes_no_more_players_than_its_calendar(owner: Person) -> None:
    event = made_event(owner, MAX_LEAGUE_PLAYERS, format="round_robin")
    with pytest.raises(Invalid, match="at most 60 players"):
        services.add_players(by=owner, key=event.key, names=["One more"])


def test_an_event_too_large_for_a_calendar_has_none_written(owner: Person) -> None:
    event = made_event(owner, MAX_LEAGUE_PLAYERS + 1)
    services.change_event(by=owner, key=event.key, rules=EventRules(name="x", format="round_robin"), group=None)
    with pytest.raises(Invalid, match="at most 60 players"):
        round_services.pair(by=owner, key=event.key, number=1)
    assert not Round.objects.exists() and Event.objects.get(pk=event.pk).status == Event.Status.REGISTRATION


def test_a_calendar_that_was_cut_short_is_written_to_its_end(owner: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(round_services, "BATCH_TABLES", 4)
    event = made_event(owner, 7, format="round_robin")
    whole = round_services._continue_calendar
    monkeypatch.setattr(round_services, "_continue_calendar", lambda **said: said["after"])
    round_services.pair(by=owner, key=event.key, number=1)
    view = event_view(event.key)
    assert len(view.rounds) == 1 and view.rounds_unwritten
    enter_all(event)
    services.drop(by=owner, key=event.key, number=3)
    with pytest.raises(Conflict, match="next round is round 2"):
        round_services.begin_cut(by=owner, key=event.key)
    monkeypatch.setattr(round_services, "_continue_calendar", whole)
    round_services.pair(by=owner, key=event.key, number=2)
    view = event_view(event.key)
    pairs = [frozenset((pairing.a.pk, pairing.b.pk)) for each in view.rounds for pairing in each.pairings if pairing.b]
    assert len(view.rounds) == 7 and len(pairs) == len(set(pairs)) == 21 and not view.rounds_unwritten
    with pytest.raises(Conflict, match="made already"):
        round_services.pair(by=owner, key=event.key, number=8)


def test_others_may_write_between_the_rounds_of_a_calendar(owner: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(round_services, "BATCH_TABLES", 4)
    monkeypatch.setattr(round_services, "let_others_write", pause := Mock())
    event = made_event(owner, 7, format="round_robin")
    round_services.pair(by=owner, key=event.key, number=1)
    assert Round.objects.count() == 7 and pause.call_count == 6
    round_services.unpair_round(by=owner, key=event.key, number=7)
    assert not Round.objects.exists() and pause.call_count == 12


def test_a_calendar_is_written_and_taken_back_without_reading_it_again(
    owner: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(round_services, "BATCH_TABLES", 4)
    event = made_event(owner, 7, format="round_robin")
    monkeypatch.setattr("matches.events.transactions.view_of", read := Mock(wraps=view_of))
    round_services.pair(by=owner, key=event.key, number=1)
    assert Round.objects.count() == 7 and read.call_count == 1
    round_services.unpair_round(by=owner, key=event.key, number=1)
    assert not Round.objects.exists() and read.call_count == 1


def test_only_the_cut_of_a_league_is_taken_back(owner: Person) -> None:
    event = made_event(owner, 4, format="round_robin", cut_size=2)
    round_services.pair(by=owner, key=event.key, number=1)
    for _round in range(3):
        enter_all(event)
    with pytest.raises(Conflict, match="has results"):
        round_services.unpair_round(by=owner, key=event.key, number=3)
    round_services.begin_cut(by=owner, key=event.key)
    with pytest.raises(Conflict, match="newest round"):
        round_services.unpair_round(by=owner, key=event.key, number=3)
    round_services.unpair_round(by=owner, key=event.key, number=4)
    view = event_view(event.key)
    assert len(view.rounds) == 3 and view.event.status == Event.Status.RUNNING


def test_a_long_change_pauses_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transactions, "_paused", ContextVar("paused", default=0.0))
    monkeypatch.setattr(transactions, "connection", Mock(vendor="sqlite", in_atomic_block=False))
    monkeypatch.setattr(transactions, "sleep", pause := Mock())
    for now in (10.0, 10.1, 10.2, 10.3, 10.4):
        monkeypatch.setattr(transactions, "monotonic", Mock(return_value=now))
        transactions.let_others_write()
    assert pause.call_count == 2


def entries_of(event: Event) -> list[Any]:
    """The entries of an event's calendar, as a library reads them."""
    calendar: Any = icalendar.Calendar.from_ical(as_calendar(event_view(event.key)))
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
    assert not entries_of(event)


def test_a_calendar_has_the_days_of_a_league(roland: User) -> None:
    event = made_event(person(roland), 4, format="round_robin", first_day=date(2026, 3, 5), days_between=7)
    round_services.pair(by=event.owner, key=event.key, number=1)
    entries = entries_of(event)
    assert [entry["dtstart"].dt for entry in entries] == [date(2026, 3, 5) + timedelta(days=7 * n) for n in range(3)]
    assert all(entry["description"].count(" – ") == 2 for entry in entries)
