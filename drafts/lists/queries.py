"""Queries of card lists: who may read them, which one a draft was made from, and what was taken in those drafts."""

from collections import defaultdict
from collections.abc import Collection

from django.db.models import Q, QuerySet

from accounts.models import Person
from cards.catalogue.queries import catalogue
from common.errors import Missing, NotAllowed
from common.text import gettext_noop
from drafts.core.archive.card_counts import MIN_VISIBLE_DRAFTS, CardCounts, CountedCards, card_rows, new_counts
from drafts.core.engine.sharing import Sharing
from drafts.models import OPEN_LOG, CardList, Draft, Pick

MAX_DRAFTS_COUNTED = 200


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


def counted_picks(row: CardList) -> list[tuple[Sharing, CountedCards]]:
    """Count what people took in the newest drafts of a list whose picks are open, by way of sharing. Two queries."""
    ways = [way for way in Sharing if way.can_be_watched]
    drafts = row.drafts.filter(OPEN_LOG, status=Draft.Status.DONE, sharing__in=ways).order_by("-pk")
    cards = catalogue().by_code
    counts: dict[Sharing, CardCounts] = defaultdict(new_counts)
    way_of = {}
    for draft, sharing, house in drafts.values_list("pk", "sharing", "house")[:MAX_DRAFTS_COUNTED]:
        way = way_of[draft] = Sharing(sharing)
        for code in {*(house or {}).get("cards", ()), ""}:
            counts[way][code].drafts += 1
    picks = Pick.objects.filter(draft__in=list(way_of), by=Pick.By.PLAYER)
    for draft, round_, number, card in picks.values_list("draft", "round", "number", "card"):
        way = way_of[draft]
        counts[way][card].add_pick(number if way.passes_packets else round_)
        counts[way][""].times += 1
    return [
        (way, CountedCards(total.drafts, total.times, card_rows(_visible(found, row.codes)), cards))
        for way, found in counts.items()
        for total in (found.pop(""),)
    ]


def _visible(counts: CardCounts, codes: Collection[str]) -> CardCounts:
    """Return the counts of cards that were in enough drafts."""
    return {code: count for code, count in counts.items() if code in codes and count.drafts >= MIN_VISIBLE_DRAFTS}
