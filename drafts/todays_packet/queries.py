"""Queries of today's packet: what others would take."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from cards.core.facts import CardFacts
from drafts.core.todays_packet import TodaysPacket
from drafts.models import TodaysAnswer


@dataclass(frozen=True, slots=True)
class AnswerShare:
    """A card of the packet, in percent how many took it, and whether the reader and the bot are among them."""

    card: CardFacts
    percent: int
    mine: bool
    bot: bool


def answer_shares(packet: TodaysPacket, day: date, mine: str) -> tuple[int, list[AnswerShare]]:
    """How many have answered, and the cards, those first that most would take; one query."""
    counts = dict(TodaysAnswer.objects.filter(day=day).values_list("card", "count"))
    total = sum(counts.values())
    rows = [
        AnswerShare(
            card=card,
            percent=round(100 * counts.get(card.code, 0) / total) if total else 0,
            mine=card.code == mine,
            bot=card == packet.taken,
        )
        for card in packet.cards
    ]
    return total, sorted(rows, key=lambda row: -counts.get(row.card.code, 0))
