"""Members of an event’s group who may still enter, and names that may be theirs."""

from collections.abc import Sequence

from accounts.models import Person
from common.errors import Conflict
from matches.core.names import require_not_alike
from matches.core.tournament import Permission
from matches.events.entry.capacity import may_still_enter
from matches.events.read_models import EventView
from matches.models import Event, Member

# Of a large club the others are typed.
MAX_MEMBERS_SHOWN = 100
# A longer pasted list, or a larger group, is not searched for similar names.
_MAX_PAIRS_COMPARED = 50_000


def name_in_group(event: Event, person: Person | None) -> str:
    """The name of a person in the event’s group; empty if they are no member."""
    if event.group_id is None or person is None:
        return ""
    return (
        Member.objects.filter(group=event.group_id, person=person, left=None).values_list("name", flat=True).first()
        or ""
    )


def members_to_enter(view: EventView) -> list[Member]:
    """The first members of the group, by name, who are not in the event, while players can still enter."""
    if view.event.group_id is None or not may_still_enter(view):
        return []
    inside = [player.member_id for player in view.players if player.member_id]
    members = Member.objects.filter(group=view.event.group_id, left=None).exclude(pk__in=inside)
    return list(members[:MAX_MEMBERS_SHOWN])


def similar_member_questions(view: EventView, names: Sequence[str], *, by: Person | None) -> list[Conflict]:
    """A question for each name that may be a member’s in another spelling; none for those who can’t enter players."""
    if view.event.group_id is None or not view.can(by, Permission.ADMIT):
        return []
    members = list(Member.objects.filter(group=view.event.group_id, left=None).values_list("name", flat=True))
    similar = []
    for name in names if len(names) * len(members) <= _MAX_PAIRS_COMPARED else ():
        try:
            require_not_alike(name, members)
        except Conflict as error:
            similar.append(error)
    return similar


def expected_names(view: EventView) -> list[str]:
    """The names of entries without a person, and of members who are not in the event."""
    members = [member.name for member in members_to_enter(view) if member.person_id is None]
    return [*(player.name for player in view.players if player.person_id is None), *members]
