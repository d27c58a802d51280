"""Facts of rulings, errata and lists of restricted or banned cards: plain frozen values; pure, no Django."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from common.text import gettext_noop


class Trust(StrEnum):
    """Trust in the source of a statement. A statement of low trust is shown only with its note."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class ListKind(StrEnum):
    """Kinds of lists of cards: restricted or banned (COC-07, COC-08)."""

    RESTRICTED = "restricted"
    BANNED = "banned"


# The editions a ruling may be about, as the table writes them and as pages say them.
EDITIONS: Mapping[str, str] = {
    "first": gettext_noop("First edition"),
    "legends": gettext_noop("Legends"),
    "both": gettext_noop("Both editions"),
    "lcg": gettext_noop("Living card game"),
    "unknown": gettext_noop("Edition not given"),
}


@dataclass(frozen=True, slots=True)
class Topic:
    """Topic of some rulings of a game; `slug` is its address."""

    slug: str
    title: str
    game: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The reading taken where sources contradict each other; `number` is that of the rule ("C-04", "K-02")."""

    number: str
    title: str
    text: str
    game: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """One question and its answer, with where it comes from.

    `cards` are the codes of the cards it names; `icons`, `types` and `timings` say which other cards it bears on;
    `readings` are numbers of `Reading`, `see` ids of other rulings.
    """

    id: str
    game: str
    topic: str
    question: str
    answer: str
    edition: str
    source: str
    place: str
    trust: Trust
    cards: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    timings: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    note: str = ""

    @property
    def slug(self) -> str:
        return self.id.lower()

    @property
    def doubtful(self) -> bool:
        """Whether it is only kept to say that it is wrong, or not to be relied on."""
        return self.trust is Trust.LOW


@dataclass(frozen=True, slots=True)
class Erratum:
    """One change to one card, in our own words; `kinds` say what of the card it changes."""

    id: str
    game: str
    card: str
    kinds: tuple[str, ...]
    text: str
    source: str
    place: str
    readings: tuple[str, ...] = ()
    note: str = ""

    @property
    def slug(self) -> str:
        return self.id.lower()


@dataclass(frozen=True, slots=True)
class ListEntry:
    """A card of a list, as the list prints it."""

    id: str
    version: str
    card: str
    printed: str
    set: str
    number: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class CardList:
    """One version of a list. `issued` is an ISO date, empty where nobody knows it; only a current one is in force."""

    version: str
    game: str
    kind: ListKind
    title: str
    issued: str
    current: bool
    rule: str
    source: str
    note: str = ""
    entries: tuple[ListEntry, ...] = ()
