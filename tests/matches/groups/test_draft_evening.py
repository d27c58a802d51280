"""Who has drafted together finds the matches of the evening."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from common.errors import Conflict, NotAllowed
from drafts.models import Draft
from drafts.table.loaded import Who
from matches.groups.draft_evening import group_of_draft
from matches.models import Group
from tests.drafts.tables import begun, by, person, play_to_the_end


@pytest.fixture
def done(db_catalogue: object, roland: User, elinor: User) -> str:
    key = begun(person(roland), person(elinor))
    play_to_the_end(key, person(roland), person(elinor))
    return key


def test_the_first_who_asks_makes_the_group_and_the_others_find_it(
    done: str, roland_client: Client, elinor_client: Client, roland: User, elinor: User
) -> None:
    page = elinor_client.get(f"/drafts/{done}/").content.decode()
    assert f"/matches/groups/of-draft/{done}/" in page
    first = elinor_client.post(f"/matches/groups/of-draft/{done}/", follow=True)
    second = roland_client.post(f"/matches/groups/of-draft/{done}/", follow=True)
    assert first.redirect_chain == second.redirect_chain
    group = Group.objects.get()
    assert group.owner == person(roland)
    assert {member.person for member in group.members.all()} == {person(roland), person(elinor)}
    assert [one.draft.key for one in group.drafts.all()] == [done]
    assert "Roland" in first.content.decode()


def test_a_stranger_finds_no_matches_of_others(done: str, stranger_client: Client, client: Client) -> None:
    for one in (stranger_client, client):
        assert f"of-draft/{done}" not in one.get(f"/drafts/{done}/").content.decode()
        assert one.post(f"/matches/groups/of-draft/{done}/").status_code == 403
    assert not Group.objects.exists()


def test_no_matches_before_the_draft_is_over(db_catalogue: object, roland: User, elinor: User) -> None:
    key = begun(person(roland), person(elinor))
    with pytest.raises(Conflict):
        group_of_draft(by=person(roland), who=by(person(roland)), draft_key=key)


def test_whoever_shows_only_the_seat_makes_the_group_for_the_host(done: str, roland: User) -> None:
    with pytest.raises(NotAllowed):
        group_of_draft(by=None, who=Who(), draft_key=done)
    Draft.objects.get(key=done).seats.filter(number=1).update(token_digest="a" * 64)
    group = group_of_draft(by=None, who=Who(digests=("a" * 64,)), draft_key=done)
    assert group.owner == person(roland)
