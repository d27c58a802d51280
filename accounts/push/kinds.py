"""Kinds of push notifications: label, sentence, lifetime, urgency. No sentence names a card."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from common.sentence_tables import sentences

SECONDS_PER_HOUR = 3600
SECONDS_PER_DAY = 24 * SECONDS_PER_HOUR


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
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class PushKindFacts:
    """A kind: the label of its checkbox, its sentence, its lifetime in seconds, its urgency (RFC 8030)."""

    label: str
    sentence: str
    seconds: int
    urgency: str


_PUSH_LABELS, _PUSH_SENTENCES = sentences("accounts", "push_labels"), sentences("accounts", "push")
_KINDS_LASTING_AN_HOUR = frozenset(
    {Kind.PACKET, Kind.FULL, Kind.BEGINS, Kind.ROUND, Kind.NEWS, Kind.TABLE}
)  # all other kinds last a day
_URGENCY_OF_KINDS = {Kind.DECK: "low"} | dict.fromkeys((Kind.RESULT, Kind.DISPUTE, Kind.DATE, Kind.OVERDUE), "normal")
PUSH_KINDS: Mapping[Kind, PushKindFacts] = {
    kind: PushKindFacts(
        _PUSH_LABELS[kind],
        _PUSH_SENTENCES[kind],
        SECONDS_PER_HOUR if kind in _KINDS_LASTING_AN_HOUR else SECONDS_PER_DAY,
        _URGENCY_OF_KINDS.get(kind, "high"),
    )
    for kind in Kind
}


def push_kinds_of(words: Iterable[str]) -> tuple[Kind, ...]:
    """Return the kinds named by these words, in the order of `Kind`; other words are ignored.

    >>> push_kinds_of(["deck", "packet", "weather"])
    (<Kind.PACKET: 'packet'>, <Kind.DECK: 'deck'>)
    """
    named = set(words)
    return tuple(kind for kind in Kind if kind.value in named)
