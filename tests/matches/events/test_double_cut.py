"""A playoff with double elimination after Swiss rounds."""

from __future__ import annotations

import random

import pytest
from django.test import Client

from accounts.models import Person
from common.errors import Conflict
from matches.core.tournament import EventRules
from matches.events import round_services, services
from matches.events.final_queries import final_places
from matches.events.next_step import NextStep, next_step_of_organiser
from matches.events.queries import event_view
from matches.events.read_models import EventView
from matches.events.rounds.names import next_round_name, round_name
from matches.models import Event
from tests.matches.events.builders import enter_all, made_event, paired

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Person:
    return Person.objects.create(nickname="Owner")


def begun(owner: Person, size: int, players: int = 8) -> Event:
    """An event with one Swiss round, in whose playoff the first round is paired."""
    event = made_event(owner, players, cut_size=size, cut_double=True, rounds_planned=1)
    paired(event, 1)
    enter_all(event)
    round_services.begin_playoff(by=owner, key=event.key)
    return event


def played(event: Event, seed: int) -> EventView:
    lots = random.Random(seed)
    while next_step_of_organiser(enter_all(event, lots)) is NextStep.PAIR:
        paired(event, len(event_view(event.key).rounds) + 1)
    return event_view(event.key)


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
    assert next_round_name(event_view(event.key)).template == "Losers’ final"
    page = client.get(f"/matches/events/{event.key}/").text
    assert "Losers’ bracket: one loss" in page
    bracket = client.get(f"/matches/events/{event.key}/files/bracket.pdf")
    assert bracket.content.startswith(b"%PDF")


def test_a_playoff_that_has_started_keeps_its_kind(owner: Person) -> None:
    event = begun(owner, 4)
    rules = {"name": event.name, "cut_size": 4, "rounds_planned": 1}
    with pytest.raises(Conflict, match="stays single or double"):
        services.change_event(by=owner, key=event.key, rules=EventRules(**rules), group=None)  # type: ignore[arg-type]
