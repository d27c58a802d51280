"""Queries of card counts: sums over the drafts in one way of sharing, of some months."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db.models import Sum

from cards.catalogue.queries import catalogue
from cards.core.facts import People
from common.errors import Invalid
from common.text import gettext_noop
from drafts.core.archive.card_counts import (
    DECK_COLUMNS,
    MIN_VISIBLE_DECKS,
    MIN_VISIBLE_DRAFTS,
    PICK_COLUMNS,
    CardCount,
    CountedCards,
    card_rows,
)
from drafts.core.engine.setup import parse_peoples, parse_sharing
from drafts.core.engine.sharing import Sharing
from drafts.models import CardTally

_MONTH = re.compile(r"\d{4}-(0[1-9]|1[0-2])")


@dataclass(frozen=True, slots=True)
class CardQuestion:
    """Which drafts to count: a way of sharing the cards, the first and last month; and which people’s cards to show."""

    sharing: Sharing = Sharing.PACKETS
    people: People | None = None
    since: str = ""
    until: str = ""

    @classmethod
    def parse(cls, params: Mapping[str, str]) -> "CardQuestion":
        """Return the question of query parameters; raises `Invalid`."""
        for name in ("since", "until"):
            if params.get(name) and not _MONTH.fullmatch(params[name]):
                raise Invalid(gettext_noop("Write a month like this: 2026-11."), place=name)
        sharing = parse_sharing(params.get("sharing") or Sharing.PACKETS.value)
        people = parse_peoples([params["people"]])[0] if params.get("people") else None
        return cls(sharing, people, params.get("since", ""), params.get("until", ""))


def counted_cards(question: CardQuestion) -> CountedCards:
    """Return the figures of the cards in these drafts, leaving out what too few drafts or decks have. One query."""
    tallies = CardTally.objects.filter(sharing=question.sharing.value)
    if question.since:
        tallies = tallies.filter(month__gte=question.since)
    if question.until:
        tallies = tallies.filter(month__lte=question.until)
    names = (*PICK_COLUMNS, *DECK_COLUMNS)
    sums = tallies.order_by().values_list("card").annotate(*(Sum(name) for name in names))
    counts = {card: CardCount(*values) for card, *values in sums}
    total = counts.pop("", CardCount())
    cards = catalogue().by_code
    chosen = {
        code: count
        if count.decks >= MIN_VISIBLE_DECKS
        else replace(count, decks=0, in_decks=0, played=0, games=0, won=0)
        for code, count in counts.items()
        if code in cards and (question.people is None or cards[code].people is question.people)
        if count.drafts >= MIN_VISIBLE_DRAFTS
    }
    return CountedCards(total.drafts, total.times, card_rows(chosen), cards)
