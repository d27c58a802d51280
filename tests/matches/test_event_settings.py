"""Settings of an event: two people change them at the same time, by form or by API, and nothing is lost unsaid."""

from __future__ import annotations

import re
from datetime import date, time
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from accounts.models import User
from matches.core.tournament.rules import RULE_FIELDS
from matches.events import services
from matches.events.forms import EventForm
from matches.models import Event
from tests.html import flat
from tests.matches.builders import person
from tests.matches.events.builders import made_event
from tests.matches.events.test_api import Script

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(roland: User) -> Event:
    return made_event(person(roland), 2, venue="Café Crystal")


def opened(event: Event) -> dict[str, Any]:
    """Return what a browser sends of the form as it is now."""
    form = EventForm(instance=Event.objects.get(pk=event.pk))
    answers = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in answers.items() if value is not None and value is not False}


def save(client: Client, event: Event, answers: dict[str, Any]) -> tuple[int, str]:
    answer = client.post(f"/matches/events/{event.key}/settings/", answers)
    return answer.status_code, flat(answer.content)


def test_a_form_from_before_a_change_keeps_what_was_typed_and_says_what_it_is_now(
    event: Event, roland_client: Client
) -> None:
    first, second = opened(event), opened(event)
    assert save(roland_client, event, {**first, "venue": "Harbour", "rounds_planned": 5})[0] == 302
    status, page = save(roland_client, event, {**second, "name": "Sunday"})
    event.refresh_from_db()
    assert status == 409 and (event.name, event.venue, event.rounds_planned) == ("Saturday", "Harbour", 5)
    for said in ("It’s now “Saturday”.", "It’s now “Harbour”.", "It’s now “5”.", 'value="Sunday"'):
        assert said in page
    assert page.count("It’s now “") == 3
    decided = {**second, "name": "Sunday", "seen": event.fingerprint}
    assert f'value="{event.fingerprint}"' in page and save(roland_client, event, decided)[0] == 302
    event.refresh_from_db()
    assert (event.name, event.venue, event.rounds_planned) == ("Sunday", "Café Crystal", None)


@pytest.mark.parametrize("language", ["en", "de", "nl", "ru"])
def test_day_and_time_are_asked_as_html_wants_them_in_every_language(event: Event, language: str) -> None:
    event.first_day, event.start_time = date(2026, 11, 29), time(19, 30)
    with override(language):
        form = EventForm(instance=event)
        assert 'value="2026-11-29"' in str(form["first_day"]) and 'value="19:30"' in str(form["start_time"])


def test_players_who_enter_meanwhile_are_no_change_of_the_settings(event: Event, roland_client: Client) -> None:
    answers = opened(event)
    services.add_players(by=event.owner, key=event.key, names=["Mira"])
    assert save(roland_client, event, {**answers, "name": "Sunday"})[0] == 302


def test_who_saves_what_there_is_already_is_not_asked_again(event: Event, roland_client: Client) -> None:
    first, second = opened(event), opened(event)
    for answers in (first, second):
        assert save(roland_client, event, {**answers, "venue": "Harbour"})[0] == 302


def test_a_form_that_names_no_fingerprint_asks_before_it_changes_anything(event: Event, roland_client: Client) -> None:
    assert save(roland_client, event, {**opened(event), "seen": "", "name": "Sunday"})[0] == 409


def test_a_script_names_the_fingerprint_or_the_version(event: Event, roland: User) -> None:
    script, path = Script(roland), f"events/{event.key}/"
    seen = script.done("GET", path)["fingerprint"]
    services.add_players(by=event.owner, key=event.key, names=["Mira"])
    assert script.done("PATCH", path, {"fingerprint": seen, "name": "Sunday"})["name"] == "Sunday"
    assert script.call("PATCH", path, {"fingerprint": seen, "name": "Monday"})[0] == 409
    assert script.call("PATCH", path, {"version": 1, "name": "Monday"})[0] == 409
    assert script.call("PATCH", path, {"name": "Monday"})[0] == 400


def test_every_rule_of_an_event_is_asked_for_in_the_form_and_in_the_api(event: Event, roland: User) -> None:
    asked, answer = set(EventForm().fields), Script(roland).done("GET", f"events/{event.key}/")
    # The format stands for points and tiebreakers, the playoff for its kind, and a price goes with the information for
    # visitors.
    points = {"points_win", "points_draw", "points_loss", "points_bye", "bye_crystals", "tie_breaks"}
    assert ({"edition", *RULE_FIELDS} - {"sheet", "price", "cut_double", *points}) <= asked and not asked & points
    assert set(RULE_FIELDS) - {"sheet"} <= set(answer)


