"""Packet questions: which card would you pick? With the expert’s pick and other readers’ answers."""

import random
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from cards.core.facts import PEOPLES, CardFacts, CardType
from drafts.core.engine.bots import PickReason, reason_for_card
from drafts.core.engine.valuation import weigh_packet
from game.evidence import Measurements


@dataclass(frozen=True, slots=True)
class PickQuestion:
    """A packet, the pool of the player before it, the card an expert would pick (`taken`), and the reason."""

    cards: tuple[CardFacts, ...]
    pool: tuple[CardFacts, ...]
    taken: CardFacts
    why: PickReason


@dataclass(frozen=True, slots=True)
class AnswerShare:
    """A card of the packet, how many readers picked it, and whether this reader, the bot and the asking player did."""

    card: CardFacts
    answers: int
    percent: int
    mine: bool
    bot: bool
    asker: bool = False


def make_pick_question(
    cards: Sequence[CardFacts], pool: Sequence[CardFacts], evidence: Measurements, *, kept_at_end: int
) -> PickQuestion:
    """Return the question about a non-empty packet; a seat keeps `kept_at_end` cards in the whole draft."""
    by_code = {card.code: card for card in (*pool, *cards)}
    codes = tuple(card.code for card in cards)
    left = max(kept_at_end - len(pool), 1)
    weighed = weigh_packet(codes, tuple(card.code for card in pool), by_code, evidence, left=left)
    best = max(weighed, key=lambda card: (card.value, card.code))
    return PickQuestion(tuple(cards), tuple(pool), by_code[best.code], reason_for_card(weighed, best.code, by_code))


def total_and_shares(
    question: PickQuestion, counts: Mapping[str, int], mine: str, asker: str = ""
) -> tuple[int, list[AnswerShare]]:
    """Return the number of answers, and the cards in the packet’s order.

    `mine` and `asker` are the codes that the reader and the asking player picked, if any, else empty.
    """
    codes = [card.code for card in question.cards]
    total = sum(counts.get(code, 0) for code in codes)
    return total, [
        AnswerShare(
            card=card,
            answers=counts.get(card.code, 0),
            percent=round(100 * counts.get(card.code, 0) / total) if total else 0,
            mine=card.code == mine,
            bot=card == question.taken,
            asker=card.code == asker,
        )
        for card in question.cards
    ]


def most_picked_card(shares: Sequence[AnswerShare]) -> CardFacts | None:
    """Return the most picked card, unless several are tied."""
    most = max((share.answers for share in shares), default=0)
    top = [share.card for share in shares if share.answers == most]
    return top[0] if len(top) == 1 else None


def answer_streak(answered: Container[date], today: date) -> int:
    """Count the consecutive days answered, up to today or, before today's answer, up to yesterday."""
    day = today if today in answered else today - timedelta(days=1)
    count = 0
    while day in answered:
        count, day = count + 1, day - timedelta(days=1)
    return count


TODAYS_PACKET_SIZE = 5
USUAL_POOL_SIZE = 39  # cards each player keeps in a draft of four; the value of a first pick depends on it


def todays_packet(cards: Iterable[CardFacts], day: date, evidence: Measurements) -> PickQuestion | None:
    """Return the packet of a day, the same for everybody; None if the catalogue has fewer than five peoples.

    Two of its cards aren’t characters, so that the choice is interesting.
    """
    rng = random.Random(day.isoformat())
    cards_by_people: dict[str, list[CardFacts]] = {}
    for card in cards:
        if card.people in PEOPLES and card.playable and card.complete and card.name:
            cards_by_people.setdefault(card.people.value, []).append(card)
    if len(cards_by_people) < TODAYS_PACKET_SIZE:
        return None
    chosen_cards = []
    for index, people in enumerate(rng.sample(sorted(cards_by_people), TODAYS_PACKET_SIZE)):
        kind = [card for card in cards_by_people[people] if (card.type is CardType.CHARACTER) == (index not in (1, 3))]
        chosen_cards.append(rng.choice(kind or cards_by_people[people]))
    return make_pick_question(chosen_cards, (), evidence, kept_at_end=USUAL_POOL_SIZE)
