"""A large event is read again with what is unchanged taken over: it shows what an event read from nothing shows."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from common.versioned_cache import VersionedCache
from matches.events import queries, result_services, round_services, services
from matches.events.changes import snapshots
from matches.events.players.services import rename
from matches.events.queries import event_view, get_event, view_of
from matches.events.rounds import queries as round_queries
from matches.events.serializers import EventSerializer
from matches.models import Event, Match, Pairing, Registration
from matches.play import services as play
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event, paired

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(roland: User, elinor: User, monkeypatch: pytest.MonkeyPatch) -> Event:
    monkeypatch.setattr(queries, "_cache", {})
    monkeypatch.setattr(snapshots, "_last", VersionedCache(max_keys=2))
    monkeypatch.setattr(queries, "LARGE_EVENT_PLAYERS", 2)
    monkeypatch.setattr(snapshots, "LARGE_EVENT_PLAYERS", 2)
    made = made_event(person(roland), 8)
    Registration.objects.filter(event=made, name="Elinor").update(person=person(elinor))
    paired(made, 1)
    return made


def same_as_from_nothing(event: Event) -> dict[str, Any]:
    """The event as it is read again; the test fails where it is another than the one read from nothing."""
    again, fresh = event_view(event.key), view_of(get_event(event.key))
    seen = _shown(again)
    assert seen == _shown(fresh)
    assert snapshots._digests(again) == snapshots._digests(fresh)
    return seen


def _shown(view: Any) -> dict[str, Any]:
    shown: dict[str, Any] = EventSerializer(view).data
    return shown | {"rounds": [{**round_, "seconds_left": 0} for round_ in shown["rounds"]]}


def test_every_change_of_a_large_event_shows_in_what_is_read_again(event: Event, elinor: User) -> None:
    owner, own = event.owner, event.registrations.get(name="Elinor")
    table = Pairing.objects.get(
        pk=next(pairing.row.pk for pairing in event_view(event.key).rounds[0].pairings if pairing.has(person(elinor)))
    )
    same_as_from_nothing(event)
    result_services.report(by=person(elinor), key=event.key, pairing=table.pk, crystals=(5, 2))
    assert any(pairing["state"] == "claimed" for pairing in same_as_from_nothing(event)["rounds"][0]["pairings"])
    enter_all(event)
    same_as_from_nothing(event)
    result_services.enter(by=owner, key=event.key, pairing=table.pk, crystals=(1, 6))
    same_as_from_nothing(event)
    result_services.take_back(by=owner, key=event.key, pairing=table.pk)
    assert any(pairing["state"] == "claimed" for pairing in same_as_from_nothing(event)["rounds"][0]["pairings"])
    enter_all(event)
    rename(by=owner, key=event.key, number=own.number, name="Elinor of the Aqua")
    assert "Elinor of the Aqua" in str(same_as_from_nothing(event)["standings"])
    services.drop(by=owner, key=event.key, number=3)
    same_as_from_nothing(event)
    services.plan_rounds(by=owner, key=event.key, rounds=4)
    same_as_from_nothing(event)
    paired(event, 2)
    same_as_from_nothing(event)
    round_services.unpair_round(by=owner, key=event.key, number=2)
    assert len(same_as_from_nothing(event)["rounds"]) == 1


def test_points_of_other_rules_are_counted_again(event: Event) -> None:
    enter_all(event)
    before = same_as_from_nothing(event)["standings"][0]["points"]
    Event.objects.filter(pk=event.pk).update(points_win=7, version=100)
    assert same_as_from_nothing(event)["standings"][0]["points"] == 7 != before


def test_games_of_a_match_show_and_go_again(event: Event) -> None:
    match = Match.objects.filter(pairing__round__event=event).first()
    assert match is not None
    event_view(event.key)
    play.record_game(by=event.owner, key=match.key, version=match.version, report=play.Report("a", 3))
    Event.objects.filter(pk=event.pk).update(version=50)
    same_as_from_nothing(event)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    Event.objects.filter(pk=event.pk).update(version=51)
    same_as_from_nothing(event)
    match.games.all().delete()
    Match.objects.filter(pk=match.pk).update(status="running")
    Event.objects.filter(pk=event.pk).update(version=52)
    same_as_from_nothing(event)


def test_many_changed_tables_are_read_by_their_rounds(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(round_queries, "MAX_NAMED_TABLES", 1)
    event_view(event.key)
    enter_all(event)
    same_as_from_nothing(event)
    paired(event, 2)
    same_as_from_nothing(event)


def test_what_is_unchanged_is_not_read_again(event: Event) -> None:
    before = event_view(event.key)
    enter_all(event)
    middle = event_view(event.key)
    services.drop(by=event.owner, key=event.key, number=3)
    after = event_view(event.key)
    assert [pairing.row for pairing in after.rounds[0].pairings] == [
        pairing.row for pairing in middle.rounds[0].pairings
    ]
    assert all(
        pairing.row is other.row
        for pairing, other in zip(after.rounds[0].pairings, middle.rounds[0].pairings, strict=True)
    )
    assert sum(player is other for player, other in zip(after.players, before.players, strict=True)) == 7


def test_the_digests_of_the_events_read_last_are_kept(roland: User, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = VersionedCache[Any](max_keys=2)
    monkeypatch.setattr(snapshots, "_last", kept)
    monkeypatch.setattr(snapshots, "LARGE_EVENT_PLAYERS", 2)
    events = [made_event(person(roland), 2) for _each in range(3)]
    for event in (events[0], events[1], events[0], events[2]):
        snapshots._digests(event_view(event.key))
    assert [kept.get(event.pk, None) is not None for event in events] == [True, False, True]
