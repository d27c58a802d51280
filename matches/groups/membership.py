"""Services of membership: invitation, joining, leaving, a new owner; also seasons and drafts of a group."""

from datetime import date, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import Person
from common.errors import Conflict, Detail, Invalid, Missing, NotAllowed
from common.fingerprints import require_unchanged
from common.text import gettext_noop
from drafts.models import Draft
from matches.core.names import clean_name, require_not_alike, same_names
from matches.groups import services
from matches.groups.encounters import season_by_key
from matches.groups.queries import claimable_members
from matches.models import Group, GroupDraft, Invitation, Match, Member, Season
from matches.play import permissions
from matches.play.permissions import require_group_owner
from matches.play.queries import group_by_key

MAX_SEASONS_OF_GROUP = 200


@transaction.atomic
def create_invitation(*, by: Person | None, key: str) -> Invitation:
    """Make a new invitation and revoke the earlier one."""
    group = services.locked_group_of_owner(by, key)
    _delete_invitation(group)
    return Invitation.objects.create(group=group, by=by)


@transaction.atomic
def withdraw_invitation(*, by: Person | None, key: str) -> Group:
    group = services.locked_group_of_owner(by, key)
    _delete_invitation(group)
    return group


def _delete_invitation(group: Group) -> None:
    group.invitations.filter(revoked=None).update(revoked=timezone.now())


def invitation_by_key(invite_key: str) -> Invitation:
    """Return the open invitation with this key; raises `Missing`."""
    invitation = Invitation.objects.select_related("group__owner__user").filter(key=invite_key, revoked=None).first()
    if invitation is None:
        raise Missing(gettext_noop("This invitation no longer works. Ask for a new one."))
    return invitation


@transaction.atomic
def join(*, by: Person, invite_key: str, member_pk: int | None = None, name: str = "", is_new: bool = False) -> Member:
    """Join a group by its link, as a name in it that nobody has claimed, or under a new one.

    They take over what was played under the name. Raises `Conflict` for a member, for a taken name, and, unless
    `is_new`, for one like a free name.
    """
    group = invitation_by_key(invite_key).group
    Group.objects.filter(pk=group.pk).update(name=group.name)
    # Read again under the lock: the invitation may just have been withdrawn.
    invitation_by_key(invite_key)
    mine = group.members.filter(person=by).first()
    if mine is not None and mine.left is None:
        raise Conflict(gettext_noop("You’re already in this group as %(name)s."), {"name": mine.name})
    if mine is not None:
        mine.left, mine.guest, mine.organiser = None, False, False
        mine.save(update_fields=["left", "guest", "organiser"])
        return mine
    return _claim_member(group, by, member_pk) if member_pk else _add_new_member(group, by, name, is_new=is_new)


def _claim_member(group: Group, by: Person, member_pk: int) -> Member:
    free = group.members.filter(Q(left=None) | Q(guest=True, merged_into=None), pk=member_pk, person=None)
    if not free.update(person=by, left=None, guest=False):
        raise Conflict(gettext_noop("Someone has already joined under this name. Choose another."))
    member = Member.objects.get(pk=member_pk)
    # Give them their seats in open matches, so that they can record.
    for side in ("a", "b"):
        seat = f"player_{side}"
        Match.objects.filter(**{f"member_{side}": member, seat: None}).update(**{seat: by})
    return member


def _add_new_member(group: Group, by: Person, name: str, *, is_new: bool) -> Member:
    members = list(group.members.all())
    free = claimable_members(members)
    taken = next((member for member in members if same_names(member.name, name)), None)
    if taken in free:
        template = gettext_noop("%(name)s is already in the group. If that’s you, choose the name from the list.")
        detail = Detail(template, field="name", suggestions=(taken.name,), params={"name": taken.name})
        raise Conflict(template, {"name": taken.name}, details=(detail,))
    if taken is not None:
        raise Conflict(gettext_noop("The name %(name)s is taken in this group."), {"name": taken.name})
    if not is_new:
        require_not_alike(clean_name(name), services.names_not_merged(free))
    return services.add_name_to_group(group, name, person=by)


