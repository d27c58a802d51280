"""The page of a large event is drawn once for all who only look, and is never older than the event."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from matches.events import etag, presenters, queries, views
from matches.events.entry.services import register_player
from matches.events.players.services import rename_player
from matches.models import Event, Registration
from tests.html import flat
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event, paired

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(roland: User) -> Event:
    made = made_event(person(roland), 6)
    paired(made, 1)
    return made


def test_what_the_organiser_sees_is_kept_for_nobody_else(event: Event, roland_client: Client, client: Client) -> None:
    address = event.get_absolute_url()
    for first, second in ((roland_client, client), (client, roland_client)):
        seen = {reader: reader.get(address).content.decode() for reader in (first, second)}
        assert 'id="results"' in seen[roland_client]
        assert 'id="results"' not in seen[client]


def test_a_result_shows_at_once(event: Event, client: Client) -> None:
    assert "in progress" in client.get(event.get_absolute_url()).content.decode()
    enter_all(event)
    page = client.get(event.get_absolute_url()).content.decode()
    assert "in progress" not in page
    assert "5 : 2" in page


def test_each_language_and_each_slice_has_its_own(event: Event, client: Client) -> None:
    address = event.get_absolute_url()
    english = client.get(address).content.decode()
    german = client.get(address, headers={"Accept-Language": "de"}).content.decode()
    assert english != german
    page_text = client.get(address, {"who": "Elinor"}).content.decode()
    assert page_text.count("player-name") < english.count("player-name")
    assert client.get(address).content.decode().count("player-name") == english.count("player-name")


def test_the_wall_shows_a_new_name_and_a_new_round(event: Event, client: Client) -> None:
    address = event.get_absolute_url() + "wall/"
    assert "Roland" in client.get(address).content.decode()
    rename_player(by=event.owner, key=event.key, number=1, name="Rolanda")
    assert "Rolanda" in client.get(address).content.decode()
    enter_all(event)
    first = client.get(address).content.decode()
    paired(event, 2)
    assert client.get(address).content.decode() != first


def test_who_looks_on_at_a_large_event_sees_it_as_it_was_seconds_ago_but_never_for_long(
    roland: User, elinor: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(etag, "LARGE_EVENT_PLAYERS", 4)
    monkeypatch.setattr(queries, "LARGE_EVENT_PLAYERS", 4)
    monkeypatch.setattr(views, "LARGE_EVENT_PLAYERS", 4)
    monkeypatch.setattr(presenters, "LARGE_EVENT_PLAYERS", 4)
    event = made_event(person(roland), 6)
    Registration.objects.filter(event=event, name="Elinor").update(person=person(elinor))
    paired(event, 1)
    address, player = event.get_absolute_url(), Client()
    player.force_login(elinor)
    first = client.get(address)
    assert "5 : 2" not in first.content.decode()
    seen_before = queries._event_cache.get(event.key, None)
    assert seen_before is not None
    enter_all(event)
    queries._event_cache.put(event.key, None, seen_before)
    seen = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert "5 : 2" not in seen.content.decode()
    own = player.get(address).content.decode()
    assert "5 : 2" in own or "2 : 5" in own
    # One cached view serves every language.
    german = client.get(address, headers={"Accept-Language": "de"}).content.decode()
    assert "5 : 2" not in german and "Tabelle" in german
    monkeypatch.setattr(queries, "RECENT_FOR_SECONDS", 0.0)
    late = client.get(address, headers={"If-None-Match": seen["ETag"]})
    assert late.status_code == 200
    assert "5 : 2" in late.content.decode()
    assert client.get(address, headers={"If-None-Match": late["ETag"]}).status_code == 304


def test_whoever_enters_stands_there(roland: User, client: Client) -> None:
    event = made_event(person(roland), 3)
    client.get(event.get_absolute_url())
    register_player(by=person(roland), key=event.key, name="Newcomer")
    assert "Newcomer" in client.get(event.get_absolute_url()).content.decode()


def test_a_report_and_the_page_after_it_ask_for_one_table_and_not_for_the_event(
    roland: User, elinor_client: Client, elinor: User, monkeypatch: pytest.MonkeyPatch,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:  # fmt: skip
    monkeypatch.setattr(queries, "LARGE_EVENT_PLAYERS", 4)
    monkeypatch.setattr(presenters, "LARGE_EVENT_PLAYERS", 4)
    event = made_event(person(roland), 6)
    Registration.objects.filter(event=event, name="Elinor").update(person=person(elinor))
    pairing = next(pairing for pairing in paired(event, 1).rounds[0].pairings if pairing.side_of_person(person(elinor)))
    address = event.get_absolute_url()
    elinor_client.get(address)
    form = {"pairing": str(pairing.row.pk), "a": "5", "b": "2", "as": "player", "shown": ""}
    with django_assert_max_num_queries(12):
        answer = elinor_client.post(f"{address}do/result/", form)
    with django_assert_max_num_queries(6):
        page = elinor_client.get(answer["Location"]).content.decode()
    said = "You reported 5 : 2" if pairing.side_of_person(person(elinor)) == "a" else "You reported 2 : 5"
    assert said in page
    with django_assert_max_num_queries(7):
        assert said in elinor_client.get(f"{address}mine/?since=1").content.decode()


def test_a_report_is_answered_with_the_panel_of_who_reports_and_nothing_else(
    roland: User, elinor_client: Client, elinor: User, roland_client: Client, monkeypatch: pytest.MonkeyPatch,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:  # fmt: skip
    monkeypatch.setattr(queries, "LARGE_EVENT_PLAYERS", 4)
    monkeypatch.setattr(presenters, "LARGE_EVENT_PLAYERS", 4)
    event = made_event(person(roland), 6)
    Registration.objects.filter(event=event, name="Elinor").update(person=person(elinor))
    pairing = next(pairing for pairing in paired(event, 1).rounds[0].pairings if pairing.side_of_person(person(elinor)))
    address = f"{event.get_absolute_url()}mine/report/"
    elinor_client.get(event.get_absolute_url())
    form = {"pairing": str(pairing.row.pk), "score": "5:2", "as": "player"}
    with django_assert_max_num_queries(11):
        panel = elinor_client.post(address, form).content.decode()
    assert panel.strip().startswith("<section") and 'id="mine"' in panel
    said = "You reported 5 : 2" if pairing.side_of_person(person(elinor)) == "a" else "You reported 2 : 5"
    assert said in panel
    refused = elinor_client.post(address, form | {"score": "five"}).content.decode()
    assert 'role="alert"' in refused and said in refused
    assert roland_client.post(address, form).status_code == 403


def test_a_page_that_follows_the_event_asks_for_one_part_and_gets_what_the_whole_page_shows(
    event: Event, client: Client
) -> None:
    address = event.get_absolute_url()
    page = client.get(address).content.decode()
    for part, other in (("tables", "standings"), ("standings", "tables")):
        answer = client.get(address, {"since": "0", "part": part}).content.decode()
        assert f'id="{part}"' in answer and f'id="{other}"' not in answer and "<html" not in answer
        inner = answer[answer.rindex("<", 0, answer.index(f'id="{part}"')) :]
        assert flat(inner) in flat(page)
