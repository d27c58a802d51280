"""Every page and API address of an event opens after each way of leaving it, and each way back leads back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person, User
from matches.events import api_urls, round_services, services, urls
from matches.events.entry import leaving
from matches.events.files import EVENT_FILES
from matches.events.queries import load_event
from matches.models import Event, Registration
from tests.effort import first_in_gate
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event, paired
from tests.matches.events.test_api import Script

pytestmark = pytest.mark.django_db


def addresses(event: Event) -> Iterator[str]:
    """Yield the addresses of every readable page of the event, and of its API.

    They are of player and round 1, who stays and has met everybody, of player 4, who leaves, and of every file.
    """
    view = load_event(event.key)
    values: dict[str, list[object]] = {
        "key": [event.key],
        "code": [event.code],
        "number": [1, 4],
        "pairing": [table.row.pk for table in view.tables[:2]],
        "name": [*EVENT_FILES],
    }
    for prefix, patterns in (("matches", urls.urlpatterns), ("matches_api", api_urls.urlpatterns)):
        for pattern in patterns:
            wanted = sorted(pattern.pattern.converters)
            if set(wanted) <= set(values) and "_do_" not in (pattern.name or ""):
                for chosen in product(*(values[name] for name in wanted)):
                    yield reverse(f"{prefix}:{pattern.name}", kwargs=dict(zip(wanted, chosen, strict=True)))


def check_every_page(event: Event, clients: list[Client]) -> None:
    """Open everything as each client, and files as the first of them; a client raises an error for a 500."""
    seen = set()
    for address in addresses(event):
        for client in clients if address.endswith("/") else clients[:1]:
            answer = client.get(address)
            assert answer.status_code < 500, address
            seen.add(answer.status_code)
    assert 200 in seen


@pytest.fixture
def owner(roland: User) -> Person:
    return person(roland)


@pytest.fixture
def clients(client: Client, roland_client: Client) -> list[Client]:
    return [client, roland_client]


def league(owner: Person, players: int, *, results: int) -> Event:
    event = made_event(owner, players, format="round_robin")
    paired(event, 1)
    for _round in range(results):
        enter_all(event)
    return event


def swiss(owner: Person, players: int, **more: object) -> Event:
    event = made_event(owner, players, **more)
    paired(event, 1)
    return event


def by_page(event: Event, client: Client, script: Script, what: str, **sent: object) -> None:
    answer = client.post(f"/matches/events/{event.key}/do/{what}/", {"number": 4, **sent})
    assert answer.status_code == 302


def by_api(event: Event, client: Client, script: Script, what: str, **sent: object) -> None:
    body: dict[str, object] = {"playing": what == "return"}
    if "how" in sent:
        body["withdrawal"] = sent["how"]
    script.done("PATCH", f"events/{event.key}/players/4/", body)


# The gate tries each kind and both ways to ask once: a case opens every page, which takes seconds of processor time.
@pytest.mark.parametrize(
    ("how", "players", "results", "acting"),
    first_in_gate(
        [
            *(("strike", 4, 0, by_page), ("award", 5, 1, by_api), ("keep", 4, 0, by_page)),
            *(("strike", 5, 1, by_api), ("award", 4, 0, by_page), ("keep", 5, 1, by_api)),
        ],
        3,
    ),
)
def test_a_league_opens_after_each_kind_of_withdrawal(
    owner: Person,
    roland: User,
    clients: list[Client],
    how: str,
    players: int,
    results: int,
    acting: Callable[..., None],
) -> None:
    event, script = league(owner, players, results=results), Script(roland)
    acting(event, clients[1], script, "drop", how=how)
    assert Registration.objects.get(event=event, number=4).withdrawal == how
    check_every_page(event, clients)
    script.done("PATCH", f"events/{event.key}/players/4/", {"name": "Another name"})
    acting(event, clients[1], script, "return")
    assert Registration.objects.get(event=event, number=4).dropped is None
    check_every_page(event, clients[1:])


@pytest.mark.parametrize(
    ("settings", "acting"),
    first_in_gate(
        [({}, by_page), ({"format": "double"}, by_api), ({"format": "knockout"}, by_page), ({"cut_size": 4}, by_api)]
    ),
)
def test_a_round_by_round_event_opens_after_somebody_has_dropped(
    owner: Person, roland: User, clients: list[Client], settings: dict[str, object], acting: Callable[..., None]
) -> None:
    event, script = swiss(owner, 6, **settings), Script(roland)
    acting(event, clients[1], script, "drop")
    check_every_page(event, clients)
    enter_all(event)
    paired(event, 2)
    check_every_page(event, clients[1:])
    acting(event, clients[1], script, "return")


@pytest.mark.parametrize("acting", first_in_gate([by_api, by_page]))
def test_a_player_who_came_late_and_left_before_playing_comes_back(
    owner: Person, roland: User, clients: list[Client], acting: Callable[..., None]
) -> None:
    event, script = swiss(owner, 3), Script(roland)
    services.add_players(by=owner, key=event.key, names=["Late"])
    acting(event, clients[1], script, "drop")
    check_every_page(event, clients)
    acting(event, clients[1], script, "return")
    assert Registration.objects.get(event=event, number=4).dropped is None


def test_a_finished_league_opens_with_a_struck_player(owner: Person, clients: list[Client]) -> None:
    event = league(owner, 4, results=1)
    leaving.drop_player(by=owner, key=event.key, number=4, withdrawal="strike")
    enter_all(event)
    enter_all(event)
    round_services.finish_event(by=owner, key=event.key)
    check_every_page(event, clients)


def test_the_points_of_a_player_add_up_to_their_row(owner: Person) -> None:
    """A struck match and a bye of a league give none."""
    for players, how in ((4, "strike"), (5, "strike"), (5, "award"), (5, "keep")):
        event = league(owner, players, results=2)
        leaving.drop_player(by=owner, key=event.key, number=4, withdrawal=how)
        for place in load_event(event.key).standings:
            answer = Client().get(f"/api/v1/events/{event.key}/players/{place.player.number}/").json()
            assert answer["place"]["points"] == sum(each["points"] for each in answer["played"]), (players, how)
