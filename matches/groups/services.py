"""Services of groups: members, invitation, owner, seasons, drafts and matches of a group."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta

from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone

from accounts.models import Person
from common.errors import Conflict, Detail, Invalid, Missing, NotAllowed
from common.fingerprints import require_unchanged
from common.text import gettext_noop
from drafts.models import Draft
from live.pubsub import notify
from matches.core.names import MAX_ABOUT_LENGTH, MAX_VENUE_LENGTH, clean_name, clean_text, is_same, require_distinct
from matches.core.scoring import MatchSettings
from matches.groups.encounters import present_member, resolve_merged_member, season_by_key
from matches.models import Group, GroupDraft, GroupLogEntry, Invitation, Match, Member, Season, Side
from matches.play.permissions import (
    MEMBERS_ONLY,
    may_start_match,
    require_group_organiser,
    require_group_owner,
    require_match_recorder,
)
from matches.play.queries import GROUP_NOT_FOUND, group_by_key, match_by_key
from matches.play.services import create_group_match

# Maximum number of members, and of all names: members, guests, other names and former members.
MAX_MEMBERS_OF_GROUP, MAX_NAMES_OF_GROUP = 2000, 20_000


@transaction.atomic
def create_group(*, by: Person, name: str, me: str = "", members: Sequence[str] = ()) -> Group:
    """Create a group with its owner as member `me` (unless `me` is empty), and other members by name."""
    group = Group.objects.create(name=clean_name(name, length=80), owner=by)
    if me.strip():
        add_name_to_group(group, me, person=by)
    for member in members:
        add_name_to_group(group, member)
    return group


@transaction.atomic
def change_group_description(
    *, by: Person | None, key: str, about: str, place: str, listed: bool, seen: str | None = None
) -> Group:
    """Change a group’s description; `Invalid` for long texts, `ChangedMeanwhile` unless `seen` is its fingerprint."""
    group = Group.objects.select_for_update().get(pk=group_by_key(key).pk)
    require_group_organiser(by, group)
    before = group.fingerprint
    group.about, group.listed = clean_text(about, length=MAX_ABOUT_LENGTH, field="about"), listed
    group.place = clean_name(place, length=MAX_VENUE_LENGTH) if place.strip() else ""
    require_unchanged(seen, before=before, after=group.fingerprint)
    group.save(update_fields=["about", "place", "listed"])
    return group


@transaction.atomic
def delete_group(*, by: Person | None, key: str, check: Callable[[], None] = lambda: None) -> None:
    """Delete a group for its owner; raises `Conflict` if it has matches, events or imports.

    `check` is called under the lock. It must raise if the group has changed since the caller read it.
    """
    group = group_by_key(key)
    require_group_owner(by, group)
    # Lock the group first, so that no match can begin during the checks.
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
    """Remove a member; their matches and rank stay. A new invitation replaces the link they know."""
    group = locked_group_of_owner(by, key)
    member = present_member(group, member_pk)
    if member.person_id == group.owner_id and by != group.owner:
        raise NotAllowed(gettext_noop("Only the group’s owner can remove themselves from it."))
    member.left, member.organiser = timezone.now(), False
    member.save(update_fields=["left", "organiser"])
    log_group_action(group, by=by, kind="removed", name=member.name, member=member.pk)
    if member.person_id is not None and group.invitations.filter(revoked=None).update(revoked=member.left):
        # The removed member knows the link, so the group gets a new link.
        Invitation.objects.create(group=group, by=by)
    return member


def locked_group_of_owner(by: Person | None, key: str) -> Group:
    """Lock a group until the transaction ends and return it; raises `NotAllowed` except for owner and organisers."""
    group = group_by_key(key)
    require_group_organiser(by, group)
    _lock_group(group)
    return group


def _lock_group(group: Group) -> None:
    """Lock a group’s row by an update, since SQLite has no row locks; raises `Missing` if the group was deleted."""
    if not Group.objects.filter(pk=group.pk).update(name=group.name):
        raise Missing(GROUP_NOT_FOUND)


def log_group_action(group: Group, *, by: Person | None, kind: str, **about: object) -> None:
    GroupLogEntry.objects.create(group=group, by=by, kind=kind, about=about)


def add_guests_to_group(group: Group, names: Sequence[str]) -> list[Member]:
    """Add guests to a locked group in one statement; their names must be new."""
    if group.members.count() + len(names) > MAX_NAMES_OF_GROUP:
        raise Invalid(gettext_noop("A group can have at most %(most)s names."), {"most": MAX_NAMES_OF_GROUP})
    now = timezone.now()
    return Member.objects.bulk_create(
        Member(group=group, name=clean_name(name), guest=True, left=now) for name in names
    )


def add_name_to_group(group: Group, text: str, *, person: Person | None = None, is_new: bool = True) -> Member:
    """Add a name to a locked group, or restore the former member or guest with this name.

    Raises `Conflict` for a taken name, and unless `is_new`, also for a name similar to another name.
    """
    name = clean_name(text)
    members = list(group.members.all())
    # Compare in Python, since SQLite ignores case only for ASCII letters.
    member = next((member for member in members if is_same(member.name, name)), None)
    if member is None:
        if not is_new:
            require_distinct(name, names_of_unmerged_members(members))
        if sum(member.left is None for member in members) >= MAX_MEMBERS_OF_GROUP:
            raise Invalid(gettext_noop("A group can have at most %(most)s members."), {"most": MAX_MEMBERS_OF_GROUP})
        return Member.objects.create(group=group, name=name, person=person)
    if member.merged_into is not None:
        member = resolve_merged_member(member, {member.pk: member for member in members})
    if member.left is None:
        raise Conflict(gettext_noop("%(name)s is already in the group."), {"name": member.name})
    member.left, member.guest, member.organiser = None, False, False
    member.person_id = member.person_id or (person.pk if person else None)
    member.save(update_fields=["left", "guest", "organiser", "person"])
    return member


def names_of_unmerged_members(members: Iterable[Member]) -> list[str]:
    return [member.name for member in members if member.merged_into_id is None]


MAX_SEASONS_OF_GROUP = 200


@transaction.atomic
def create_invitation(*, by: Person | None, key: str) -> Invitation:
    """Create an invitation and revoke the earlier invitation."""
    group = locked_group_of_owner(by, key)
    _delete_invitation(group)
    return Invitation.objects.create(group=group, by=by)


@transaction.atomic
def withdraw_invitation(*, by: Person | None, key: str) -> Group:
    group = locked_group_of_owner(by, key)
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
def join_group(
    *, by: Person, invite_key: str, member_pk: int | None = None, name: str = "", is_new: bool = False
) -> Member:
    """Join a group by its link, either as an unclaimed name in the group, or under a new name.

    Everything played under the name then belongs to the person. Raises `Conflict` for a member, for a taken name, and
    unless `is_new`, also for a name similar to an unclaimed name.
    """
    group = invitation_by_key(invite_key).group
    Group.objects.filter(pk=group.pk).update(name=group.name)
    # Read the invitation again under the lock, as it may just have been withdrawn.
    invitation_by_key(invite_key)
    own_member = group.members.filter(person=by).first()
    if own_member is not None and own_member.left is None:
        raise Conflict(gettext_noop("You’re already in this group as %(name)s."), {"name": own_member.name})
    if own_member is not None:
        own_member.left, own_member.guest, own_member.organiser = None, False, False
        own_member.save(update_fields=["left", "guest", "organiser"])
        return own_member
    return _claim_member(group, by, member_pk) if member_pk else _add_new_member(group, by, name, is_new=is_new)


def _claim_member(group: Group, by: Person, member_pk: int) -> Member:
    free_members = group.members.filter(Q(left=None) | Q(guest=True, merged_into=None), pk=member_pk, person=None)
    if not free_members.update(person=by, left=None, guest=False):
        raise Conflict(gettext_noop("Someone has already joined under this name. Choose another."))
    member = Member.objects.get(pk=member_pk)
    # Give the person their seats in open matches, so that they can record games.
    for side in ("a", "b"):
        seat = f"player_{side}"
        Match.objects.filter(**{f"member_{side}": member, seat: None}).update(**{seat: by})
    return member


def claimable_members(members: Iterable[Member]) -> tuple[Member, ...]:
    """Return the members and guests whose names nobody has claimed."""
    free = (member for member in members if member.person_id is None and member.merged_into_id is None)
    return tuple(member for member in free if member.left is None or member.guest)


def _add_new_member(group: Group, by: Person, name: str, *, is_new: bool) -> Member:
    members = list(group.members.all())
    free_members = claimable_members(members)
    taken = next((member for member in members if is_same(member.name, name)), None)
    if taken in free_members:
        template = gettext_noop("%(name)s is already in the group. If that’s you, choose the name from the list.")
        detail = Detail(template, field="name", suggestions=(taken.name,), params={"name": taken.name})
        raise Conflict(template, {"name": taken.name}, details=(detail,))
    if taken is not None:
        raise Conflict(gettext_noop("The name %(name)s is taken in this group."), {"name": taken.name})
    if not is_new:
        require_distinct(clean_name(name), names_of_unmerged_members(free_members))
    return add_name_to_group(group, name, person=by)


@transaction.atomic
def leave_group(*, by: Person | None, key: str) -> Group:
    """Leave a group; results and rank stay. Raises `Conflict` for the owner, who must hand the group over first."""
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
    """Make another member the owner; raises `Conflict` if nobody has joined under the member’s name."""
    group = locked_group_of_owner(by, key)
    require_group_owner(by, group)
    member = present_member(group, member_pk)
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
    """Add a season, or change the season `season_key`. A new season ends an open season that began before.

    Raises `Invalid` if the season ends before its first day, and `ChangedMeanwhile` unless `seen` is its fingerprint.
    """
    group = locked_group_of_owner(by, key)
    season = season_by_key(group, season_key) if season_key else Season(group=group)
    if last is not None and last < first:
        raise Invalid(gettext_noop("A season can’t end before its first day."), field="last")
    others = list(group.seasons.exclude(pk=season.pk).values_list("name", flat=True))
    before = season.fingerprint
    season.name, season.first, season.last = clean_name(name, length=80), first, last
    season.order, season.best, season.minimum = order, best, minimum
    require_unchanged(seen if season_key else None, before=before, after=season.fingerprint)
    if any(is_same(other, season.name) for other in others):
        raise Conflict(gettext_noop("The group already has a season called “%(name)s”."), {"name": season.name})
    if len(others) >= MAX_SEASONS_OF_GROUP:
        raise Invalid(gettext_noop("A group can have at most %(most)s seasons."), {"most": MAX_SEASONS_OF_GROUP})
    if season.pk is None:
        group.seasons.filter(last=None, first__lt=first).update(last=first - timedelta(days=1))
    season.save()
    return season


def overlapping_seasons(season: Season) -> list[Season]:
    other_seasons = season.group.seasons.exclude(pk=season.pk).filter(Q(last=None) | Q(last__gte=season.first))
    return list(other_seasons.filter(first__lte=season.last) if season.last else other_seasons)


@transaction.atomic
def delete_season(*, by: Person | None, key: str, season_key: str) -> Season:
    """Delete a season; its matches stay."""
    season = season_by_key(locked_group_of_owner(by, key), season_key)
    season.delete()
    return season


@transaction.atomic
def add_draft_to_group(*, by: Person | None, key: str, draft_key: str) -> GroupDraft:
    """Add a draft to the group, as a member or the owner who drafted in or hosted the draft."""
    group = group_by_key(key)
    draft = Draft.objects.filter(key=draft_key).first()
    if draft is None:
        raise Missing(gettext_noop("We couldn’t find a draft with this key."))
    if by is None or not may_start_match(by, group, group.members.filter(left=None)):
        raise NotAllowed(gettext_noop("Only members of the group can add its drafts."))
    if draft.host_id != by.pk and not draft.seats.filter(person=by).exists():
        raise NotAllowed(gettext_noop("Only people who drafted at this table can add it to a group."))
    try:
        with transaction.atomic():
            return GroupDraft.objects.create(group=group, draft=draft, by=by)
    except IntegrityError:
        raise Conflict(gettext_noop("This draft is already in the group.")) from None


def check_may_move_match(by: Person | None, match: Match) -> None:
    """Raise `NotAllowed` unless `by` organises the match’s group, or without one may record; `Conflict` in an event."""
    if match.group is not None:
        require_group_organiser(by, match.group)
    else:
        require_match_recorder(by, match)
    if hasattr(match, "pairing"):
        raise Conflict(gettext_noop("An event’s matches count wherever the event counts."))


@transaction.atomic
def move_match(*, by: Person | None, key: str, group_key: str) -> Match:
    """Move a match to another group, or out of its group with an empty `group_key`, and raise its version.

    Only for organisers of the old group who may start matches in the new group.
    """
    Match.objects.filter(key=key).update(version=F("version") + 1)
    match, group = match_by_key(key), group_by_key(group_key) if group_key else None
    check_may_move_match(by, match)
    group_before, members = match.group, list(group.members.all()) if group else []
    if group_before == group:
        return match
    if group is not None and not may_start_match(by, group, [member for member in members if member.left is None]):
        raise NotAllowed(MEMBERS_ONLY)
    for side in Side.values:
        name, person = getattr(match, f"name_{side}"), getattr(match, f"player_{side}")
        member = member_or_new_guest(group, members, name, person, tag=match.key) if group else None
        setattr(match, f"member_{side}", member)
    match.group = group
    match.save(update_fields=["group", "member_a", "member_b"])
    for one, kind in ((group_before, "event_out"), (group, "event_in")):
        if one is not None:
            log_group_action(one, by=by, kind=kind, name=f"{match.name_a} – {match.name_b}")
    notify(f"match.{match.key}", match.version)
    return match


@transaction.atomic
def create_match_with_guest(
    *, by: Person | None, group_key: str, member: int, guest: str, sheet: MatchSettings
) -> Match:
    """Create a match of a member against a guest; a name that the group knows means the person with that name."""
    group = Group.objects.select_for_update(of=("self",)).get(pk=group_by_key(group_key).pk)
    row = member_or_new_guest(group, list(group.members.all()), clean_name(guest), None, tag=group.key)
    return create_group_match(by=by, group_key=group_key, members=(member, row.pk), sheet=sheet)


def member_or_new_guest(
    group: Group, members: Sequence[Member], name: str, person: Person | None, *, tag: str
) -> Member:
    """Return a player’s row in the group, or else a new guest, whose name gets the `tag` if it is taken."""
    same = next((row for row in members if is_same(row.name, name)), None)
    row = next((row for row in members if row.person_id == person.pk), None) if person is not None else same
    if row is None:
        called = name if same is None else f"{name[:30]} ({tag[:4]})"
        row = Member(group=group, name=clean_name(called), person=person, left=timezone.now())
    row = resolve_merged_member(row, {member.pk: member for member in members})
    if row.left is not None:
        row.guest = True
        row.save()
    return row
