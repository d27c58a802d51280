"""The public calendar of the site: what is in it, its feed read by a real reader, and what an organiser may say."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from icalendar import Calendar
from pytest_django import DjangoAssertNumQueries

from accounts.models import Person, User
from common.errors import Invalid
from matches.core.tournament import EventRules
from matches.events.calendar import queries
from matches.events.files import available_file_names
from matches.events.services import create_event
from matches.models import Event
from tests.html import flat
from tests.matches.builders import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(roland: User) -> Person:
    return person(roland)


def _event(owner: Person, name: str = "Open day", *, days: int = 10, listed: bool = True, **more: object) -> Event:
    day = timezone.now().date() + timedelta(days=days)
    rules = EventRules(name=name, first_day=day, listed=listed, **more)  # type: ignore[arg-type]
    return create_event(by=owner, rules=rules)


def test_the_calendar_holds_what_is_listed_by_day(owner: Person, client: Client) -> None:
    _event(owner, "Later", days=20)
    _event(owner, "Sooner", days=5, venue="Harbour Street 3", price="5 €")
    _event(owner, "Hidden", listed=False)
    _event(owner, "Long ago", days=-40)
    page = flat(client.get("/matches/calendar/").content)
    assert page.index("Sooner") < page.index("Later")
    assert "Harbour Street 3" in page
    assert "5 €" in page
    assert "Hidden" not in page
    assert "Long ago" not in page
    assert "Long ago" in flat(client.get("/matches/calendar/?past=1").content)


def test_an_empty_calendar_says_how_to_fill_it(client: Client) -> None:
    assert "No events listed" in flat(client.get("/matches/calendar/?page=x").content)


@pytest.mark.parametrize("day", [date(1, 1, 1), date(1899, 12, 31), date(3000, 1, 1), date(9999, 12, 31)])
def test_no_event_has_a_day_that_no_calendar_can_write(day: date, owner: Person) -> None:
    with pytest.raises(Invalid, match="The year must be between 1900 and 2999"):
        create_event(by=owner, rules=EventRules(name="Far off", first_day=day))


@pytest.mark.parametrize("day", [date(1900, 1, 1), date(2999, 12, 31)])
def test_the_first_and_the_last_day_are_in_its_files(day: date, owner: Person, client: Client) -> None:
    rules = EventRules(name="Edge", first_day=day, start_time=time(23, 59), time_zone="Pacific/Pago_Pago", listed=True)
    event = create_event(by=owner, rules=rules)
    cache.clear()
    for address in ("/matches/calendar.ics", f"/matches/events/{event.key}/files/calendar.ics"):
        assert client.get(address).status_code == 200, address


def test_an_event_without_a_day_has_no_calendar_file(owner: Person, client: Client) -> None:
    event = create_event(by=owner, rules=EventRules(name="Some day"))
    assert client.get(f"/matches/events/{event.key}/files/calendar.ics").status_code == 404
    assert "calendar.ics" not in available_file_names(event) and "calendar.ics" in available_file_names(_event(owner))


def test_the_feed_is_read_by_a_real_reader(owner: Person, client: Client) -> None:
    event = _event(owner, about="Bring a deck.\nSnacks are there.", venue="Café", start_time=time(19, 30))
    Event.objects.filter(pk=event.pk).update(time_zone="Europe/Berlin", first_day=date(2999, 7, 1))
    answer = client.get("/matches/calendar.ics")
    assert answer["Content-Type"].startswith("text/calendar")
    (entry,) = Calendar.from_ical(answer.content).walk("VEVENT")
    assert str(entry["summary"]) == "Open day"
    assert entry.decoded("dtstart") == datetime(2999, 7, 1, 17, 30, tzinfo=UTC)
    assert "Snacks are there." in str(entry["description"])
    assert str(entry["url"]).endswith(f"/matches/events/{event.key}/")


def test_a_league_under_way_stays_in_the_feed(owner: Person) -> None:
    event = _event(owner, format="round_robin")
    Event.objects.filter(pk=event.pk).update(first_day=date(2020, 7, 1), status=Event.Status.RUNNING)
    assert queries.events_in_feed() == [event]
    Event.objects.filter(pk=event.pk).update(status=Event.Status.FINISHED)
    assert queries.events_in_feed() == []


def test_the_feed_is_written_once_and_a_hidden_event_is_gone_at_once(
    owner: Person, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    event = _event(owner)
    cache.clear()
    first = client.get("/matches/calendar.ics").content
    with django_assert_num_queries(1):
        assert client.get("/matches/calendar.ics").content == first
    Event.objects.filter(pk=event.pk).update(hidden=timezone.now())
    assert event.key not in client.get("/matches/calendar.ics").content.decode()


def test_the_page_costs_the_same_for_any_number(
    owner: Person, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(4):
        _event(owner, f"Event {number}")
    with django_assert_max_num_queries(2):
        client.get("/matches/calendar/")


def test_the_page_of_an_event_says_time_price_text_and_leads_to_a_map(owner: Person, client: Client) -> None:
    event = _event(
        owner, about="<b>Bring</b>\n\na deck.", venue="Café Crystal, Hamburg", start_time=time(9, 5), price="5 €"
    )
    page = flat(client.get(f"/matches/events/{event.key}/").content)
    assert "<p>&lt;b&gt;Bring&lt;/b&gt;</p>" in page
    assert "<b>09:05</b>" in page
    assert "search?query=Caf%C3%A9%20Crystal%2C%20Hamburg" in page


@pytest.mark.parametrize("wrong", [{"time_zone": "Moon/Crater"}, {"time_zone": "../etc"}, {"about": "x" * 2001}])
def test_what_cannot_be_is_refused(owner: Person, wrong: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        _event(owner, **wrong)


def test_a_listed_event_needs_a_day(owner: Person) -> None:
    with pytest.raises(Invalid, match="An event in the public calendar needs a date"):
        create_event(by=owner, rules=EventRules(name="Some day", listed=True))


def test_the_api_has_the_calendar(owner: Person, client: Client) -> None:
    _event(owner, "Sooner", start_time=time(10), time_zone="Europe/Berlin")
    answer = client.get("/api/v1/events/calendar/").json()
    assert answer["count"] == 1
    first = answer["results"][0]
    assert (first["name"], first["players"], first["time_zone"]) == ("Sooner", 0, "Europe/Berlin")
    assert client.get("/api/v1/events/calendar/", {"past": "true"}).json()["count"] == 0


def test_a_secret_address_has_all_my_events_and_a_new_one_ends_it(client: Client, roland: User) -> None:
    me = person(roland)
    create_event(by=me, rules=EventRules(name="Mine", first_day=timezone.now().date()))
    client.force_login(roland)
    client.post("/matches/calendar/mine/")
    me.refresh_from_db()
    address = f"/matches/calendar/mine/{me.calendar_key}.ics"
    assert address in client.get("/matches/events/").text
    assert "SUMMARY:Mine" in Client().get(address).text
    client.post("/matches/calendar/mine/")
    assert Client().get(address).status_code == 404
    assert Client().post("/matches/calendar/mine/").status_code == 403


@pytest.mark.thorough  # ten thousand rows; the next test asks for the cap alone
def test_ten_thousand_events_are_a_page_and_a_feed_like_any_other(
    owner: Person, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    today, text = timezone.now().date(), "Choose your deck. " * 10
    first = _event(owner, "First", days=0)
    more = {"owner": owner, "listed": True, "about": text, "venue": "Café", "start_time": time(19)}
    Event.objects.bulk_create(
        Event(name=f"Event {number}", code=f"#{number}", first_day=today + timedelta(days=number // 20), **more)
        for number in range(1, 10_000)
    )
    cache.clear()
    with django_assert_max_num_queries(2):
        page = client.get("/matches/calendar/").content
    assert first.name in page.decode() and len(page) < 100_000
    with django_assert_max_num_queries(2):
        assert client.get("/matches/calendar/?page=334").status_code == 200
    cache.clear()
    with django_assert_max_num_queries(1):
        held = client.get("/matches/calendar.ics").content
    assert held.count(b"BEGIN:VEVENT") == 500 and len(held) < 300_000
    api = client.get("/api/v1/events/calendar/").json()
    assert api["count"] == 10_000 and len(api["results"]) < 500


def test_the_feed_ends_somewhere(owner: Person, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "MAX_EVENTS_IN_FEED", 2)
    for days in (3, 1, 2):
        _event(owner, f"In {days} days", days=days)
    cache.clear()
    held = Calendar.from_ical(client.get("/matches/calendar.ics").content).walk("VEVENT")
    assert [str(entry["summary"]) for entry in held] == ["In 1 days", "In 2 days"]


def test_the_hour_of_an_event_is_that_of_its_place(owner: Person, client: Client) -> None:
    event = _event(owner, start_time=time(19, 30), time_zone="Europe/Berlin")
    for day, hour in ((date(2999, 7, 1), 17), (date(2999, 12, 1), 18)):
        Event.objects.filter(pk=event.pk).update(first_day=day, version=day.month)
        cache.clear()
        for path in (f"/matches/events/{event.key}/", "/matches/calendar/"):
            page = flat(client.get(path).content)
            assert "19:30" in page and "Europe/Berlin" in page
        for file in ("/matches/calendar.ics", f"/matches/events/{event.key}/files/calendar.ics"):
            (entry,) = Calendar.from_ical(client.get(file).content).walk("VEVENT")
            assert entry.decoded("dtstart") == datetime(2999, day.month, 1, hour, 30, tzinfo=UTC)


def test_the_home_page_shows_listed_events_of_now_and_next(owner: Person, client: Client) -> None:
    assert "Happening now" not in flat(client.get("/").content)
    _event(owner, "Harbour Cup", days=0)
    _event(owner, "Between us", days=0, listed=False)
    _event(owner, "Long gone", days=-10)
    home = flat(client.get("/").content)
    assert "Happening now</h2>" in home and "Harbour Cup" in home
    assert "Between us" not in home and "Long gone" not in home


@pytest.mark.parametrize(("format_", "minutes"), [("swiss", 5 * 60), ("round_robin", 60)])
def test_an_event_with_a_time_ends_after_its_rounds(format_: str, minutes: int, owner: Person) -> None:
    day = date(2026, 12, 5)
    event = _event(owner, format=format_, rounds_planned=5 if format_ == "swiss" else None, round_minutes=50)
    Event.objects.filter(pk=event.pk).update(first_day=day, start_time=time(10), time_zone="Europe/Berlin")
    event.refresh_from_db()
    feed = queries.icalendar_of_entries(queries.calendar_entries([event]), "")
    entries: list[Any] = Calendar.from_ical(feed).walk("VEVENT")
    (entry,) = entries
    assert entry["dtstart"].dt == datetime(2026, 12, 5, 9, tzinfo=UTC)
    assert entry["duration"].dt == timedelta(minutes=minutes)
