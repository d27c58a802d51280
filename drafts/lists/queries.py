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


def may_read_card_list(card_list: CardList, person: Person | None) -> bool:
    """Return whether a person may read a list: they own it, or it’s shared and not hidden by moderators."""
    return card_list.owner == person or (card_list.shared and (card_list.hidden is None or is_staff(person)))


def readable_card_list(key: str, person: Person | None) -> CardList:
    """Return a list that the person may read; raises `Missing`."""
    card_list = CardList.objects.select_related("owner__user").filter(key=key).first()
    if card_list is None or not may_read_card_list(card_list, person):
        raise Missing(gettext_noop("We couldn’t find that list. Its owner may not share it."))
    return card_list


def own_card_list(key: str, person: Person | None) -> CardList:
    """Return the person’s own list; raises `Missing` like `readable_card_list`, `NotAllowed` for another person’s."""
    card_list = readable_card_list(key, person)
    if card_list.owner != person:
        raise NotAllowed(gettext_noop("Only the owner of this list can change it."))
    return card_list


def card_list_by_codes(codes: Collection[str], person: Person | None, key: str = "") -> CardList | None:
    """Return the list with exactly these cards: by key if the person may read it, else one of their own lists."""
    mine = Q(owner=person) if person else Q(pk=None)
    rows = CardList.objects.filter(mine | Q(key=key, shared=True, hidden=None)) if codes else ()
    card_lists = [card_list for card_list in rows if set(card_list.codes) == set(codes)]
    return next((card_list for card_list in card_lists if card_list.key == key), card_lists[0] if card_lists else None)


def ways_with_figures(card_list: CardList) -> list[tuple[Sharing, int]]:
    """Return the ways in which a list was drafted often enough, each with the number of drafts counted."""
    totals = CardBlock.objects.filter(list_key=card_list.key, card="").exclude(month="").order_by("sharing")
    return [(Sharing(way), drafts) for way, drafts in totals.values_list("sharing").annotate(Sum("drafts"))]
