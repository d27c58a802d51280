"""Today's packet: five cards of five peoples for everybody who comes by on a day, and what an expert would take."""

import random
from collections.abc import Iterable
from datetime import date

from cards.core.facts import PEOPLES, CardFacts, CardType
from drafts.core.packet_question import Question, question_of
from game.evidence.tables import Evidence

PACKET_SIZE = 5
KEPT_AT_END = 39  # of the usual draft; a first pick is weighed by how much is still to come


def todays_packet(cards: Iterable[CardFacts], day: date, evidence: Evidence) -> Question | None:
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
    return question_of(chosen, (), evidence, kept_at_end=KEPT_AT_END)
