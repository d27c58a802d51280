"""Whoever was taken out, or has gone, and comes back plainly has nothing of what they had been given before."""

from __future__ import annotations

import pytest

from accounts.models import Person, User
from cards.core.facts import Catalogue
from common.errors import Missing, NotAllowed
from decks.core.legality import DeckList
from decks.deck.services import DeckContents, create_deck
from decks.editors import services as editors
from matches.core.scoring import DEFAULT_SHEET
from matches.core.tournament import EventRules
from matches.core.tournament.roles import Permission
from matches.events import services as events
from matches.events import staff_services as staff
from matches.events.entry import services as entry
from matches.events.queries import load_event
from matches.groups import people
from matches.groups import services as groups
from matches.models import Group
from matches.play import permissions
from matches.play.services import create_group_match
from tests.matches.builders import made_group, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def mo() -> Person:
    return Person.objects.create(nickname="Mo")


@pytest.fixture
def owner(roland: User) -> Person:
    return person(roland)


@pytest.fixture
def group(roland: User, owner: Person, mo: Person) -> Group:
    """Return a group that Mo helps to run."""
    made = made_group(roland, "Elinor")
    pk = groups.join_group(by=mo, invite_key=groups.create_invitation(by=owner, key=made.key).key, name="Mo").pk
    people.set_member_organises(by=owner, key=made.key, member_pk=pk, organises=True)
    assert permissions.may_organise_group(mo, made)
    return made


@pytest.mark.parametrize("going", ["removed", "left"])
@pytest.mark.parametrize("coming", ["by the link", "by name"])
def test_an_organiser_of_a_group_comes_back_as_a_member(
    going: str, coming: str, group: Group, owner: Person, mo: Person
) -> None:
    member = group.members.get(person=mo)
    if going == "removed":
        groups.remove_member(by=owner, key=group.key, member_pk=member.pk)
    else:
        groups.leave_group(by=mo, key=group.key)
    assert not group.members.get(person=mo).organiser
    # A row that the version before has left as it was.
    group.members.filter(person=mo).update(organiser=True)
    if coming == "by name":
        groups.add_member(by=owner, key=group.key, name="Mo")
    else:
        groups.join_group(by=mo, invite_key=groups.create_invitation(by=owner, key=group.key).key)
    assert permissions.may_start_match(mo, group, group.members.filter(left=None))
    assert not permissions.may_organise_group(mo, group)
    with pytest.raises(NotAllowed):
        groups.add_member(by=mo, key=group.key, name="Another")


def test_only_the_owner_takes_the_owner_out_of_a_group(group: Group, owner: Person, mo: Person) -> None:
    own = group.members.get(person=owner)
    with pytest.raises(NotAllowed, match="owner"):
        groups.remove_member(by=mo, key=group.key, member_pk=own.pk)
    groups.remove_member(by=owner, key=group.key, member_pk=own.pk)
    assert group.members.get(pk=own.pk).left is not None


def test_who_organised_a_group_settles_and_records_nothing_in_its_matches(
    group: Group, owner: Person, mo: Person
) -> None:
    pks = [group.members.get(name=name).pk for name in ("Roland", "Elinor")]
    groups.remove_member(by=owner, key=group.key, member_pk=group.members.get(person=mo).pk)
    match = create_group_match(by=owner, group_key=group.key, members=(pks[0], pks[1]), sheet=DEFAULT_SHEET)
    groups.add_member(by=owner, key=group.key, name="Mo")
    assert not permissions.may_record(mo, match) and not permissions.may_settle_dispute(mo, match)


def test_a_helper_of_an_event_comes_back_as_a_player(owner: Person, mo: Person) -> None:
    event = events.create_event(by=owner, rules=EventRules(name="Saturday"))
    role = staff.become_helper(by=mo, key=event.key, role_key=event.judge_key)
    staff.dismiss_helper(by=owner, key=event.key, pk=role.pk)
    with pytest.raises(Missing):
        staff.become_helper(by=mo, key=event.key, role_key=event.judge_key)
    entry.register_player(by=mo, key=event.key, name="Mo")
    view = load_event(event.key)
    assert not any(
        view.permits(mo, deed)
        for deed in (Permission.RESULT, Permission.SETTLE, Permission.PENALTY, Permission.ADMIT, Permission.HELPERS)
    )


def test_an_editor_of_a_deck_does_not_come_back_by_the_link_they_know(
    owner: Person, mo: Person, db_catalogue: Catalogue
) -> None:
    deck = create_deck(owner=owner, contents=DeckContents(deck=DeckList(name="Moonrise")))
    secret = editors.create_editing_link(key=deck.key, person=owner).secret
    editors.join_by_editing_link(secret=secret, person=mo)
    editors.remove_editor(key=deck.key, person=owner, editor=deck.editors.get().key)
    with pytest.raises(Missing):
        editors.join_by_editing_link(secret=secret, person=mo)
    assert not deck.editors.exists()


@pytest.mark.parametrize("removed", [False, True])
def test_an_undone_merge_gives_back_what_there_was_and_nothing_that_was_taken_since(
    removed: bool, group: Group, owner: Person, mo: Person
) -> None:
    elinor, row = group.members.get(name="Elinor"), group.members.get(person=mo)
    people.merge_members(by=owner, key=group.key, member_pk=row.pk, into_pk=elinor.pk)
    assert permissions.may_organise_group(mo, group)
    if removed:
        groups.remove_member(by=owner, key=group.key, member_pk=elinor.pk)
    again = people.split_member(by=owner, key=group.key, member_pk=row.pk)
    assert (again.left is not None, again.organiser, again.person) == (removed, not removed, mo)
    elinor.refresh_from_db()
    assert not elinor.organiser and elinor.person is None
    assert permissions.may_organise_group(mo, group) is not removed
    with pytest.raises(Missing):
        people.split_member(by=owner, key=group.key, member_pk=row.pk)


def test_who_is_merged_into_the_row_of_an_organiser_is_none(
    group: Group, owner: Person, mo: Person, elinor: User
) -> None:
    row = group.members.get(person=mo)
    friend = group.members.get(name="Elinor")
    friend.person = person(elinor)
    friend.save()
    people.merge_members(by=owner, key=group.key, member_pk=friend.pk, into_pk=row.pk)
    assert not permissions.may_organise_group(person(elinor), group)
    people.split_member(by=owner, key=group.key, member_pk=friend.pk)
    assert permissions.may_organise_group(mo, group) and not permissions.may_organise_group(person(elinor), group)
