"""Queries of card lists: who may read them, which one a draft was made from, and what was taken in those drafts."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from accounts.models import Person
from common.errors import Missing, NotAllowed
from common.text import gettext_noop
from drafts.core.archive.list_statistics import ListedCard, MadeListPick, taken_in_order
from drafts.core.engine.sharing import Sharing
from drafts.models import OPEN_LOG, CardList, Draft, Pick

# With fewer drafts, the statistics would tell who took what.
MIN_DRAFTS_FOR_STATISTICS = 5
MAX_DRAFTS_COUNTED = 200


@dataclass(frozen=True, slots=True)
class ListStatistics:
    """What was taken in the finished drafts of a list whose picks are open; no cards while there are too few drafts."""

    drafts: int
    cards: tuple[ListedCard, ...]

    @property
    def few(self) -> bool:
        return self.drafts < MIN_DRAFTS_FOR_STATISTICS


def lists_of(person: Person | None) -> QuerySet[CardList]:
    return CardList.objects.filter(owner=person) if person else CardList.objects.none()


def readable_card_list(key: str, person: Person | None) -> CardList:
    """Return a list of one’s own or a shared one; raises `Missing`."""
    row = CardList.objects.select_related("owner__user").filter(key=key).first()
    if row is None or not (row.shared or row.owner == person):
        raise Missing(gettext_noop("We couldn’t find that list. Its owner may not share it."))
    return row


def own_card_list(key: str, person: Person | None) -> CardList:
    """Return one’s own list; raises `Missing` like `readable_card_list`, `NotAllowed` for another person’s."""
    row = readable_card_list(key, person)
    if row.owner != person:
        raise NotAllowed(gettext_noop("Only the owner of this list can change it."))
    return row


def list_with_cards(codes: Collection[str], person: Person | None, key: str = "") -> CardList | None:
    """Return the list with exactly these cards: that of the key if the person may read it, or one of their own."""
    mine = Q(owner=person) if person else Q(pk=None)
    rows = CardList.objects.filter(mine | Q(key=key, shared=True)) if codes else ()
    found = [row for row in rows if set(row.codes) == set(codes)]
    return next((row for row in found if row.key == key), found[0] if found else None)


def statistics_of_list(row: CardList) -> ListStatistics:
    """Count what people took in the newest drafts of a list. Two queries."""
    drafts = row.drafts.filter(OPEN_LOG, status=Draft.Status.DONE).order_by("-pk")
    ways = dict(drafts.values_list("pk", "sharing")[:MAX_DRAFTS_COUNTED])
    if len(ways) < MIN_DRAFTS_FOR_STATISTICS:
        return ListStatistics(len(ways), ())
    picks = Pick.objects.filter(draft__in=list(ways)).values_list("draft", "round", "number", "card", "by")
    made = (
        MadeListPick((draft, 0 if ways[draft] == Sharing.ROTISSERIE else round_), place, card, by == Pick.By.PLAYER)
        for draft, round_, number, card, by in picks
        for place in (round_ if ways[draft] == Sharing.ROTISSERIE else number,)
    )
    return ListStatistics(len(ways), taken_in_order(made, row.codes))
