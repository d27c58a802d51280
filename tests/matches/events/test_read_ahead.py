"""A large event is read, and a round that is closed is counted, while others may write; what has changed counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from accounts.models import Person, User
from common.errors import Conflict
from matches.events import closing_services, queries, result_services, services, transactions
from matches.events.players import services as players
from matches.events.queries import event_view
from matches.models import Event, Game, Match, Pairing, Trail
from matches.play import services as play_services
from tests.matches.builders import person
from tests.matches.events.builders import made_event, paired

pytestmark = pytest.mark.django_db
Meanwhile = Callable[[int], object]


@pytest.fixture
def event(roland: User, monkeypatch: pytest.MonkeyPatch) -> Event:
    """An event of four, which counts as a large one."""
    monkeypatch.setattr(queries, "LARGE_EVENT_PLAYERS", 4)
    return made_event(person(roland), 4)


def watch(patch: pytest.MonkeyPatch, module: Any, name: str, meanwhile: Meanwhile = lambda _nth: None) -> list[bool]:
    """Do something after each call, which is told how many there were; whether each was made in a transaction."""
    held: list[bool] = []
    work = getattr(module, name)

    def watched(*words: Any, **options: Any) -> Any:
        # The test itself is a transaction; one within it is a savepoint.
        held.append(bool(connection.savepoint_ids))
        answer = work(*words, **options)
        meanwhile(len(held))
        return answer

    patch.setattr(module, name, watched)
    return held


def test_a_large_event_is_read_before_it_is_held(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    ahead = watch(monkeypatch, queries, "view_to_plan")
    again = watch(monkeypatch, transactions, "view_of")
    players.rename(by=event.owner, key=event.key, number=2, name="Elenor")
    assert (ahead, again) == ([False], [])
    assert [player.name for player in event_view(event.key).players][1] == "Elenor"


def test_what_somebody_changes_meanwhile_is_read_again(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    def enter_one(nth: int) -> None:
        if nth == 1:
            monkeypatch.setattr(queries, "LARGE_EVENT_PLAYERS", 100)
            services.add_players(by=event.owner, key=event.key, names=["Hedwig"])

    watch(monkeypatch, queries, "view_to_plan", enter_one)
    again = watch(monkeypatch, transactions, "view_of")
    with pytest.raises(Conflict, match="in the event already"):
        players.rename(by=event.owner, key=event.key, number=2, name="hedwig")
    assert again == [True, True]  # of the one who entered meanwhile, and of who comes too late


def test_a_small_event_is_read_once(roland: User, monkeypatch: pytest.MonkeyPatch) -> None:
    event = made_event(person(roland), 4)
    ahead = watch(monkeypatch, queries, "view_to_plan")
    again = watch(monkeypatch, transactions, "view_of")
    players.rename(by=event.owner, key=event.key, number=2, name="Elenor")
    assert (ahead, again) == ([], [True])


def test_a_service_that_holds_the_event_twice_sees_what_it_wrote(event: Event) -> None:
    """`take_place` and the like are called with a view that was read before; only once is it as it was read."""

    @transactions.event_transaction
    def rename_twice(*, by: Person | None, key: str) -> list[str]:
        names = []
        for name in ("Elenor", "Elanor"):
            view = transactions.view_held(transactions.lock_event(key))
            names.append(view.players[1].name)
            view.players[1].name = name
            view.players[1].save()
        return names

    assert rename_twice(by=event.owner, key=event.key) == ["Elinor", "Elenor"]


def one_game(event: Event, table: int, *, winner: str = "a") -> None:
    match = Match.objects.get(pairing__round__event=event, pairing__table=table)
    report = play_services.Report(winner, 2, crystal_cards=0)
    play_services.record_game(by=event.owner, key=match.key, version=match.version, report=report)


def close(event: Event) -> list[tuple[int, int]]:
    """Close round 1 as the time is up; the crystals of its tables."""
    closing_services.close_round(by=event.owner, key=event.key, number=1, unfinished=True)
    rows = Pairing.objects.filter(round__event=event).order_by("table")
    return list(rows.values_list("crystals_a", "crystals_b"))


def test_a_round_is_counted_while_others_may_write(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    paired(event, 1)
    one_game(event, 1)
    counted = watch(monkeypatch, closing_services, "count_open_tables")
    assert close(event) == [(3, 0), (0, 0)]
    assert counted == [False]


def test_a_game_played_meanwhile_is_counted_too(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that ends no match leaves the version of the event alone."""
    paired(event, 1)

    def play_on(nth: int) -> None:
        if nth == 1:
            one_game(event, 2, winner="b")

    counted = watch(monkeypatch, closing_services, "count_open_tables", play_on)
    assert close(event) == [(0, 0), (0, 3)]
    assert counted == [False, False] and Game.objects.count() == 1
    assert Trail.objects.filter(event=event, kind="round_closed").count() == 1


def test_a_result_entered_meanwhile_stays(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    table = paired(event, 1).rounds[0].pairings[0].row.pk

    def enter(nth: int) -> None:
        if nth == 1:
            result_services.enter(by=event.owner, key=event.key, pairing=table, crystals=(5, 2))

    counted = watch(monkeypatch, closing_services, "count_open_tables", enter)
    assert close(event) == [(5, 2), (0, 0)] and counted == [False, False]


def test_where_it_changes_again_and_again_the_event_is_held(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    paired(event, 1)

    def change(nth: int) -> None:
        if nth <= transactions.MAX_PLANS:
            Event.objects.filter(pk=event.pk).update(version=100 + nth)

    counted = watch(monkeypatch, closing_services, "count_open_tables", change)
    assert close(event) == [(0, 0), (0, 0)]
    assert counted == [False] * transactions.MAX_PLANS + [True]


def test_of_two_who_close_at_one_moment_the_second_is_told(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    paired(event, 1)

    def close_too(nth: int) -> None:
        if nth == 1:
            close(event)

    watch(monkeypatch, closing_services, "count_open_tables", close_too)
    with pytest.raises(Conflict, match="closed already"):
        close(event)
