"""The page of a large event is drawn once for all who only look, and is never older than the event."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from matches.models_events import Event
from matches.services_events import register
from tests.matches.events import enter_all, made_event, paired
from tests.matches.made import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(roland: User) -> Event:
    made = made_event(person(roland), 6)
    paired(made, 1)
    return made


def test_what_the_organiser_sees_is_kept_for_nobody_else(event: Event, roland_client: Client, client: Client) -> None:
    address = event.get_absolute_url()
    for first, second in ((roland_client, client), (client, roland_client)):
        seen = {one: one.get(address).content.decode() for one in (first, second)}
        assert 'name="a"' in seen[roland_client]
        assert 'name="a"' not in seen[client]


def test_a_result_shows_at_once(event: Event, client: Client) -> None:
    assert "being played" in client.get(event.get_absolute_url()).content.decode()
    enter_all(event)
    page = client.get(event.get_absolute_url()).content.decode()
    assert "being played" not in page
    assert "5 : 2" in page


def test_each_language_and_each_slice_has_its_own(event: Event, client: Client) -> None:
    address = event.get_absolute_url()
    english = client.get(address).content.decode()
    german = client.get(address, headers={"Accept-Language": "de"}).content.decode()
    assert english != german
    found = client.get(address, {"who": "Elinor"}).content.decode()
    assert found.count("player-name") < english.count("player-name")
    assert client.get(address).content.decode().count("player-name") == english.count("player-name")


def test_the_wall_shows_a_new_name_and_a_new_round(event: Event, client: Client) -> None:
    address = event.get_absolute_url() + "wall/"
    assert "Roland" in client.get(address).content.decode()
    event.registrations.filter(name="Roland").update(name="Rolanda")
    assert "Rolanda" in client.get(address).content.decode()
    enter_all(event)
    first = client.get(address).content.decode()
    paired(event, 2)
    assert client.get(address).content.decode() != first


def test_whoever_enters_stands_there(roland: User, client: Client) -> None:
    event = made_event(person(roland), 3)
    client.get(event.get_absolute_url())
    register(by=person(roland), key=event.key, name="Newcomer")
    assert "Newcomer" in client.get(event.get_absolute_url()).content.decode()
