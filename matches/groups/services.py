"""Services of groups: create and delete one, add and remove members, start a match."""

from collections.abc import Callable, Sequence

from django.db import transaction
from django.utils import timezone

from accounts.models import Person
from common.errors import Conflict, Invalid, Missing, NotAllowed
from common.text import gettext_noop
from matches.core.names import clean_name, same_names
from matches.models import Group, Invitation, Member
from matches.play.permissions import may_organise, require_owner
from matches.play.queries import NO_GROUP, get_group

MAX_MEMBERS = 200


@transaction.atomic
def create_group(*, by: Person, name: str, me: str = "", members: Sequence[str] = ()) -> Group:
    """A group of its owner, who is a member as `me` unless that is empty, and its first other members by name."""
    group = Group.objects.create(name=clean_name(name, length=80), owner=by)
    if me.strip():
        add_to(group, me, person=by)
    for member in members:
        add_to(group, member)
    return group


@transaction.atomic
def delete_group(*, by: Person | None, key: str, check: Callable[[], None] = lambda: None) -> None:
    """Delete a group in which nothing was played, for its owner; its members and invitations go with it.

    `check` is called while the group is held: it raises where the group is not what the caller has read.
    """
    group = get_group(key)
    require_owner(by, group)
    # The row is taken first, so that no match begins in the group meanwhile.
    _lock(group)
    check()
    if any(rows.exists() for rows in (group.matches, group.events, group.imports)):
        raise Conflict(gettext_noop("This group has matches, events or an imported season; it stays."))
    group.delete()


@transaction.atomic
def add_member(*, by: Person | None, key: str, name: str) -> Member:
    """Take somebody into a group, or take them back who had left under this name."""
    group = _owned(by, key)
    return add_to(group, name)


@transaction.atomic
def remove_member(*, by: Person | None, key: str, member_pk: int) -> Member:
    """Take somebody out of a group; the matches stay, and so does the place in the table.

    The invitation changes, so that they do not come back by the old one.
    """
    group = _owned(by, key)
    member = group.members.filter(pk=member_pk, left=None).first()
    if member is None:
        raise Missing(gettext_noop("The group has no such member."))
    if member.person_id == group.owner_id and by != group.owner:
        raise NotAllowed(gettext_noop("The group is its owner's: only they can take themselves out of it."))
    member.left, member.organiser = timezone.now(), False
    member.save(update_fields=["left", "organiser"])
    if member.person_id is not None and group.invitations.filter(revoked=None).update(revoked=member.left):
        # They know the link they came by: others who are to join get a new one.
        Invitation.objects.create(group=group, by=by)
    return member


def _owned(by: Person | None, key: str) -> Group:
    group = get_group(key)
    if not may_organise(by, group):
        raise NotAllowed(gettext_noop("Only the owner of the group can change its members."))
    # Two who add at once would both count the same members: the row of the group is taken first.
    _lock(group)
    return group


def _lock(group: Group) -> None:
    """Take the row of a group; raises `Missing` where somebody has deleted it since it was read."""
    if Group.objects.select_for_update().filter(pk=group.pk).first() is None:
        raise Missing(NO_GROUP)


def add_new(group: Group, names: Sequence[str]) -> list[Member]:
    """Take names into a group that is held already and has none of them, in as many statements for many as for one."""
    if group.members.count() + len(names) > MAX_MEMBERS:
        raise _too_many()
    return Member.objects.bulk_create(Member(group=group, name=clean_name(name)) for name in names)


def _too_many() -> Invalid:
    return Invalid(gettext_noop("A group has at most %(most)s members."), {"most": MAX_MEMBERS})


def add_to(group: Group, text: str, *, person: Person | None = None) -> Member:
    """Take a name into a group that is held already, or take them back who had left under it."""
    name = clean_name(text)
    members = list(group.members.all())
    # Compared here: SQLite knows small and capital letters only of English.
    member = next((member for member in members if same_names(member.name, name)), None)
    if member is None:
        if len(members) >= MAX_MEMBERS:
            raise _too_many()
        return Member.objects.create(group=group, name=name, person=person)
    if member.left is None:
        raise Conflict(gettext_noop("%(name)s is already in the group."), {"name": member.name})
    member.left, member.organiser = None, False
    member.save(update_fields=["left", "organiser"])
    return member
