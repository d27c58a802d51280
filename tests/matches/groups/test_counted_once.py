"""A match of a group is counted once a version: readers cost little, and what changes is seen at once."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from matches.core.tournament import EventRules
from matches.events import services as event_services
from matches.groups import people
from matches.groups.encounters import encounters_of
from matches.models import Group, Match
from matches.play import services
from matches.play.services import GameReport
from tests.matches.builders import group_match, made_group, won
from tests.matches.events.builders import paired

pytestmark = pytest.mark.django_db
WON = (("a", 3), ("a", 3))


@pytest.fixture
def group(roland: User) -> Group:
    return made_group(roland, "Elinor")


def crystals(group: Group) -> list[tuple[str, int, int]]:
    return [(each.winner, each.crystals_a, each.crystals_b) for each in encounters_of(group)]


def test_only_what_is_new_is_read_with_its_games(
    group: Group, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _match in range(3):
        group_match(group, "Roland", "Elinor", *WON)
    with django_assert_num_queries(8):
        assert len(encounters_of(group)) == 3
    with django_assert_num_queries(4):
        assert len(encounters_of(group)) == 3
    group_match(group, "Roland", "Elinor", *WON)
    with CaptureQueriesContext(connection) as asked:
        assert len(encounters_of(group)) == 4
    games = [each["sql"] for each in asked.captured_queries if 'FROM "matches_game"' in each["sql"]]
    assert len(games) == 1 and "," not in games[0].split(" IN (")[1].split(")")[0]
    with CaptureQueriesContext(connection) as asked:
        assert client.get(reverse("matches:group_season", args=[group.key])).status_code == 200
    assert len(asked) <= 11 and not any('"matches_game"' in each["sql"] for each in asked.captured_queries)


def test_what_is_corrected_or_undone_is_seen_at_once(group: Group) -> None:
    match = group_match(group, "Roland", "Elinor", *WON)
    by, key = match.created_by, match.key
    assert crystals(group) == [("Roland", 8, 0)]
    match.refresh_from_db()
    match = services.correct_game(by=by, key=key, number=1, version=match.version, report=GameReport("a", 1))
    assert crystals(group) == [("Roland", 6, 0)]
    match = services.undo_last_game(by=by, key=key, version=match.version)
    assert crystals(group) == []
    match = services.record_game(by=by, key=key, version=match.version, report=GameReport("b", 3))
    services.record_game(by=by, key=key, version=match.version, report=GameReport("b", 2))
    assert crystals(group) == [("Elinor", 2, 7)]


def test_a_new_name_is_seen_at_once_though_no_match_has_a_new_version(group: Group) -> None:
    match = group_match(group, "Roland", "Elinor", *WON)
    assert crystals(group) == [("Roland", 8, 0)]
    match.refresh_from_db()
    people.rename_member(by=group.owner, key=group.key, member_pk=group.members.get(name="Roland").pk, name="Rolf")
    assert crystals(group) == [("Rolf", 8, 0)]
    assert group.matches.get().version == match.version


def test_an_event_is_read_again_only_when_it_or_a_match_of_it_has_changed(group: Group) -> None:
    for evening in ("First", "Second"):
        event = event_services.create_event(by=group.owner, rules=EventRules(name=evening), group=group)
        event_services.add_players(by=group.owner, key=event.key, names=["Roland", "Elinor"])
        won(Match.objects.get(pairing=paired(event, 1).rounds[0].pairings[0].row), "a", 3)
    assert crystals(group) == []
    won(Match.objects.get(pairing__round__event=event), "a", 3)
    assert len(crystals(group)) == 1
    with CaptureQueriesContext(connection) as asked:
        assert len(crystals(group)) == 1
    assert not any('"matches_game"' in each["sql"] for each in asked.captured_queries)
    match = Match.objects.get(pairing__round__event=event)
    services.correct_game(
        by=match.created_by, key=match.key, number=2, version=match.version, report=GameReport("a", 1)
    )
    with CaptureQueriesContext(connection) as asked:
        assert [each.crystals_a for each in encounters_of(group)] == [6]
    read = [each["sql"] for each in asked.captured_queries if 'FROM "matches_pairing"' in each["sql"]]
    assert len(read) == 1 and f"IN ({event.pk})" in read[0]
    people.rename_member(by=group.owner, key=group.key, member_pk=group.members.get(name="Elinor").pk, name="Ella")
    assert [{each.a, each.b} for each in encounters_of(group)] == [{"Roland", "Ella"}]
