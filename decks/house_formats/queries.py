"""Queries of house formats."""

from django.db.models import Q, QuerySet

from accounts.models import Person
from common.errors import Missing
from common.text import gettext_noop
from decks.models import HouseFormat


def format_by(key: str) -> HouseFormat:
    """The declared format of an address; its key is all it takes to use it."""
    row = HouseFormat.objects.select_related("owner__user").filter(key=key).first()
    if row is None:
        raise Missing(gettext_noop("There is no such format."))
    return row


def formats_for(person: Person | None) -> QuerySet[HouseFormat]:
    """One's own formats and those that are listed for everybody."""
    mine = Q(owner=person) if person else Q(pk__in=[])
    return HouseFormat.objects.select_related("owner__user").filter(mine | Q(listed=True))
