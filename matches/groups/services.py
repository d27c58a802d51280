"""Services of groups: create and delete one, add and remove members, start a match."""

from collections.abc import Callable, Iterable, Sequence

from django.db import transaction
from django.utils import timezone

from accounts.models import Person
from common.errors import Conflict, Invalid, Missing, NotAllowed
from common.text import gettext_noop
from matches.core.names import clean_name, require_not_alike, same_names
from matches.groups.encounters import member_not_merged
from matches.models import Group, GroupLogEntry, Invitation, Member
from matches.play.permissions import require_group_organiser, require_group_owner
from matches.play.queries import GROUP_NOT_FOUND, group_by_key

# Members, and everybody whose name is known: guests, other names, and who has left.
MAX_MEMBERS_OF_GROUP, MAX_NAMES_OF_GROUP = 2000, 20_000


@transaction.atomic
def create_group(*, by: Person, name: str, me: str = "", members: Sequence[str] = ()) -> Group:
    """Create a group with its owner as member `me`, unless that is empty, and other members by name."""
    group = Group.objects.create(name=clean_name(name, length=80), owner=by)
    if me.strip():
        add_name_to_group(group, me, person=by)
    for member in members:
        add_name_to_group(group, member)
    return group


@transaction.atomic
def delete_group(*, by: Person | None, key: str, check: Callable[[], None] = lambda: None) -> None:
    """Delete a group without matches, for its owner. Raises `Conflict` if something was played.

    `check` is called under the lock; it raises if the group has changed since the caller read it.
    """
    group = group_by_key(key)
    require_group_owner(by, group)
    # Locked first, so that no match begins meanwhile.
    _lock_group(group)
    check()
    if any(rows.exists() for rows in (group.matches, group.events, group.imports)):
        raise Conflict(gettext_noop("You can’t delete this group: it has matches, events or an imported season."))
    group.delete()


@transaction.atomic
def add_member(*, by: Person | None, key: str, name: str, is_new: bool = True) -> Member:
    group = locked_group_of_owner(by, key)
    return add_name_to_group(group, name, is_new=is_new)


@transaction.atomic
def remove_member(*, by: Person | None, key: str, member_pk: int) -> Member:
    """Remove a member; matches and rank stay. A new invitation replaces the one they know."""
    group = locked_group_of_owner(by, key)
    member = group.members.filter(pk=member_pk, left=None).first()
    if member is None:
        raise Missing(gettext_noop("That person isn’t a member of this group."))
    if member.person_id == group.owner_id and by != group.owner:
        raise NotAllowed(gettext_noop("Only the group’s owner can remove themselves from it."))
    member.left, member.organiser = timezone.now(), False
    member.save(update_fields=["left", "organiser"])
    log_group_action(group, by=by, kind="removed", name=member.name, member=member.pk)
    if member.person_id is not None and group.invitations.filter(revoked=None).update(revoked=member.left):
        # They know the link they came by: others who are to join get a new one.
        Invitation.objects.create(group=group, by=by)
    return member


def locked_group_of_owner(by: Person | None, key: str) -> Group:
    """Return the group, locked until the transaction ends; raises `NotAllowed` except for owner and organisers."""
    group = group_by_key(key)
    require_group_organiser(by, group)
    _lock_group(group)
    return group


def _lock_group(group: Group) -> None:
    """Lock a group's row by an update, which SQLite needs; raises `Missing` if it has been deleted."""
    if not Group.objects.filter(pk=group.pk).update(name=group.name):
        raise Missing(GROUP_NOT_FOUND)


def log_group_action(group: Group, *, by: Person | None, kind: str, **about: object) -> None:
    GroupLogEntry.objects.create(group=group, by=by, kind=kind, about=about)


def add_guests(group: Group, names: Sequence[str]) -> list[Member]:
    """Add guests by name to a locked group that has none of them, in one statement."""
    if group.members.count() + len(names) > MAX_NAMES_OF_GROUP:
        raise Invalid(gettext_noop("A group can have at most %(most)s names."), {"most": MAX_NAMES_OF_GROUP})
    now = timezone.now()
    return Member.objects.bulk_create(
        Member(group=group, name=clean_name(name), guest=True, left=now) for name in names
    )


def add_name_to_group(group: Group, text: str, *, person: Person | None = None, is_new: bool = True) -> Member:
    """Add a name to a locked group, or restore the former member or guest who had it.

    Raises `Conflict` for a taken name, and, unless `is_new`, for one like another.
    """
    name = clean_name(text)
    members = list(group.members.all())
    # Compared in Python: SQLite ignores case for ASCII letters only.
    member = next((member for member in members if same_names(member.name, name)), None)
    if member is None:
        if not is_new:
            require_not_alike(name, names_not_merged(members))
        if sum(member.left is None for member in members) >= MAX_MEMBERS_OF_GROUP:
            raise Invalid(gettext_noop("A group can have at most %(most)s members."), {"most": MAX_MEMBERS_OF_GROUP})
        return Member.objects.create(group=group, name=name, person=person)
    if member.merged_into is not None:
        member = member_not_merged(member, {member.pk: member for member in members})
    if member.left is None:
        raise Conflict(gettext_noop("%(name)s is already in the group."), {"name": member.name})
    member.left, member.guest, member.organiser = None, False, False
    member.person_id = member.person_id or (person.pk if person else None)
    member.save(update_fields=["left", "guest", "organiser", "person"])
    return member


def names_not_merged(members: Iterable[Member]) -> list[str]:
    return [member.name for member in members if member.merged_into_id is None]
