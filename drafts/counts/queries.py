"""Queries of card counts: sums over full blocks of drafts in one way of sharing, or over simulated drafts."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Sum

from accounts.models import Person
from cards.catalogue.queries import catalogue
from cards.core.facts import People
from common.errors import Invalid
from common.text import gettext_noop
from decks.models import SearchJob
from drafts.core.archive.card_counts import BLOCK_SIZE, DECK_COLUMNS, PICK_COLUMNS, CardCount, CountedCards, card_rows
from drafts.core.engine.setup import parse_peoples, parse_sharing
from drafts.core.engine.sharing import Sharing
from drafts.lists.queries import readable_card_list
from drafts.models import CardBlock, CardList

_MONTH = re.compile(r"\d{4}-(0[1-9]|1[0-2])")
_NO_DECKS: Any = dict.fromkeys(DECK_COLUMNS, 0)


@dataclass(frozen=True, slots=True)
class CountsFilter:
    """Which drafts to count (way of sharing, first and last month, list), and which people’s cards to show."""

    sharing: Sharing = Sharing.PACKETS
    people: People | None = None
    since: str = ""
    until: str = ""
    card_list: CardList | None = None

    @classmethod
    def parse(cls, params: Mapping[str, str], person: Person | None = None) -> "CountsFilter":
        """Return the filter of query parameters; raises `Invalid`, and `Missing` for a list they may not read."""
        for name in ("since", "until"):
            if params.get(name) and not _MONTH.fullmatch(params[name]):
                raise Invalid(gettext_noop("Write a month like this: 2026-11."), field=name)
        sharing = parse_sharing(params.get("sharing") or Sharing.PACKETS.value)
        people = parse_peoples([params["people"]])[0] if params.get("people") else None
        card_list = readable_card_list(params["list"], person) if params.get("list") else None
        return cls(sharing, people, params.get("since", ""), params.get("until", ""), card_list)


def card_figures(chosen: CountsFilter) -> CountedCards:
    """Return the figures of the cards in these drafts, from full blocks of drafts and of decks. One query."""
    card_list = chosen.card_list
    blocks = CardBlock.objects.filter(sharing=chosen.sharing.value, list_key=card_list.key if card_list else "")
    blocks = blocks.filter(month__gte=chosen.since or "0")
    if chosen.until:
        blocks = blocks.filter(month__lte=chosen.until)
    names = (*PICK_COLUMNS, *DECK_COLUMNS)
    sums = blocks.order_by().values_list("card").annotate(*(Sum(name) for name in names))
    return _filtered_counts({card: CardCount(*values) for card, *values in sums}, chosen.people, fewest=BLOCK_SIZE)


def simulated_figures(job: SearchJob, people: People | None = None) -> CountedCards:
    counts = {code: CardCount(*values) for code, values in (job.result or {"counts": {}})["counts"].items()}
    return _filtered_counts(counts, people)


def _filtered_counts(counts: dict[str, CardCount], people: People | None, fewest: int = 0) -> CountedCards:
    """Return the counts of a people’s cards that are in enough drafts, without deck figures from too few decks."""
    total, cards = counts.pop("", CardCount()), catalogue().by_code
    chosen = {
        code: count if count.decks >= fewest else replace(count, **_NO_DECKS)
        for code, count in counts.items()
        if code in cards and (people is None or cards[code].people is people)
        if count.drafts >= fewest
    }
    return CountedCards(total.drafts, total.times, card_rows(chosen), cards)
