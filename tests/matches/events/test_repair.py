"""Repairing one table: the bye goes to who came late, two players change seats, and nothing else moves."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Person, User
from common.errors import Conflict
from matches.events import result_services, services
from matches.events.queries import load_event
from matches.events.read_models import LoadedEvent, LoadedPairing
from matches.events.rounds import clock
from matches.models import AuditLogEntry, Event
from tests.html import flat
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event, paired

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(roland: User) -> Person:
    return person(roland)


def names(view: LoadedEvent) -> list[set[str]]:
    return [{player.name for player in (table.a, table.b) if player} for table in view.rounds[-1].pairings]


def bye_of(event: Event) -> LoadedPairing:
    return next(table for table in load_event(event.key).rounds[-1].pairings if table.b is None)


def test_the_bye_is_given_to_who_came_late_by_one_form_at_the_results_desk(
    owner: Person, roland_client: Client
) -> None:
    event = made_event(owner, 5)
    paired(event, 1)
    sits_out = bye_of(event).a.name
    services.add_players(by=owner, key=event.key, names=["Late Lu"])
    page = flat(roland_client.get(f"{event.get_absolute_url()}results/").content)
    assert f"Instead of the bye, {sits_out} plays" in page
    answer = roland_client.post(f"{event.get_absolute_url()}do/give_bye/", {"number": 1, "to": 6, "back": "results"})
    assert answer.status_code == 302
    view = load_event(event.key)
    assert {sits_out, "Late Lu"} in names(view)
    table = next(table for table in view.rounds[0].pairings if {table.a.name, table.b and table.b.name} >= {"Late Lu"})
    assert table.state == "open" and table.row.match is not None and table.match_key
    assert AuditLogEntry.objects.filter(event=event, kind="bye_given").exists()
    enter_all(event)
    assert {place.line.byes for place in paired(event, 2).standings} == {0}
    with pytest.raises(Conflict):
        clock.pair_with_bye(by=owner, key=event.key, number=1, to=6)


def test_two_players_change_seats_after_the_first_result_of_the_round(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 6)
    one, two, three = paired(event, 1).rounds[0].pairings
    assert two.b is not None and three.b is not None
    result_services.enter_result(by=owner, key=event.key, pairing=one.row.pk, crystals=(5, 2))
    assert "Swap two players" in flat(roland_client.get(f"{event.get_absolute_url()}results/").content)
    address = f"/api/v1/events/{event.key}/rounds/1/"
    swapped = roland_client.post(address, {"swap": [two.a.number, three.a.number]}, "application/json")
    assert swapped.status_code == 200
    view = load_event(event.key)
    assert names(view)[1:] == [{three.a.name, two.b.name}, {two.a.name, three.b.name}]
    match = view.rounds[0].pairings[1].row.match
    assert match is not None and match.name_a == three.a.name
    with pytest.raises(Conflict, match="has already started"):
        clock.swap_players(by=owner, key=event.key, number=1, first=one.a.number, second=two.b.number)
    with pytest.raises(Conflict, match="Choose two players at different tables in this round"):
        clock.swap_players(by=owner, key=event.key, number=1, first=three.a.number, second=two.b.number)