NEW_EVENT = "/matches/events/new/"


@pytest.mark.parametrize("choice", ["swiss", "opponents", "round_robin", "draft", "knockout", "double"])
def test_the_first_screen_of_a_new_event_asks_at_most_twelve_questions(choice: str, client: Client) -> None:
    form = EventForm({"format": choice})
    in_format = [one for one in form.first_questions() if not one.formats or choice in one.formats]
    visible = [one for one in in_format if not one.field.is_hidden]
    assert 1 + len(visible) <= 12  # with the format itself
    assert sum(len(fold.questions) for fold in form.folded_sections()) <= 13
    assert client.get(NEW_EVENT).text.count('name="format"') == 6


@pytest.mark.parametrize(
    ("choice", "format_", "first"),
    [
        ("swiss", "swiss", "crystals"),
        ("opponents", "swiss", "opponents"),
        ("round_robin", "round_robin", "crystals"),
        ("draft", "draft", "crystals"),
    ],
)
def test_the_format_sets_what_breaks_ties(choice: str, format_: str, first: str, roland_client: Client) -> None:
    answers = {"name": "Cup", "format": choice, "edition": "legends", "target": "5"}
    assert roland_client.post(NEW_EVENT, answers).status_code == 302
    event = Event.objects.get()
    assert (event.format, event.tie_breaks[0], event.points_bye) == (format_, first, 3)
    page = flat(roland_client.get(f"/matches/events/{event.key}/settings/").text)
    assert f'value="{choice}" id="id_format_' in page and EventForm(instance=event).initial["format"] == choice


def test_an_order_set_by_a_script_stays_until_another_format_is_chosen(event: Event, roland_client: Client) -> None:
    Event.objects.filter(pk=event.pk).update(tie_breaks=["wins"], points_win=2, price="5 €")
    event.refresh_from_db()
    assert save(roland_client, event, {**opened(event), "name": "Sunday"})[0] == 302
    event.refresh_from_db()
    assert (event.name, event.tie_breaks, event.points_win, event.price) == ("Sunday", ["wins"], 2, "5 €")
    assert save(roland_client, event, {**opened(event), "format": "opponents"})[0] == 302
    event.refresh_from_db()
    assert event.tie_breaks[0] == "opponents"


def test_what_another_format_asks_is_left_out(roland_client: Client) -> None:
    answers = {"name": "Cup", "format": "knockout", "cut_size": "8", "legs": "2", "edition": "legends", "target": "5"}
    assert roland_client.post(NEW_EVENT, answers).status_code == 302
    event = Event.objects.get()
    assert (event.format, event.cut_size, event.legs) == ("knockout", 0, 1)


@pytest.mark.parametrize(
    ("zone", "kept"), [("Europe/Berlin", "Europe/Berlin"), ("", "UTC"), ("Moon/Crater", "UTC")], ids=str
)
def test_the_time_zone_is_the_browsers_or_else_the_sites(zone: str, kept: str, roland_client: Client) -> None:
    answers = {"name": "Cup", "format": "swiss", "edition": "legends", "target": "5", "time_zone": zone}
    assert roland_client.post(NEW_EVENT, answers).status_code == 302
    assert Event.objects.get().time_zone == kept
    page = flat(roland_client.get(NEW_EVENT).text)
    assert re.search('<input type="hidden" name="time_zone"[^>]*>', page)


def test_answers_in_the_address_show_what_they_come_to_and_create_nothing(roland_client: Client) -> None:
    answers = {"format": "swiss", "rounds_planned": "5", "cut_size": "8", "start_time": "10:00", "round_minutes": "50"}
    answer = roland_client.get(NEW_EVENT, answers)
    page = flat(answer.text)
    assert answer.status_code == 200 and "5 rounds" in page and "ends about 18:00" in page
    assert not Event.objects.exists()


def test_a_member_is_not_asked_for_a_name(client: Client, roland_client: Client) -> None:
    assert 'name="me"' in client.get(NEW_EVENT).text and 'name="me"' not in roland_client.get(NEW_EVENT).text
