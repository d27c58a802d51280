"""Today's packet: five cards of five peoples for everybody who comes by on a day, and what an expert would take."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from cards.core.facts import PEOPLES, CardFacts, CardType
from drafts.core.engine.bots import Reason, reason
from drafts.core.engine.valuation import weigh
from game.evidence.tables import Evidence

PACKET_SIZE = 5
KEPT_AT_END = 39  # of the usual draft; a first pick is weighed by how much is still to come


@dataclass(frozen=True, slots=True)
class TodaysPacket:
    """The cards, the one an expert takes first of them, and why."""

    cards: tuple[CardFacts, ...]
    taken: CardFacts
    why: Reason


def todays_packet(cards: Iterable[CardFacts], day: date, evidence: Evidence) -> TodaysPacket | None:
    """The packet of a day, the same for everybody; None where the catalogue has fewer than five peoples.

    Two of the five are no characters, so that there is something to weigh.
    """
    rng = random.Random(day.isoformat())
    of: dict[str, list[CardFacts]] = {}
    for card in cards:
        if card.people in PEOPLES and card.playable and card.complete and card.name:
            of.setdefault(card.people.value, []).append(card)
    if len(of) < PACKET_SIZE:
        return None
    chosen = []
    for place, people in enumerate(rng.sample(sorted(of), PACKET_SIZE)):
        kind = [card for card in of[people] if (card.type is CardType.CHARACTER) == (place not in (1, 3))]
        chosen.append(rng.choice(kind or of[people]))
    return _weighed(tuple(chosen), evidence)


def _weighed(packet: tuple[CardFacts, ...], evidence: Evidence) -> TodaysPacket:
    by_code: Mapping[str, CardFacts] = {card.code: card for card in packet}
    weighed = weigh(tuple(by_code), (), by_code, evidence, left=KEPT_AT_END)
    best = max(weighed, key=lambda card: (card.value, card.code))
    return TodaysPacket(packet, by_code[best.code], reason(weighed, best.code, by_code))
