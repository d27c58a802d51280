"""Page of a group that says when its members take which card."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from drafts.models import Draft
from matches.groups.services import create_group
from matches.models import Member
from tests.drafts.tables import begun, person, play_to_the_end

pytestmark = pytest.mark.django_db


@pytest.fixture
def group_key(roland: User, elinor: User) -> str:
    group = create_group(by=person(roland), name="Thursday", me="Roland", members=[])
    Member.objects.create(group=group, person=person(elinor), name="Elinor")
    return str(group.key)


def test_members_see_when_their_group_takes_which_card(
    roland: User, elinor: User, elinor_client: Client, group_key: str
) -> None:
    page = elinor_client.get(f"/matches/groups/{group_key}/picks/").content.decode()
    assert "Nothing to count yet" in page
    key = begun(person(roland), person(elinor))
    Draft.objects.filter(key=key).update(log_rule=Draft.LogRule.END)
    play_to_the_end(key, person(roland), person(elinor))
    page = elinor_client.get(f"/matches/groups/{group_key}/picks/").content.decode()
    assert "1 finished draft" in page
    assert "few picks" in page
    assert f"/matches/groups/{group_key}/picks/" in elinor_client.get(f"/matches/groups/{group_key}/").content.decode()


def test_nobody_else_does(stranger_client: Client, client: Client, elinor_client: Client, group_key: str) -> None:
    for visitor in (stranger_client, client):
        assert visitor.get(f"/matches/groups/{group_key}/picks/").status_code == 403
    assert elinor_client.post(f"/matches/groups/{group_key}/picks/").status_code == 405
    assert elinor_client.get("/matches/groups/nothing/picks/").status_code == 404


def test_the_page_needs_few_queries(
    roland: User, elinor: User, elinor_client: Client, group_key: str, django_assert_max_num_queries: object
) -> None:
    key = begun(person(roland), person(elinor))
    Draft.objects.filter(key=key).update(log_rule=Draft.LogRule.END)
    play_to_the_end(key, person(roland), person(elinor))
    elinor_client.get(f"/matches/groups/{group_key}/picks/")
    with django_assert_max_num_queries(8):  # type: ignore[operator]
        elinor_client.get(f"/matches/groups/{group_key}/picks/")