@transaction.atomic
def leave_group(*, by: Person | None, key: str) -> Group:
    """Leave a group; results and rank stay. Raises `Conflict` for the owner, who hands the group over first."""
    group = group_by_key(key)
    member = group.members.filter(person=by, left=None).first() if by is not None else None
    if member is None or by is None:
        raise NotAllowed(gettext_noop("You’re not in this group."))
    if group.owner_id == by.pk:
        raise Conflict(gettext_noop("You own this group. Hand it over to another member before you leave."))
    member.left, member.organiser = timezone.now(), False
    member.save(update_fields=["left", "organiser"])
    return group


@transaction.atomic
def hand_over_group(*, by: Person | None, key: str, member_pk: int) -> Group:
    """Make another member who has joined the owner."""
    group = services.locked_group_of_owner(by, key)
    require_group_owner(by, group)
    member = group.members.select_related("person__user").filter(pk=member_pk, left=None).first()
    if member is None:
        raise Missing(gettext_noop("That person isn’t a member of this group."))
    if member.person is None:
        template = gettext_noop("Nobody has joined as %(name)s yet. Send the invitation before you hand over.")
        raise Conflict(template, {"name": member.name})
    if not Group.objects.filter(pk=group.pk, owner=by).update(owner=member.person):
        raise Conflict(gettext_noop("The group now has a different owner."))
    group.owner = member.person
    return group


@transaction.atomic
def save_season(
    *,
    by: Person | None,
    key: str,
    name: str,
    first: date,
    last: date | None = None,
    order: str = Season.Order.MATCH,
    best: int = 6,
    minimum: int = 5,
    season_key: str = "",
    seen: str | None = None,
) -> Season:
    """Add a season, or change the one with `season_key`; a new one ends an open one that began before it.

    Raises `Invalid` for an end before the first day, and `ChangedMeanwhile` if the season has another fingerprint than
    `seen`.
    """
    group = services.locked_group_of_owner(by, key)
    season = season_by_key(group, season_key) if season_key else Season(group=group)
    if last is not None and last < first:
        raise Invalid(gettext_noop("A season can’t end before its first day."), place="last")
    others = list(group.seasons.exclude(pk=season.pk).values_list("name", flat=True))
    before = season.fingerprint
    season.name, season.first, season.last = clean_name(name, length=80), first, last
    season.order, season.best, season.minimum = order, best, minimum
    require_unchanged(seen if season_key else None, before=before, after=season.fingerprint)
    if any(same_names(other, season.name) for other in others):
        raise Conflict(gettext_noop("The group already has a season called “%(name)s”."), {"name": season.name})
    if len(others) >= MAX_SEASONS_OF_GROUP:
        raise Invalid(gettext_noop("A group can have at most %(most)s seasons."), {"most": MAX_SEASONS_OF_GROUP})
    if season.pk is None:
        group.seasons.filter(last=None, first__lt=first).update(last=first - timedelta(days=1))
    season.save()
    return season


def overlapping_seasons(season: Season) -> list[Season]:
    others = season.group.seasons.exclude(pk=season.pk).filter(Q(last=None) | Q(last__gte=season.first))
    return list(others.filter(first__lte=season.last) if season.last else others)


@transaction.atomic
def delete_season(*, by: Person | None, key: str, season_key: str) -> Season:
    """Delete a season; its matches stay."""
    season = season_by_key(services.locked_group_of_owner(by, key), season_key)
    season.delete()
    return season


@transaction.atomic
def add_draft_to_group(*, by: Person | None, key: str, draft_key: str) -> GroupDraft:
    """Add a draft to the group; only for its owner and members who drafted there or hosted it."""
    group = group_by_key(key)
    draft = Draft.objects.filter(key=draft_key).first()
    if draft is None:
        raise Missing(gettext_noop("We couldn’t find a draft with this key."))
    if by is None or not permissions.may_start_match(by, group, group.members.filter(left=None)):
        raise NotAllowed(gettext_noop("Only members of the group can add its drafts."))
    if draft.host_id != by.pk and not draft.seats.filter(person=by).exists():
        raise NotAllowed(gettext_noop("Only people who drafted at this table can add it to a group."))
    try:
        with transaction.atomic():
            return GroupDraft.objects.create(group=group, draft=draft, by=by)
    except IntegrityError:
        raise Conflict(gettext_noop("This draft is already in the group.")) from None
