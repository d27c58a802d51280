"""The view of an event is cached by its version: after every change it shows what an event read anew shows."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from drafts.models import Draft
from matches.events import pod_services as tables
from matches.events import result_services, round_services, row_changes, services
from matches.events.entry import leaving
from matches.events.players.services import rename_player
from matches.events.queries import event_by_key, load_event, load_event_from_row
from matches.events.serializers import EventSerializer
from matches.models import Event, Group, Match, Pairing, Registration
from matches.play import services as play
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event, paired

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(roland: User, elinor: User) -> Event:
    made = made_event(person(roland), 8)
    Registration.objects.filter(event=made, name="Elinor").update(person=person(elinor))
    paired(made, 1)
    return made


def same_as_from_nothing(event: Event) -> dict[str, Any]:
    """Return the event as the site shows it; fail if it differs from the event read from the database."""
    again, fresh = load_event(event.key), load_event_from_row(event_by_key(event.key))
    seen = _shown(again)
    assert seen == _shown(fresh)
    assert row_changes._cache_row_digests(again) == row_changes._cache_row_digests(fresh)
    return seen


def _shown(view: Any) -> dict[str, Any]:
    shown: dict[str, Any] = EventSerializer(view).data
    return shown | {"rounds": [{**round_, "seconds_left": 0} for round_ in shown["rounds"]]}


def test_every_change_of_an_event_shows_at_once(event: Event, elinor: User) -> None:
    owner, own = event.owner, event.registrations.get(name="Elinor")
    table = Pairing.objects.get(
        pk=next(
            pairing.row.pk
            for pairing in load_event(event.key).rounds[0].pairings
            if pairing.side_of_person(person(elinor))
        )
    )
    same_as_from_nothing(event)
    result_services.report_result(by=person(elinor), key=event.key, pairing=table.pk, crystals=(5, 2))
    assert any(pairing["status"] == "claimed" for pairing in same_as_from_nothing(event)["rounds"][0]["pairings"])
    enter_all(event)
    same_as_from_nothing(event)
    result_services.enter_result(by=owner, key=event.key, pairing=table.pk, crystals=(1, 6))
    same_as_from_nothing(event)
    result_services.undo_result(by=owner, key=event.key, pairing=table.pk)
    assert any(pairing["status"] == "claimed" for pairing in same_as_from_nothing(event)["rounds"][0]["pairings"])
    enter_all(event)
    rename_player(by=owner, key=event.key, number=own.number, name="Elinor of the Aqua")
    assert "Elinor of the Aqua" in str(same_as_from_nothing(event)["standings"])
    leaving.drop_player(by=owner, key=event.key, number=3)
    same_as_from_nothing(event)
    services.set_round_count(by=owner, key=event.key, rounds=4)
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
    load_event(event.key)
    play.record_game(by=event.owner, key=match.key, version=match.version, report=play.GameReport("a", 3))
    Event.objects.filter(pk=event.pk).update(version=50)
    same_as_from_nothing(event)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    Event.objects.filter(pk=event.pk).update(version=51)
    same_as_from_nothing(event)
    match.games.all().delete()
    Match.objects.filter(pk=match.pk).update(status="running")
    Event.objects.filter(pk=event.pk).update(version=52)
    same_as_from_nothing(event)


def test_what_has_no_newer_version_is_not_read_again(event: Event) -> None:
    enter_all(event)
    assert load_event(event.key) is load_event(event.key)


def test_a_new_name_of_the_organiser_or_the_group_shows_at_once(event: Event, roland: User) -> None:
    group = Group.objects.create(name="Thursdays", owner=event.owner)
    Event.objects.filter(pk=event.pk).update(group=group, version=60)
    load_event(event.key)
    Group.objects.filter(pk=group.pk).update(name="Fridays")
    User.objects.filter(pk=roland.pk).update(username="rolanda")
    again = load_event(event.key).event
    assert again.group is not None and (again.group.name, again.owner.display_name) == ("Fridays", "rolanda")


def test_a_draft_that_goes_on_at_a_table_of_the_event_shows_at_once(roland: User) -> None:
    event = made_event(person(roland), 4, format="draft")
    (pod,) = tables.seat_players_in_pods(by=event.owner, key=event.key)
    assert load_event(event.key).pods[0].pod.draft.status == "lobby"
    tables.begin_pod_draft(by=event.owner, key=event.key, number=1)
    Draft.objects.filter(pk=pod.draft_id).update(status="done")
    assert load_event(event.key).pods[0].pod.draft.status == "done"
