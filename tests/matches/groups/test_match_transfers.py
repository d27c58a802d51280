"""A match moves between groups by the word of both; its season and both logs follow."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Person, User
from common.errors import Conflict, NotAllowed
from matches.events import round_services
from matches.groups.encounters import encounters_of
from matches.groups.services import move_match
from matches.models import Group, Match, Member
from tests.matches.builders import group_match, made_group, made_match, person, won
from tests.matches.events.builders import made_event
from tests.matches.events.test_api import Script

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(roland: User) -> Person:
    return person(roland)


@pytest.fixture
def group(roland: User) -> Group:
    return made_group(roland, "Ben Ott")


def names(group: Group) -> list[tuple[str, str]]:
    return [(each.a, each.b) for each in encounters_of(group)]


def kinds(group: Group) -> list[str]:
    return list(group.log_entries.values_list("kind", flat=True))


def finished(match: Match) -> Match:
    won(match, "a", 3)
    return won(match, "a", 3)


def test_a_friendly_match_counts_in_a_group_and_who_is_no_member_is_a_guest(
    group: Group, roland: User, elinor: User, roland_client: Client
) -> None:
    match = finished(made_match(roland, elinor))
    page = roland_client.get(f"/matches/{match.key}/group/").text
    assert group.name in page and f"/matches/{match.key}/group/" in roland_client.get(f"/matches/{match.key}/").text
    assert roland_client.post(f"/matches/{match.key}/group/", {"group": group.key}).status_code == 302
    assert names(group) == [("Roland", "Elinor")] and kinds(group)[0] == "event_in"
    guest = Member.objects.get(group=group, name="Elinor")
    assert guest.guest and guest.left is not None and guest.person == person(elinor)
    move_match(by=person(roland), key=match.key, group_key=group.key)
    assert kinds(group).count("event_in") == 1


def test_both_groups_have_their_word(group: Group, owner: Person, elinor: User, stranger: User) -> None:
    match = finished(group_match(group, "Roland", "Ben Ott"))
    other = made_group(elinor)
    with pytest.raises(NotAllowed, match="Only the owner"):
        move_match(by=person(elinor), key=match.key, group_key=other.key)
    with pytest.raises(NotAllowed, match="Only members"):
        move_match(by=owner, key=match.key, group_key=other.key)
    assert Script(stranger).call("PUT", f"matches/{match.key}/group/", {"group": ""})[0] == 403
    assert names(group) == [("Roland", "Ben Ott")] and names(other) == []
    # Roland takes it out; then who has made or plays it, and belongs to the other group, takes it in.
    move_match(by=owner, key=match.key, group_key="")
    assert names(group) == [] and kinds(group)[0] == "event_out"
    with pytest.raises(NotAllowed, match="Only the two players"):
        move_match(by=person(elinor), key=match.key, group_key=other.key)
    Member.objects.create(group=other, name="Roland of Blue Moon", person=owner)
    move_match(by=owner, key=match.key, group_key=other.key)
    assert names(other) == [("Roland of Blue Moon", "Ben Ott")] and kinds(other)[0] == "event_in"


def test_a_match_of_an_event_stays_with_its_event(group: Group, owner: Person) -> None:
    event = made_event(owner, 2)
    round_services.pair_next_round(by=owner, key=event.key, number=1)
    with pytest.raises(Conflict, match="An event’s matches count wherever the event counts"):
        move_match(by=owner, key=Match.objects.get(pairing__round__event=event).key, group_key=group.key)
