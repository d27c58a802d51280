"""What is judged: a deck as somebody wrote it down, right or wrong. Nothing here decides anything."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Format(StrEnum):
    """How a deck is made: DECK-17, DECK-01, DECK-13 and DECK-18."""

    PRECONSTRUCTED = "preconstructed"
    CUSTOM = "custom"
    EMISSARY = "emissary"
    DRAFT = "draft"


class Edition(StrEnum):
    """The edition whose rules are played (DECK-25)."""

    LEGENDS = "legends"
    FIRST = "first"


class FamilyRule(StrEnum):
    """How a Buka family enters a custom deck (DECK-16 and the contradiction C-15)."""

    COUNT_TOWARD = "count_toward"
    EXTEND = "extend"


class Agreement(StrEnum):
    """What both players must have agreed before they play (DECK-23)."""

    EMISSARY = "emissary"
    INQUISITOR = "inquisitor"
    FAMILY = "family"
    MATCH = "match"


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a deck: the code of a card and how many copies (at least 1)."""

    code: str
    copies: int = 1


@dataclass(frozen=True, slots=True)
class DeckList:
    """A deck as written: cards by code, in the order written, and what lies beside them.

    Leaders, inquisitors, emissaries and families are tuples because a list may name two, which a rule then refuses.
    `agreed` is None while nobody said what was agreed; `pool` is None while nobody said what was picked.
    """

    entries: tuple[Entry, ...] = ()
    name: str = ""
    game: str = "bluemoon"
    format: Format = Format.CUSTOM
    edition: Edition = Edition.LEGENDS
    leaders: tuple[str, ...] = ()
    inquisitors: tuple[str, ...] = ()
    emissaries: tuple[str, ...] = ()
    families: tuple[str, ...] = ()
    family_rule: FamilyRule = FamilyRule.COUNT_TOWARD
    match: bool = False
    agreed: frozenset[Agreement] | None = None
    pool: tuple[str, ...] | None = None

    @property
    def size(self) -> int:
        """How many cards are written down, copies counted."""
        return sum(entry.copies for entry in self.entries)

    @property
    def codes(self) -> tuple[str, ...]:
        """The code of every card, a code of two copies twice."""
        return tuple(entry.code for entry in self.entries for _ in range(entry.copies))
