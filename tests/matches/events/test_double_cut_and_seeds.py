"""A playoff with double elimination, and the seeds of a bracket set by hand."""

from __future__ import annotations

import random

import pytest
from django.test import Client

from accounts.models import Person, User
from common.errors import Conflict
from matches.core.tournament import EventRules
from matches.events import round_services, services
from matches.events.bracket_queries import final_places, next_round_name, round_name
from matches.events.players.services import seed_player
from matches.events.queries import load_event
from matches.events.read_models import LoadedEvent
from matches.events.rounds.planning import NextStep, next_step_of_organiser
from matches.models import Event
from tests.html import flat
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event, paired

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(roland: User) -> Person:
    return person(roland)


def begun(owner: Person, size: int, players: int = 8) -> Event:
    """Return an event with one Swiss round, in whose playoff the first round is paired."""
    event = made_event(owner, players, cut_size=size, cut_double=True, rounds_planned=1)
    paired(event, 1)
    enter_all(event)
    round_services.begin_playoff(by=owner, key=event.key)
    return event


def played(event: Event, seed: int) -> LoadedEvent:
    lots = random.Random(seed)
    while next_step_of_organiser(enter_all(event, lots)) is NextStep.PAIR:
        paired(event, len(load_event(event.key).rounds) + 1)
    return load_event(event.key)


@pytest.mark.parametrize("size", [2, 4, 8])
@pytest.mark.parametrize("seed", range(4))
def test_everybody_in_the_playoff_but_the_winner_loses_twice(size: int, seed: int, owner: Person) -> None:
    view = played(begun(owner, size), seed)
    losses = [table.loser for each in view.cut_rounds for table in each.pairings]
    inside = {player for each in view.cut_rounds for table in each.pairings for player in table.players}
    assert len(inside) == size and view.champion in inside
    assert {player: losses.count(player) for player in inside - {view.champion}} == dict.fromkeys(
        inside - {view.champion}, 2
    )
    assert losses.count(view.champion) <= 1
    assert final_places(view)[0].player == view.champion and len(final_places(view)) == 8
    assert next_step_of_organiser(view) is NextStep.FINISH
    with pytest.raises(Conflict, match="The final has been played"):
        paired(view.event, len(view.rounds) + 1)


def test_the_rounds_are_named_by_their_bracket(owner: Person, client: Client) -> None:
    event = begun(owner, 4)
    view = enter_all(event)
    assert round_name(view, view.rounds[-1]).template == "Winners’ semifinals"
    losers = {table.loser for table in view.rounds[-1].pairings}
    second = paired(event, 3)
    assert len(second.rounds[-1].pairings) == 2 and losers <= {
        player for table in second.rounds[-1].pairings for player in table.players
    }
    enter_all(event)
    assert next_round_name(load_event(event.key)).template == "Losers’ final"
    page = client.get(f"/matches/events/{event.key}/").text
    assert "Losers’ bracket: one loss" in page
    bracket = client.get(f"/matches/events/{event.key}/files/bracket.pdf")
    assert bracket.content.startswith(b"%PDF")


def test_the_form_of_an_event_offers_it(roland: User, client: Client) -> None:
    client.force_login(roland)
    answers = {"format": "swiss", "name": "Saturday", "cut_size": "8d", "edition": "legends", "target": "5"}
    assert client.post("/matches/events/new/", answers).status_code == 302
    event = Event.objects.get()
    assert (event.cut_size, event.cut_double) == (8, True)
    page = client.get(f"/matches/events/{event.key}/settings/").text
    assert '<option value="8d" selected>top 8, double elimination</option>' in page


def test_a_playoff_that_has_started_keeps_its_kind(owner: Person) -> None:
    event = begun(owner, 4)
    rules = {"name": event.name, "cut_size": 4, "rounds_planned": 1}
    with pytest.raises(Conflict, match="stays single or double"):
        services.change_event(by=owner, key=event.key, rules=EventRules(**rules), group=None)  # type: ignore[arg-type]


def seed(event: Event, number: int, to: int | None) -> list[int]:
    """Seed a player; return the numbers in the order of the seeds."""
    seed_player(by=event.owner, key=event.key, number=number, to=to)
    return list(event.registrations.exclude(seed=None).order_by("seed").values_list("number", flat=True))


def first_round(event: Event) -> list[tuple[int, int | None]]:
    return [
        (table.a.number, table.b.number if table.b else None)
        for table in paired(event, 1).rounds[0].tables_in_bracket_order
    ]


@pytest.mark.parametrize("format_", ["knockout", "double"])
def test_the_first_seed_meets_the_last_and_byes_go_to_the_first(format_: str, owner: Person) -> None:
    event = made_event(owner, 6, format=format_)
    assert seed(event, 6, 1) == [6, 1, 2, 3, 4, 5]
    assert seed(event, 1, 6) == [6, 2, 3, 4, 5, 1]
    assert seed(event, 4, 99) == [6, 2, 3, 5, 1, 4]
    assert first_round(event) == [(6, None), (5, 1), (2, None), (3, 4)]


def test_latecomers_are_drawn_behind_the_seeds(owner: Person) -> None:
    event = made_event(owner, 3, format="knockout")
    seed(event, 3, 1)
    services.add_players(by=owner, key=event.key, names=["Late"])
    assert first_round(event) == [(3, 4), (1, 2)]


def test_the_lot_decides_again_once_nobody_is_seeded(owner: Person) -> None:
    event = made_event(owner, 4, format="knockout")
    assert seed(event, 3, 2) == [1, 3, 2, 4]
    assert seed(event, 3, None) == []
    paired(event, 1)
    with pytest.raises(Conflict, match="before round 1"):
        seed(event, 1, 1)


def test_swiss_rounds_have_no_seeds(owner: Person) -> None:
    with pytest.raises(Conflict, match="elimination"):
        seed(made_event(owner, 4), 1, 1)


def test_the_organiser_moves_a_player_up_and_down_by_form(owner: Person, roland: User, client: Client) -> None:
    event = made_event(owner, 4, format="knockout")
    client.force_login(roland)
    page = f"/matches/events/{event.key}/players/"
    address = f"/matches/events/{event.key}/do/seed/"
    assert "Seed by hand" in client.get(page).text
    answer = client.post(address, {"number": 3, "to": 1, "back": "players"}, follow=True)
    assert answer.redirect_chain[-1][0] == f"{page}?moved=3"
    shown = flat(answer.content.decode())
    assert "1. Mira" in shown and "2. Roland" in shown and "Move Mira down" in shown
    assert answer.content.decode().count("autofocus") == 1
    client.post(address, {"number": 3, "lot": "1", "back": "players"})
    assert not event.registrations.exclude(seed=None).exists()
    assert load_event(event.key).event.version > event.version
