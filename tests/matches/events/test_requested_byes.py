"""Byes that players ask for ahead of a round."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Person, User
from common.errors import Conflict, Invalid, NotAllowed
from matches.core.standings.criteria import OPPONENTS_ORDER
from matches.core.tournament import EventRules
from matches.events import services
from matches.events.audit_log import audit_log_lines
from matches.events.entry import leaving
from matches.events.queries import load_event
from matches.events.rounds import clock
from matches.models import Event, Registration
from tests.html import flat
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event, paired

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(roland: User) -> Person:
    return person(roland)


def ask(event: Event, number: int, *rounds: int) -> Registration:
    return leaving.ask_for_byes(by=event.owner, key=event.key, number=number, rounds=rounds)


def points(event: Event) -> dict[str, tuple[int, int]]:
    """Return the points and byes of each player."""
    return {place.player.name: (place.line.points, place.line.byes) for place in load_event(event.key).standings}


@pytest.mark.parametrize(("rules", "worth"), [({}, 0), ({"tie_breaks": OPPONENTS_ORDER}, 1)])
def test_a_bye_asked_for_gives_what_the_preset_says(rules: dict[str, object], worth: int, owner: Person) -> None:
    event = made_event(owner, 5, **rules)
    ask(event, 2, 1)
    view = paired(event, 1)
    alone = [table for table in view.rounds[0].pairings if table.b is None]
    assert [table.a.name for table in alone] == ["Elinor"] and len(view.rounds[0].pairings) == 3
    enter_all(event)
    assert points(event)["Elinor"] == (worth, 1)
    crystals = {place.player.name: place.line.values["crystals"] for place in load_event(event.key).standings}
    assert crystals["Elinor"] == 0


def test_who_has_asked_for_a_bye_can_still_get_one_by_the_pairing(owner: Person) -> None:
    event = made_event(owner, 3)
    ask(event, 3, 1)
    paired(event, 1)
    enter_all(event)
    for number in (2, 3):
        paired(event, number)
        enter_all(event)
    byes = [table.a.name for each in load_event(event.key).rounds for table in each.pairings if table.b is None]
    assert byes[0] == "Mira" and len(set(byes[1:])) == 2


def test_a_bye_is_taken_back_until_its_round_is_paired(owner: Person, client: Client) -> None:
    event = made_event(owner, 4, rounds_planned=3)
    ask(event, 1, 1, 2)
    ask(event, 1, 2)
    paired(event, 1)
    assert all(table.b for table in load_event(event.key).rounds[0].pairings)
    with pytest.raises(Invalid, match="isn’t a round to come"):
        ask(event, 1, 1)
    with pytest.raises(Invalid, match="isn’t a round to come"):
        ask(event, 1, 4)
    enter_all(event)
    view = paired(event, 2)
    assert [table.a.name for table in view.rounds[1].pairings if table.b is None][:1]
    ask(event, 1)
    assert event.registrations.get(number=1).requested_byes == [2]
    kinds = [line.kind for line in audit_log_lines(event, owner)]
    assert kinds.count("requested_byes") == 2 and kinds.count("no_byes") == 1


def test_a_latecomer_does_not_play_who_has_asked_for_a_bye(owner: Person) -> None:
    event = made_event(owner, 5)
    ask(event, 1, 1)
    paired(event, 1)
    services.add_players(by=owner, key=event.key, names=["Late"])
    with pytest.raises(Conflict, match="Nobody has a bye"):
        clock.pair_with_bye(by=owner, key=event.key, number=1, to=6)


@pytest.mark.parametrize("format_", ["round_robin", "knockout", "double"])
def test_only_swiss_rounds_have_byes_to_ask_for(format_: str, owner: Person) -> None:
    event = made_event(owner, 4, format=format_)
    with pytest.raises(Conflict, match="Swiss rounds"):
        ask(event, 1, 1)


def test_nobody_asks_for_another(owner: Person, elinor: User) -> None:
    event = made_event(owner, 4)
    Registration.objects.filter(event=event, number=2).update(person=person(elinor))
    leaving.ask_for_byes(by=person(elinor), key=event.key, number=2, rounds=[1])
    with pytest.raises(NotAllowed):
        leaving.ask_for_byes(by=person(elinor), key=event.key, number=1, rounds=[1])


def test_player_and_organiser_ask_on_their_pages(owner: Person, roland: User, elinor: User, client: Client) -> None:
    event = services.create_event(by=owner, rules=EventRules(name="Saturday", rounds_planned=3))
    services.add_players(by=owner, key=event.key, names=["Elinor", "Mira", "Otto"])
    Registration.objects.filter(event=event, number=1).update(person=person(elinor))
    address = f"/matches/events/{event.key}/"
    client.force_login(elinor)
    assert "Sit out a round" in client.get(address).text
    assert client.post(f"{address}do/byes/", {"number": 1, "byes": ["1", "3"]}).status_code == 302
    assert event.registrations.get(number=1).requested_byes == [1, 3]
    assert "Byes in these rounds: <b>1, 3</b>" in flat(client.get(address).text)
    client.force_login(roland)
    page = flat(client.get(address).text)
    assert "Byes asked for:" in page
    assert "sits out" in client.get(f"{address}players/").text
    desk = client.get(f"{address}players/1/desk/").text
    assert desk.count("checked") == 2
    client.post(f"{address}do/byes/", {"number": 1, "back": "player"})
    assert event.registrations.get(number=1).requested_byes == []
    assert "Byes asked for:" not in client.get(address).text


def test_programs_ask_and_only_the_desk_reads_it(owner: Person, roland: User, client: Client) -> None:
    event = made_event(owner, 4)
    client.force_login(roland)
    address = f"/api/v1/events/{event.key}/players/2/"
    sent = client.patch(address, {"requested_byes": [2]}, content_type="application/json")
    assert sent.status_code == 200 and client.get(address).json()["requested_byes"] == [2]
    assert Client().get(address).json()["requested_byes"] == []
