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


# The editions that a ruling can be about, as in the table and as on pages.
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
    """Our reading where sources contradict each other; `number` is that of the rule ("C-04", "K-02")."""

    number: str
    title: str
    text: str
    game: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """One question and its answer, with its source.

    `cards` are the codes of the cards it names; `icons`, `types` and `timings` say which other cards it concerns;
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
        """Return whether it is wrong or unreliable, and only stored to say so."""
        return self.trust is Trust.LOW


@dataclass(frozen=True, slots=True)
class Erratum:
    """One change to one card, in our own words; `kinds` are the parts of the card it changes."""

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
    """One version of a list. `issued` is an ISO date, empty if unknown; only a current list is in force."""

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
