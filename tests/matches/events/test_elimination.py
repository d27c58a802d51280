"""A knock-out and a double elimination, played as events."""

from __future__ import annotations

import random

import pytest
from django.test import Client

from accounts.models import Person
from common.errors import Conflict, Invalid
from matches.events import closing_services, round_services, services
from matches.events.final_queries import final_places, tree_columns
from matches.events.next_step import NextStep, next_step
from matches.events.queries import event_view
from matches.models import Event
from tests.html import flat
from tests.matches.events.builders import enter_all, made_event, paired

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Person:
    return Person.objects.create(nickname="Owner")


def play(event: Event) -> int:
    """Play to the end by lot; returns how many rounds it took."""
    lots, number = random.Random(3), 0
    while next_step(event_view(event.key)) is NextStep.PAIR:
        number += 1
        paired(event, number)
        enter_all(event, lots)
    assert next_step(event_view(event.key)) is NextStep.FINISH
    return number


def test_six_players_play_a_knock_out_in_three_rounds(owner: Person) -> None:
    event = made_event(owner, 6, format="knockout")
    assert play(event) == 3
    view = event_view(event.key)
    final = final_places(view)
    assert [place.place.label for place in final] == ["1", "2", "3–4", "3–4", "5–6", "5–6"]
    assert view.champion == final[0].player
    with pytest.raises(Conflict, match="final is played"):
        paired(event, 4)


def test_in_a_double_elimination_everybody_but_the_winner_has_lost_twice(owner: Person, client: Client) -> None:
    event = made_event(owner, 5, format="double")
    play(event)
    view = event_view(event.key)
    lost = [
        table.b if table.winner == table.a else table.a
        for round_ in view.rounds
        for table in round_.pairings
        if table.b
    ]
    assert {player.name: lost.count(player) for player in view.players if player != view.champion} == {
        player.name: 2 for player in view.players if player != view.champion
    }
    closing_services.finish(by=owner, key=event.key)
    page = flat(client.get(f"/matches/events/{event.key}/").text)
    assert "With one defeat" in page and "After the rounds" not in page
    assert [branch[0].branch for branch in tree_columns(view)] == ["winners", "losers", "final"]
    answer = client.get(f"/api/v1/events/{event.key}/").json()
    assert answer["champion"] == (view.champion and view.champion.number)


def test_nobody_enters_a_drawn_knock_out_and_who_leaves_it_loses_without_a_match(owner: Person) -> None:
    event = made_event(owner, 4, format="knockout")
    paired(event, 1)
    with pytest.raises(Conflict, match="drawn"):
        services.add_players(by=owner, key=event.key, names=["Late"])
    view = enter_all(event)
    winner = view.rounds[0].pairings[0].winner
    assert winner
    services.drop(by=owner, key=event.key, number=winner.number)
    assert paired(event, 2).champion not in (None, winner)


def test_a_pairing_is_taken_back_and_an_end_too(owner: Person) -> None:
    event = made_event(owner, 4, format="double")
    paired(event, 1)
    round_services.unpair_round(by=owner, key=event.key, number=1)
    assert event_view(event.key).event.status == Event.Status.REGISTRATION
    paired(event, 1)
    enter_all(event)
    closing_services.finish(by=owner, key=event.key)
    assert closing_services.reopen(by=owner, key=event.key).status == Event.Status.RUNNING
    assert len(paired(event, 2).rounds) == 2


def test_a_knock_out_has_no_cut_of_its_own(owner: Person) -> None:
    with pytest.raises(Invalid, match="no cut"):
        made_event(owner, 4, format="knockout", cut_size=4)
