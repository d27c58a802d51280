"""Queries of card lists: who may read them, which one a draft was made from, and how often each was drafted."""

from collections.abc import Collection

from django.db.models import Q, QuerySet, Sum

from accounts.models import Person
from accounts.reader import is_staff
from common.errors import Missing, NotAllowed
from common.text import gettext_noop
from drafts.core.engine.sharing import Sharing
from drafts.models import CardBlock, CardList


def card_lists_of(person: Person | None) -> QuerySet[CardList]:
    return CardList.objects.filter(owner=person) if person else CardList.objects.none()


def may_read_card_list(row: CardList, person: Person | None) -> bool:
    """Return whether a person may read a list: they own it, or it’s shared and not hidden by moderators."""
    return row.owner == person or (row.shared and (row.hidden is None or is_staff(person)))


def readable_card_list(key: str, person: Person | None) -> CardList:
    """Return a list that the person may read; raises `Missing`."""
    row = CardList.objects.select_related("owner__user").filter(key=key).first()
    if row is None or not may_read_card_list(row, person):
        raise Missing(gettext_noop("We couldn’t find that list. Its owner may not share it."))
    return row


def own_card_list(key: str, person: Person | None) -> CardList:
    """Return the person’s own list; raises `Missing` like `readable_card_list`, `NotAllowed` for another person’s."""
    row = readable_card_list(key, person)
    if row.owner != person:
        raise NotAllowed(gettext_noop("Only the owner of this list can change it."))
    return row


def card_list_by_codes(codes: Collection[str], person: Person | None, key: str = "") -> CardList | None:
    """Return the list with exactly these cards: by key if the person may read it, else one of their own lists."""
    mine = Q(owner=person) if person else Q(pk=None)
    rows = CardList.objects.filter(mine | Q(key=key, shared=True, hidden=None)) if codes else ()
    card_lists = [row for row in rows if set(row.codes) == set(codes)]
    return next((row for row in card_lists if row.key == key), card_lists[0] if card_lists else None)


def ways_with_figures(row: CardList) -> list[tuple[Sharing, int]]:
    """Return the ways in which a list was drafted often enough, each with the number of drafts counted."""
    totals = CardBlock.objects.filter(list_key=row.key, card="").exclude(month="").order_by("sharing")
    return [(Sharing(way), drafts) for way, drafts in totals.values_list("sharing").annotate(Sum("drafts"))]
