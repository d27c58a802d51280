"""Services of groups: create and delete one, add and remove members, start a match."""

from collections.abc import Callable, Iterable, Sequence

from django.db import transaction
from django.utils import timezone

from accounts.models import Person
from common.errors import Conflict, Invalid, Missing, NotAllowed
from common.text import gettext_noop
from matches.core.names import clean_name, require_not_alike, same_names
from matches.groups.encounters import root_of
from matches.models import Group, GroupLogEntry, Invitation, Member
from matches.play.permissions import require_organiser, require_owner
from matches.play.queries import NO_GROUP, get_group

# Members, and everybody whose name is known: guests, other names, and who has left.
MAX_MEMBERS, MAX_NAMES = 2000, 20_000


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
        raise Conflict(gettext_noop("You can’t delete this group: it has matches, events or an imported season."))
    group.delete()


@transaction.atomic
def add_member(*, by: Person | None, key: str, name: str, is_new: bool = True) -> Member:
    group = owned(by, key)
    return add_to(group, name, is_new=is_new)


@transaction.atomic
def remove_member(*, by: Person | None, key: str, member_pk: int) -> Member:
    """Take somebody out of a group; the matches stay, and so does the place in the table.

    The invitation changes, so that they do not come back by the old one.
    """
    group = owned(by, key)
    member = group.members.filter(pk=member_pk, left=None).first()
    if member is None:
        raise Missing(gettext_noop("That person isn’t a member of this group."))
    if member.person_id == group.owner_id and by != group.owner:
        raise NotAllowed(gettext_noop("Only the group’s owner can remove themselves from it."))
    member.left, member.organiser = timezone.now(), False
    member.save(update_fields=["left", "organiser"])
    log_action(group, by=by, kind="removed", name=member.name, member=member.pk)
    if member.person_id is not None and group.invitations.filter(revoked=None).update(revoked=member.left):
        # They know the link they came by: others who are to join get a new one.
        Invitation.objects.create(group=group, by=by)
    return member


def owned(by: Person | None, key: str) -> Group:
    """The group, for its owner and organisers, its row held until the transaction ends; raises `NotAllowed`."""
    group = get_group(key)
    require_organiser(by, group)
    _lock(group)
    return group


def _lock(group: Group) -> None:
    """Take the row of a group; raises `Missing` where somebody has deleted it since it was read."""
    # Written first, so that of two who change a group at once the second sees what the first has done.
    if not Group.objects.filter(pk=group.pk).update(name=group.name):
        raise Missing(NO_GROUP)


def log_action(group: Group, *, by: Person | None, kind: str, **about: object) -> None:
    """Keep what was done with the members and seasons of a group."""
    GroupLogEntry.objects.create(group=group, by=by, kind=kind, about=about)


def add_guests(group: Group, names: Sequence[str]) -> list[Member]:
    """Note guests by name in a group that is held already and has none of them, in as few statements for many."""
    if group.members.count() + len(names) > MAX_NAMES:
        raise Invalid(gettext_noop("A group can have at most %(most)s names."), {"most": MAX_NAMES})
    now = timezone.now()
    return Member.objects.bulk_create(
        Member(group=group, name=clean_name(name), guest=True, left=now) for name in names
    )


def add_to(group: Group, text: str, *, person: Person | None = None, is_new: bool = True) -> Member:
    """Take a name into a group that is held already, or take them back who had left under it or came as a guest.

    Raises `Conflict` for a name that is taken, and unless they are said to be new also for one so like another that
    somebody has to say whether it is the same person.
    """
    name = clean_name(text)
    members = list(group.members.all())
    # Compared here: SQLite knows small and capital letters only of English.
    member = next((member for member in members if same_names(member.name, name)), None)
    if member is None:
        if not is_new:
            require_not_alike(name, own_names(members))
        if sum(member.left is None for member in members) >= MAX_MEMBERS:
            raise Invalid(gettext_noop("A group can have at most %(most)s members."), {"most": MAX_MEMBERS})
        return Member.objects.create(group=group, name=name, person=person)
    if member.merged_into is not None:
        member = root_of(member, {member.pk: member for member in members})
    if member.left is None:
        raise Conflict(gettext_noop("%(name)s is already in the group."), {"name": member.name})
    member.left, member.guest, member.organiser = None, False, False
    member.person_id = member.person_id or (person.pk if person else None)
    member.save(update_fields=["left", "guest", "organiser", "person"])
    return member


def own_names(members: Iterable[Member]) -> list[str]:
    return [member.name for member in members if member.merged_into_id is None]
