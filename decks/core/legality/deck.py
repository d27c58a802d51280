"""Deck list: the value that is judged, right or wrong as somebody wrote it down."""

from dataclasses import dataclass
from enum import StrEnum

from cards.core.facts import BLUE_MOON, CardType


class Format(StrEnum):
    """Formats of decks: DECK-17, DECK-01, DECK-13, DECK-18; for Call of Cthulhu whether COC-07 and COC-12 count."""

    PRECONSTRUCTED = "preconstructed"
    CUSTOM = "custom"
    EMISSARY = "emissary"
    DRAFT = "draft"
    CASUAL = "casual"
    TOURNAMENT = "tournament"

    __hash__ = str.__hash__  # formats are looked up at every verdict; the hash of an enum is several times slower


class Play(StrEnum):
    """Modes of play, which decide how an illegal deck is penalised (DECK-22): by the organiser, or by a lost game."""

    FRIENDLY = "friendly"
    STRICT = "strict"


class Edition(StrEnum):
    """The edition whose rules are played (DECK-25)."""

    LEGENDS = "legends"
    FIRST = "first"


class FamilyRule(StrEnum):
    """Ways a Buka family enters a custom deck (DECK-16 and the contradiction C-15)."""

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
    """A line of a deck: the code of a card, how many copies (at least 1), and what its owner notes on it.

    `note` is None where nothing is said of it; a word in it that begins with # is a tag.
    """

    code: str
    copies: int = 1
    note: str | None = None


@dataclass(frozen=True, slots=True)
class HouseRules:
    """A format that somebody declared: an official one of Blue Moon with other numbers and some cards left out.

    `size` and `moons` are None where the official number stays; `any_moons` lifts the limit. `copies` is how many of
    one card a deck may hold, `banned` are codes, `without` card types, `least` how many cards of a type it must hold;
    `decks.core.legality.house` reads how it is written.
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

    Leaders, inquisitors, emissaries and families are tuples because a list may name two, which a rule then refuses.
    `agreed` is None while no agreement is known; `pool` is None while no picks are known. `house` is
    the declared format, whose base `format` then is. `list_version` names a restricted list, empty for the present one.
    `notes` are on the whole deck, None where the list says nothing of them. A list that is judged, handed in or shown
    to an opponent has none: only `decks.deck.queries.decklist_with_notes` and `ParsedDeck.noted` put them in.
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
    def codes(self) -> tuple[str, ...]:
        """Return the code of every card, twice for two copies."""
        return tuple(entry.code for entry in self.entries for _ in range(entry.copies))
