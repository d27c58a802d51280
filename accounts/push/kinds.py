"""Kinds of notifications: what each says, how long it is worth telling, and how urgent it is. No kind names a card."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from common.sentences import sentences

HOUR_SECONDS = 3600
DAY_SECONDS = 24 * HOUR_SECONDS


class Kind(StrEnum):
    """Kinds of push notifications; no value is part of another."""

    PACKET = "packet"
    FULL = "full"
    BEGINS = "begins"
    ROUND = "round"
    RESULT = "result"
    DISPUTE = "dispute"
    DECK = "deck"
    PLACE = "place"
    NEWS = "news"
    CANCELLED = "cancelled"
    DATE = "date"
    OVERDUE = "overdue"


@dataclass(frozen=True, slots=True)
class About:
    """Of one kind: the box that asks for it, the sentence a device shows, seconds of worth, and the urgency."""

    label: str
    sentence: str
    seconds: int
    urgency: str


_LABELS, _SENTENCES = sentences("accounts", "push_labels"), sentences("accounts", "push")
_WORTH_AN_HOUR = frozenset({Kind.PACKET, Kind.FULL, Kind.BEGINS, Kind.ROUND, Kind.NEWS})  # the others a day
_UNHURRIED = {Kind.DECK: "low"} | dict.fromkeys((Kind.RESULT, Kind.DISPUTE, Kind.DATE, Kind.OVERDUE), "normal")
KINDS: Mapping[Kind, About] = {
    kind: About(
        _LABELS[kind],
        _SENTENCES[kind],
        HOUR_SECONDS if kind in _WORTH_AN_HOUR else DAY_SECONDS,
        _UNHURRIED.get(kind, "high"),
    )
    for kind in Kind
}


def kinds_of(words: Iterable[str]) -> tuple[Kind, ...]:
    """The kinds among some words, in the order of `Kind`; words that are none are left out.

    >>> kinds_of(["deck", "packet", "weather"])
    (<Kind.PACKET: 'packet'>, <Kind.DECK: 'deck'>)
    """
    named = set(words)
    return tuple(kind for kind in Kind if kind.value in named)
