"""Matches after a draft: those who drafted together play together, as a group that begins with the draft."""

from django.db import transaction

from accounts.models import Person
from common.errors import Conflict, NotAllowed
from common.text import gettext_noop
from drafts.models import Draft, Seat
from drafts.table.loaded import Who
from drafts.table.rows import draft_by
from matches.core.names import same_names
from matches.groups import services
from matches.models import Group, GroupDraft


@transaction.atomic
def group_of_draft(*, by: Person | None, who: Who, draft_key: str) -> Group:
    """The group of those who drafted together; the first who asks makes it, all others find it.

    Raises `NotAllowed` for somebody who has not drafted there, `Conflict` before the end and for a table of one.
    """
    # Held until the end, so that of two who ask at once the second finds what the first has made.
    draft = Draft.objects.select_for_update(of=("self",)).get(pk=draft_by(draft_key).pk)
    seats = list(draft.seats.select_related("person__user").order_by("number"))
    if who.sits_at(seats) is None:
        raise NotAllowed(gettext_noop("Only those who drafted here play the matches of the evening."))
    people = [seat for seat in seats if seat.person is not None]
    # A group of their own: somebody from elsewhere may have put the draft to theirs.
    theirs = GroupDraft.objects.select_related("group").filter(draft=draft)
    group = theirs.filter(by__in=[draft.host_id, *(seat.person_id for seat in people)]).order_by("pk").first()
    if group is not None:
        return group.group
    if draft.status != Draft.Status.DONE or len(people) < 2:
        raise Conflict(gettext_noop("The matches of the evening begin when a draft of two people or more is over."))
    return _made(draft, people, by)


def _made(draft: Draft, people: list[Seat], by: Person | None) -> Group:
    sitting = [seat.person for seat in people]
    owner = draft.host if draft.host in sitting or by is None else by
    group = services.create_group(by=owner, name=draft.name)
    for seat in people:
        name = seat.nickname
        if any(same_names(name, other.nickname) for other in people if other.number < seat.number):
            name = f"{name[:30]} ({seat.number + 1})"
        services.add_to(group, name, person=seat.person)
    GroupDraft.objects.create(group=group, draft=draft, by=owner)
    return group
