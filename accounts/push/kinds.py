"""Kinds of notifications: what each says, how long it is worth telling, and how urgent it is. No kind names a card."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from common.text import gettext_noop

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
    urgency: str = "high"


KINDS: Mapping[Kind, About] = {
    Kind.PACKET: About(
        gettext_noop("A packet waits for me in a draft"), gettext_noop("A packet waits for you."), HOUR_SECONDS
    ),
    Kind.FULL: About(gettext_noop("The table I host is full"), gettext_noop("Your table is full."), HOUR_SECONDS),
    Kind.BEGINS: About(gettext_noop("My event begins"), gettext_noop("Your event begins."), HOUR_SECONDS),
    Kind.ROUND: About(
        gettext_noop("A round of my event is posted"), gettext_noop("A round is posted: see your table."), HOUR_SECONDS
    ),
    Kind.RESULT: About(
        gettext_noop("A result waits for my word"), gettext_noop("A result waits for your word."), DAY_SECONDS, "normal"
    ),
    Kind.DISPUTE: About(
        gettext_noop("A result of mine, or of my event, is disputed"),
        gettext_noop("A result is disputed."),
        DAY_SECONDS,
        "normal",
    ),
    Kind.DECK: About(
        gettext_noop("Somebody changed a deck we build together"),
        gettext_noop("Somebody changed a deck you build together."),
        DAY_SECONDS,
        "low",
    ),
    Kind.PLACE: About(
        gettext_noop("I have a place in an event I wait for"), gettext_noop("You have a place now."), DAY_SECONDS
    ),
    Kind.NEWS: About(
        gettext_noop("The organiser of my event announces something"),
        gettext_noop("The organiser has announced something."),
        HOUR_SECONDS,
    ),
    Kind.CANCELLED: About(
        gettext_noop("An event I am in is deleted"), gettext_noop("The organiser has deleted this event."), DAY_SECONDS
    ),
    Kind.DATE: About(
        gettext_noop("A day for a match of my league is asked for or agreed"),
        gettext_noop("The day of a league match of yours is asked for or has changed."),
        DAY_SECONDS,
        "normal",
    ),
    Kind.OVERDUE: About(
        gettext_noop("A match of my league is overdue, or somebody gets no answer"),
        gettext_noop("A match of your league is overdue, or somebody gets no answer."),
        DAY_SECONDS,
        "normal",
    ),
}


def kinds_of(words: Iterable[str]) -> tuple[Kind, ...]:
    """The kinds among some words, in the order of `Kind`; words that are none are left out.

    >>> kinds_of(["deck", "packet", "weather"])
    (<Kind.PACKET: 'packet'>, <Kind.DECK: 'deck'>)
    """
    named = set(words)
    return tuple(kind for kind in Kind if kind.value in named)
