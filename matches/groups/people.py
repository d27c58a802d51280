"""Services of a group’s members: rename, merge, split and restore them, with log entries, and appoint organisers."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import Person
from common.errors import Conflict, Missing
from common.random_keys import new_key
from common.text import gettext_noop
from matches.core.names import clean_name, is_same
from matches.groups.encounters import NO_MEMBER, encounters_of, present_member, resolve_merged_member
from matches.groups.services import locked_group_of_owner, log_group_action
from matches.models import Group, Match, Member, Registration, Side
from matches.play.permissions import require_group_owner
from matches.play.queries import group_by_key


@transaction.atomic
def rename_member(*, by: Person | None, key: str, member_pk: int, name: str) -> Member:
    """Rename a member in matches, seasons and ratings; imported files with the old name still match.

    Raises `Conflict` for another member’s name: those two must be merged instead.
    """
    group = locked_group_of_owner(by, key)
    rows = {member.pk: member for member in group.members.all()}
    member, before, name = _require_unmerged_member(rows, member_pk), rows[member_pk].name, clean_name(name)
    has_played = any(encounter.has_player(before) for encounter in encounters_of(group, members=rows.values()))
    other_member = next((row for row in rows.values() if row.pk != member_pk and is_same(row.name, name)), None)
    if other_member is not None and resolve_merged_member(other_member, rows) != member:
        template = gettext_noop("%(name)s is already in the group. If that’s the same person, merge the two.")
        raise Conflict(template, {"name": other_member.name})
    if other_member is not None:
        # The member goes back to an earlier name: the two rows swap names.
        Member.objects.filter(pk=other_member.pk).update(name=new_key())
    member.name = name
    member.save(update_fields=["name"])
    if other_member is not None:
        Member.objects.filter(pk=other_member.pk).update(name=before)
    elif not is_same(before, name) and has_played:
        Member.objects.create(group=group, name=before, merged_into=member, guest=True, left=timezone.now())
    _update_name_in_matches(member, rows)
    log_group_action(group, by=by, kind="renamed", before=before, name=name, member=member.pk)
    return member


@transaction.atomic
def merge_members(*, by: Person | None, key: str, member_pk: int, into_pk: int) -> Member:
    """Merge a member into another, whose name stays; matches keep their rows, so that `split_member` can undo it.

    Raises `Conflict` if they have played in the same match or event, or if both have accounts.
    """
    group = locked_group_of_owner(by, key)
    rows = {member.pk: member for member in group.members.select_related("person")}
    leaver, into = _require_unmerged_member(rows, member_pk), _require_unmerged_member(rows, into_pk)
    _check_can_be_same_person(group, rows, leaver, into)
    about: dict[str, object] = {"name": leaver.name, "into": into.name, "member": leaver.pk, "holder": into.pk}
    about["was_in"] = leaver.left is None
    moves_person = leaver.person is not None and (into.person is None or into.person.user_id is None)
    if moves_person:
        about |= {"person": leaver.person_id, "before": into.person_id, "organised": into.organiser}
        # The role of organiser belongs to the person, not to the name.
        into.organiser = leaver.organiser
    person, leaver.person, leaver.organiser = leaver.person, None, False
    leaver.merged_into, leaver.left = into, leaver.left or timezone.now()
    leaver.save(update_fields=["person", "merged_into", "left", "organiser"])
    if moves_person:
        into.person = person
    if about["was_in"]:
        into.left, into.guest = None, False
    into.save(update_fields=["person", "left", "guest", "organiser"])
    _update_name_in_matches(into, rows)
    log_group_action(group, by=by, kind="merged", **about)
    return into


def _check_can_be_same_person(group: Group, rows: dict[int, Member], merged: Member, into: Member) -> None:
    if merged == into:
        raise Conflict(gettext_noop("Choose two different names."))
    names = {"name": merged.name, "other": into.name}
    if all(member.person is not None and member.person.user_id is not None for member in (merged, into)):
        template = gettext_noop("%(name)s and %(other)s each have an account, so they’re two people.")
        raise Conflict(template, names)
    sides = [_merged_pks(member, rows) for member in (merged, into)]
    open_ = any(
        Match.objects.filter(group=group, member_a__in=a, member_b__in=b).exists() for a, b in (sides, sides[::-1])
    )
    both = {
        member: set(Registration.objects.filter(member__in=side).values_list("event", flat=True))
        for member, side in zip(names, sides, strict=True)
    }
    met = any(
        encounter.has_player(merged.name) and encounter.has_player(into.name)
        for encounter in encounters_of(group, members=rows.values())
    )
    if open_ or met or both["name"] & both["other"]:
        template = gettext_noop("%(name)s and %(other)s have played in the same match or event, so they’re two people.")
        raise Conflict(template, names)


@transaction.atomic
def split_member(*, by: Person | None, key: str, member_pk: int) -> Member:
    """Undo a merge: make the name a separate member again, with everything played under it.

    The split member is in the group only if the other member is, and an organiser only if their person still is.
    """
    group = locked_group_of_owner(by, key)
    rows = {member.pk: member for member in group.members.all()}
    member = rows.get(member_pk)
    if member is None or member.merged_into is None:
        raise Missing(gettext_noop("This isn’t another name for anyone."))
    main_member = member.merged_into
    merge_log: dict[str, Any] = next(
        (entry.about for entry in group.log_entries.filter(kind="merged") if entry.about["member"] == member_pk), {}
    )
    # An earlier name of a renamed member was never merged, so after the split it is a guest.
    member.merged_into, member.organiser = None, False
    member.left = None if merge_log.get("was_in") and main_member.left is None else member.left
    holder = rows.get(merge_log.get("holder", 0))
    if holder is not None and "person" in merge_log and holder.person_id == merge_log["person"]:
        member.person_id, holder.person_id = holder.person_id, merge_log["before"]
        member.organiser = holder.organiser
        holder.organiser = holder.left is None and bool(merge_log.get("organised"))
        if not Person.objects.filter(pk=holder.person_id).exists():
            holder.person_id = None
        holder.save(update_fields=["person", "organiser"])
    member.save(update_fields=["merged_into", "left", "person", "organiser"])
    rows[member.pk] = member
    _update_name_in_matches(member, rows)
    log_group_action(group, by=by, kind="split", name=member.name, into=main_member.name, member=member.pk)
    return member


@transaction.atomic
def restore_members(*, by: Person | None, key: str, member_pks: Iterable[int]) -> list[Member]:
    """Make former members and guests members.

    If nobody else was removed later, the invitation that was revoked with a member opens again.
    """
    group = locked_group_of_owner(by, key)
    members = list(group.members.filter(pk__in=list(member_pks), merged_into=None).exclude(left=None))
    if not members:
        raise Missing(gettext_noop("Nobody with that name has left."))
    removed = group.log_entries.filter(kind="removed").first()
    for member in members:
        ended = group.invitations.filter(revoked=member.left).first()
        if ended is not None and removed is not None and removed.about.get("member") == member.pk:
            group.invitations.filter(revoked=None).update(revoked=timezone.now())
            ended.revoked = None
            ended.save(update_fields=["revoked"])
    Member.objects.filter(pk__in=[member.pk for member in members]).update(left=None, guest=False)
    for member in members:
        log_group_action(group, by=by, kind="restored", name=member.name, member=member.pk)
    return members


@transaction.atomic
def set_member_organises(*, by: Person | None, key: str, member_pk: int, organises: bool) -> Member:
    """Appoint a member who has joined as organiser, or end the role; only for the owner."""
    group = group_by_key(key)
    require_group_owner(by, group)
    member = present_member(group, member_pk)
    if member.person_id is None:
        template = gettext_noop("Nobody has joined as %(name)s yet. Send the invitation first.")
        raise Conflict(template, {"name": member.name})
    member.organiser = organises
    member.save(update_fields=["organiser"])
    return member


def _require_unmerged_member(rows: dict[int, Member], pk: int) -> Member:
    """Return a present or former member; raises `Missing`, or `Conflict` for a merged member."""
    member = rows.get(pk)
    if member is None:
        raise Missing(NO_MEMBER)
    if member.merged_into_id is not None:
        template = gettext_noop("%(name)s is already another name for %(other)s.")
        raise Conflict(template, {"name": member.name, "other": resolve_merged_member(member, rows).name})
    return member


def _merged_pks(member: Member, rows: dict[int, Member]) -> list[int]:
    return [pk for pk, row in rows.items() if resolve_merged_member(row, rows).pk == member.pk]


def _update_name_in_matches(member: Member, rows: dict[int, Member]) -> None:
    for side in Side.values:
        Match.objects.filter(**{f"member_{side}__in": _merged_pks(member, rows)}).update(
            **{f"name_{side}": member.name}
        )
