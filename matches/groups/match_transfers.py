"""Moving a match between groups: its players become members or guests there; both groups log it."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import Person
from common.errors import Conflict, NotAllowed
from common.text import gettext_noop
from live.pubsub import notify
from matches.core.names import clean_name, same_names
from matches.core.scoring import Sheet
from matches.groups.encounters import member_not_merged
from matches.groups.services import log_group_action
from matches.models import Group, Match, Member, Side
from matches.play.permissions import MEMBERS_ONLY, may_start_match, require_group_organiser, require_match_recorder
from matches.play.queries import group_by_key, match_by_key
from matches.play.services import create_group_match


def check_may_move_match(by: Person | None, match: Match) -> None:
    """Raise `NotAllowed` unless they organise its group, or record in it if it has none; `Conflict` in an event."""
    if match.group is not None:
        require_group_organiser(by, match.group)
    else:
        require_match_recorder(by, match)
    if hasattr(match, "pairing"):
        raise Conflict(gettext_noop("An event’s matches count wherever the event counts."))


@transaction.atomic
def move_match(*, by: Person | None, key: str, group_key: str) -> Match:
    """Move a match to another group, or with an empty key out of its group; raise its version.

    Only for organisers of the old group who may start matches in the new one.
    """
    Match.objects.filter(key=key).update(version=F("version") + 1)
    match, group = match_by_key(key), group_by_key(group_key) if group_key else None
    check_may_move_match(by, match)
    before, rows = match.group, list(group.members.all()) if group else []
    if before == group:
        return match
    if group is not None and not may_start_match(by, group, [row for row in rows if row.left is None]):
        raise NotAllowed(MEMBERS_ONLY)
    for side in Side.values:
        name, person = getattr(match, f"name_{side}"), getattr(match, f"player_{side}")
        row = member_or_new_guest(group, rows, name, person, tag=match.key) if group else None
        setattr(match, f"member_{side}", row)
    match.group = group
    match.save(update_fields=["group", "member_a", "member_b"])
    for one, kind in ((before, "event_out"), (group, "event_in")):
        if one is not None:
            log_group_action(one, by=by, kind=kind, name=f"{match.name_a} – {match.name_b}")
    notify(f"match.{match.key}", match.version)
    return match


@transaction.atomic
def start_with_guest(*, by: Person | None, group_key: str, member: int, guest: str, sheet: Sheet) -> Match:
    """Create a match of a member with a guest; a known name is the person who had it."""
    group = Group.objects.select_for_update(of=("self",)).get(pk=group_by_key(group_key).pk)
    row = member_or_new_guest(group, list(group.members.all()), clean_name(guest), None, tag=group.key)
    return create_group_match(by=by, group_key=group_key, members=(member, row.pk), sheet=sheet)


def member_or_new_guest(group: Group, rows: Sequence[Member], name: str, person: Person | None, *, tag: str) -> Member:
    """Return a player's row in the group: their member, else a new guest; `tag` marks a taken name."""
    same = next((row for row in rows if same_names(row.name, name)), None)
    row = next((row for row in rows if row.person_id == person.pk), None) if person is not None else same
    if row is None:
        called = name if same is None else f"{name[:30]} ({tag[:4]})"
        row = Member(group=group, name=clean_name(called), person=person, left=timezone.now())
    row = member_not_merged(row, {each.pk: each for each in rows})
    if row.left is not None:
        row.guest = True
        row.save()
    return row
