"""Hidden events and groups: only participants can open content that moderators have hidden."""

from django.db.models import Q

from accounts.models import Person
from accounts.reader import is_hidden_from_reader
from common.errors import Missing
from common.text import gettext_noop
from matches.models import Event, Group, Registration, Role

HIDDEN_MESSAGE = gettext_noop("The moderators have hidden this.")


def takes_part_in_event(event: Event, person: Person) -> bool:
    """Return whether a person owns the event, has a role or plays in it, or is in its group."""
    if event.owner_id == person.pk or Role.objects.filter(event=event, person=person).exists():
        return True
    if Registration.objects.filter(event=event, person=person).exists():
        return True
    return event.group is not None and takes_part_in_group(event.group, person)


def takes_part_in_group(group: Group, person: Person) -> bool:
    mine = Q(owner=person) | Q(members__person=person, members__left=None)
    return Group.objects.filter(mine, pk=group.pk).exists()


def visible_event(event: Event) -> Event:
    """Return the event; raises `Missing` if it is hidden from the reader."""
    if event.hidden is not None and is_hidden_from_reader(lambda person: takes_part_in_event(event, person)):
        raise Missing(HIDDEN_MESSAGE)
    return event


def visible_group(group: Group) -> Group:
    """Return the group; raises `Missing` if it is hidden from the reader."""
    if group.hidden is not None and is_hidden_from_reader(lambda person: takes_part_in_group(group, person)):
        raise Missing(HIDDEN_MESSAGE)
    return group
