"""Who has drafted together finds the matches of the evening."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client

from accounts.models import User
from common.errors import Conflict, Missing, NotAllowed
from drafts.models import Draft
from drafts.table.loaded import Visitor
from matches.core.scoring import DEFAULT_SHEET
from matches.groups import services
from matches.groups.draft_evening import ensure_draft_group, load_evening_page
from matches.groups.services import add_name_to_group, create_group, remove_member
from matches.models import Group, GroupDraft
from matches.play.services import create_group_match
from tests.drafts.tables import begun, by, person, play_to_the_end
from tests.html import flat
from tests.matches.builders import won


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
    assert [draft.draft.key for draft in group.drafts.all()] == [done]
    assert "Roland" in first.content.decode()


def test_a_stranger_finds_no_matches_of_others(done: str, stranger_client: Client, client: Client) -> None:
    for visitor in (stranger_client, client):
        assert f"of-draft/{done}" not in visitor.get(f"/drafts/{done}/").content.decode()
        assert visitor.post(f"/matches/groups/of-draft/{done}/").status_code == 403
    assert not Group.objects.exists()


def test_no_matches_before_the_draft_is_over(db_catalogue: object, roland: User, elinor: User) -> None:
    key = begun(person(roland), person(elinor))
    with pytest.raises(Conflict):
        ensure_draft_group(by=person(roland), visitor=by(person(roland)), draft_key=key)


def test_whoever_shows_only_the_seat_makes_the_group_for_the_host(done: str, roland: User) -> None:
    with pytest.raises(NotAllowed):
        ensure_draft_group(by=None, visitor=Visitor(), draft_key=done)
    Draft.objects.get(key=done).seats.filter(number=1).update(token_digest="a" * 64)
    group = ensure_draft_group(by=None, visitor=Visitor(digests=("a" * 64,)), draft_key=done)
    assert group.owner == person(roland)


def test_somebody_who_was_not_at_the_table_takes_the_evening_to_no_group_of_theirs(
    done: str, roland: User, elinor: User, stranger: User
) -> None:
    theirs = create_group(by=person(stranger), name="Elsewhere", me="Stranger")
    with pytest.raises(NotAllowed, match="drafted at this table"):
        services.add_draft_to_group(by=person(stranger), key=theirs.key, draft_key=done)
    # A row from before this was asked leads nobody there either.
    GroupDraft.objects.create(group=theirs, draft=Draft.objects.get(key=done), by=person(stranger))
    group = ensure_draft_group(by=person(elinor), visitor=by(person(elinor)), draft_key=done)
    assert group != theirs and group.owner == person(roland)
    assert ensure_draft_group(by=person(roland), visitor=by(person(roland)), draft_key=done) == group


def test_somebody_who_drafted_adds_the_draft_to_a_group_of_theirs(done: str, elinor: User) -> None:
    mine = create_group(by=person(elinor), name="Thursdays", me="Elinor")
    assert services.add_draft_to_group(by=person(elinor), key=mine.key, draft_key=done).group == mine
    assert ensure_draft_group(by=person(elinor), visitor=by(person(elinor)), draft_key=done) == mine


@pytest.mark.django_db
def test_a_removed_member_does_not_return_by_the_old_invitation(roland: User, elinor: User, stranger: User) -> None:
    group = create_group(by=person(roland), name="Thursdays", me="Roland")
    old = services.create_invitation(by=person(roland), key=group.key)
    member = services.join_group(by=person(elinor), invite_key=old.key, name="Elinor")
    remove_member(by=person(roland), key=group.key, member_pk=member.pk)
    with pytest.raises(Missing, match="This invitation no longer works"):
        services.join_group(by=person(elinor), invite_key=old.key)
    new = group.invitations.get(revoked=None)
    assert new.key != old.key
    assert services.join_group(by=person(stranger), invite_key=new.key, name="Stranger").left is None


def test_a_script_finds_the_group_and_puts_drafts_to_others(done: str, roland_client: Client, client: Client) -> None:
    assert client.post(f"/api/v1/groups/of-draft/{done}/", content_type="application/json").status_code == 401
    met = roland_client.post(f"/api/v1/groups/of-draft/{done}/", content_type="application/json").json()
    assert {member["name"] for member in met["members"]} == {"Roland", "Elinor"}
    friday = roland_client.post("/api/v1/groups/", {"name": "Friday"}, content_type="application/json").json()
    path = f"/api/v1/groups/{friday['key']}"
    added = roland_client.post(f"{path}/drafts/", {"draft": done}, content_type="application/json")
    assert (added.status_code, added.json()["key"]) == (201, done)
    assert [draft["key"] for draft in client.get(f"{path}/drafts/").json()["results"]] == [done]
    assert roland_client.get(f"{path}/picks/").json()["drafts"] == 0
    assert client.get(f"{path}/picks/").status_code == 401


def test_a_round_of_the_evening_stays_until_all_its_pairs_have_played(
    db_catalogue: object, roland: User, elinor: User, stranger: User, judge: User, roland_client: Client
) -> None:
    people = [person(user) for user in (roland, elinor, stranger, judge)]
    key = begun(*people)
    play_to_the_end(key, *people)
    group = ensure_draft_group(by=people[0], visitor=by(people[0]), draft_key=key)
    address = f"/matches/groups/of-draft/{key}/"

    def pairs() -> set[frozenset[int]]:
        shown = load_evening_page(key, people[0])
        assert shown is not None
        return {frozenset((table.pair.a.pk, table.pair.b.pk)) for table in shown.tables}

    def play(pair: frozenset[int]) -> None:
        two = tuple(sorted(pair))
        match = create_group_match(
            by=people[0], group_key=group.key, members=two, sheet=replace(DEFAULT_SHEET, target=1)
        )
        assert pairs() == first
        won(match, "a", 0)

    first = pairs()
    one, other = first
    assert "Round 1 · 0 of 2 played" in flat(roland_client.get(address).content)
    play(one)
    assert pairs() == first
    page = flat(roland_client.get(address).content)
    assert "Round 1 · 1 of 2 played" in page
    evening = load_evening_page(key)
    assert evening is not None and sum(table.match is None for table in evening.tables) == 1
    play(other)
    assert not pairs() & first
    assert "Round 2 · 0 of 2 played" in flat(roland_client.get(address).content)
    assert roland_client.get(f"/matches/groups/{group.key}/?round=1&draft={key}").headers["Location"] == address


def test_the_standings_of_the_evening_have_only_those_who_drafted(done: str, roland: User, client: Client) -> None:
    host = person(roland)
    group = ensure_draft_group(by=host, visitor=by(host), draft_key=done)
    pks = [add_name_to_group(group, name).pk for name in ("Judith", "Stefan")]
    match = create_group_match(
        by=host, group_key=group.key, members=(pks[0], pks[1]), sheet=replace(DEFAULT_SHEET, target=1)
    )
    won(match, "a", 0)
    evening = load_evening_page(done)
    assert evening is not None
    assert {(row.player, row.won) for row in evening.places} == {("Roland", 0), ("Elinor", 0)}
    assert "Judith" not in client.get(f"/matches/groups/of-draft/{done}/").content.decode()
