"""Deck list: the value that is judged, as it was written, right or wrong; and its changes between games."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from cards.core.facts import BLUE_MOON, CardType
from common.errors import Invalid
from common.text import gettext_noop


class Format(StrEnum):
    """Formats of decks: DECK-17, DECK-01, DECK-13, DECK-18; for Call of Cthulhu, whether COC-07 and COC-12 apply."""

    PRECONSTRUCTED = "preconstructed"
    CUSTOM = "custom"
    EMISSARY = "emissary"
    DRAFT = "draft"
    CASUAL = "casual"
    TOURNAMENT = "tournament"

    __hash__ = str.__hash__  # every verdict looks up a format; the hash of an enum is several times slower


class Play(StrEnum):
    """Modes of play. They decide the penalty for an illegal deck (DECK-22): the organiser’s choice, or a lost game."""

    FRIENDLY = "friendly"
    STRICT = "strict"


class Edition(StrEnum):
    """The edition whose rules apply (DECK-25)."""

    LEGENDS = "legends"
    FIRST = "first"


class FamilyRule(StrEnum):
    """Readings of how a Buka family joins a custom deck (DECK-16 and contradiction C-15)."""

    COUNT_TOWARD = "count_toward"
    EXTEND = "extend"


class Agreement(StrEnum):
    """Agreements that both players must make before they play (DECK-23)."""

    EMISSARY = "emissary"
    INQUISITOR = "inquisitor"
    FAMILY = "family"
    MATCH = "match"


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a deck: the code of a card, the number of copies (at least 1), and the owner’s note.

    `note` is None if the list says nothing about a note; a word in it that begins with # is a tag.
    """

    code: str
    copies: int = 1
    note: str | None = None


@dataclass(frozen=True, slots=True)
class HouseRules:
    """A declared format: an official format of Blue Moon with other numbers and some cards left out.

    `size` and `moons` are None if the official number applies; `any_moons` lifts the limit. `copies` is the maximum of
    one card, `banned` are codes, `without` card types, `least` is the minimum number of cards by type.
    `decks.core.legality.house` describes the notation.
    """

    key: str
    name: str
    base: Format = Format.CUSTOM
    size: int | None = None
    moons: int | None = None
    any_moons: bool = False
    copies: int = 1
    banned: tuple[str, ...] = ()
    without: tuple[CardType, ...] = ()
    least: tuple[tuple[CardType, int], ...] = ()


@dataclass(frozen=True, slots=True)
class DeckList:
    """A deck as written: cards by code, in the order written, and what lies beside them.

    Leaders, inquisitors, emissaries and families are tuples because a list may name two, which a rule then rejects.
    `agreed` is None while no agreement is known; `pool` is None while no picks are known. `house` is the declared
    format, and `format` then its base. `list_version` names a restricted list, empty for the current one. `notes` are
    about the whole deck, None if the list has none. Lists that are judged, handed in or shown to an opponent have no
    notes: only `decks.deck.queries.decklist_with_notes` and `ParsedDeck.deck_with_notes` add them.
    """

    entries: tuple[Entry, ...] = ()
    name: str = ""
    game: str = BLUE_MOON
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
    house: HouseRules | None = None
    list_version: str = ""
    play: Play = Play.FRIENDLY
    notes: str | None = None

    @property
    def size(self) -> int:
        return sum(entry.copies for entry in self.entries)

    @property
    def copies_by_code(self) -> Counter[str]:
        copies = Counter[str]()
        for entry in self.entries:
            copies[entry.code] += entry.copies
        return copies

    @property
    def codes(self) -> tuple[str, ...]:
        """Return the code of every card, repeated for each copy."""
        return tuple(entry.code for entry in self.entries for _ in range(entry.copies))


class DeckChanges(StrEnum):
    """Agreements of two players on changing decks between games (MATCH-11)."""

    LOCKED = "locked"
    UNUSED_PICKS = "unused_picks"
    FREE = "free"


def check_deck_change(
    agreed: DeckChanges, played: Sequence[str], played_pool: Sequence[str] | None, deck: DeckList
) -> None:
    """Raise `Invalid` if a deck differs from the deck played before and the players haven’t agreed to that.

    `played` are the codes of the previous game’s deck, in any order, and `played_pool` the picks it was built from.
    """
    if agreed is DeckChanges.FREE or Counter(deck.codes) == Counter(played):
        return
    if agreed is DeckChanges.LOCKED:
        raise Invalid(gettext_noop("In this match, decks can’t change between games."), rule="MATCH-11")
    if deck.format is not Format.DRAFT or deck.pool is None or sorted(deck.pool) != sorted(played_pool or ()):
        template = gettext_noop("Between games, you can only swap in unused picks from the same draft.")
        raise Invalid(template, rule="DECK-19")
