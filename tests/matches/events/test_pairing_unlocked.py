"""A round is worked out while others may write, and written only if nothing has changed meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from accounts.models import Person, User
from matches.core.pairing import pair_round
from matches.events import round_services, services
from matches.events.queries import event_view
from matches.events.rounds import planning
from matches.events.transactions import MAX_PLANS
from matches.models import Event, Trail
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event, paired

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(roland: User) -> Person:
    return person(roland)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[int], None]], list[bool]]:
    """Do something at each working out of a round, which is told how many there were; whether each held the lock."""

    def watch(meanwhile: Callable[[int], None]) -> list[bool]:
        held: list[bool] = []

        def work(*words: Any, **options: Any) -> Any:
            # The test itself is a transaction; one within it is a savepoint.
            held.append(bool(connection.savepoint_ids))
            meanwhile(len(held))
            return pair_round(*words, **options)

        monkeypatch.setattr(planning, "pair_round", work)
        return held

    return watch


Watch = Callable[[Callable[[int], None]], list[bool]]


def test_nobody_is_held_up_while_a_round_is_worked_out(owner: Person, watched: Watch) -> None:
    held = watched(lambda _nth: None)
    event = made_event(owner, 6)
    assert len(paired(event, 1).rounds[0].pairings) == 3
    enter_all(event)
    assert len(paired(event, 2).rounds[1].pairings) == 3
    assert held == [False, False]


def test_a_round_worked_out_for_what_has_changed_is_worked_out_again(owner: Person, watched: Watch) -> None:
    event = made_event(owner, 6)

    def drop_one(nth: int) -> None:
        if nth == 1:
            services.drop(by=owner, key=event.key, number=3)

    held = watched(drop_one)
    round_services.pair(by=owner, key=event.key, number=1)
    [played] = event_view(event.key).rounds
    numbers = {player.number for pairing in played.pairings for player in (pairing.a, pairing.b) if player}
    assert numbers == {1, 2, 4, 5, 6} and held == [False, False]
    assert Trail.objects.filter(event=event, kind="paired").count() == 1


def test_where_it_changes_again_and_again_the_event_is_held(owner: Person, watched: Watch) -> None:
    event = made_event(owner, 6)

    def change(nth: int) -> None:
        if nth <= MAX_PLANS:
            Event.objects.filter(pk=event.pk).update(version=100 + nth)

    held = watched(change)
    round_services.pair(by=owner, key=event.key, number=1)
    assert held == [False] * MAX_PLANS + [True]
    assert len(event_view(event.key).rounds) == 1
