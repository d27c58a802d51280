"""Facts of a card: plain frozen values, no Django.

The cores of every app compute with these; `cards.catalogue.queries` makes them from rows. An unknown value is `None`
(or an empty string); nothing here guesses. Rule numbers are those of `docs/rules.md`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from common.errors import Detail, Missing
from common.text import fold, gettext_noop, nearest_folded_names

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

# The key of this game in decks and URLs.
BLUE_MOON = "bluemoon"


class People(StrEnum):
    """The seventeen affiliations (CARD-01, CARD-02); the first nine are peoples, in the order of their symbols."""

    VULCA = "Vulca"
    HOAX = "Hoax"
    MIMIX = "Mimix"
    FLIT = "Flit"
    KHIND = "Khind"
    TERRAH = "Terrah"
    PILLAR = "Pillar"
    AQUA = "Aqua"
    BUKA = "Buka"
    MUTANT = "Mutant"
    INQUISITOR = "Inquisitor"
    EMISSARY = "Emissary"
    HYLA = "Hyla"
    TUTU = "Tutu"
    CRYSTAL = "Crystal"
    INTERFERENCE = "Interference"
    SPIRIT = "Spirit"


PEOPLES: tuple[People, ...] = tuple(People)[:9]
DECK_MARKS: Mapping[str, People] = {people.value[0]: people for people in PEOPLES}
FAMILIES: tuple[str, ...] = ("a", "b", "c", "d", "e", "f")


class CardType(StrEnum):
    """Card types (CARD-03). Some cards are known to exist but not their type: an empty string."""

    LEADER = "leader"
    CHARACTER = "character"
    BOOSTER = "booster"
    SUPPORT = "support"
    LEADERSHIP = "leadership"
    SHIP = "ship"
    HYLA = "hyla"
    INTERFERENCE = "interference"
    ACHIEVEMENT = "achievement"
    EMISSARY = "emissary"
    INQUISITOR = "inquisitor"
    UNKNOWN = ""


# Types of cards that lie beside the deck and have no moon value (CARD-07, DECK-09).
OUTSIDE_THE_DECK: frozenset[CardType] = frozenset({CardType.LEADER, CardType.EMISSARY, CardType.INQUISITOR})


class IconKind(StrEnum):
    """The nine icons (CARD-10)."""

    SHIELD = "SHIELD"
    STOP = "STOP"
    RETRIEVE = "RETRIEVE"
    FREE = "FREE"
    PAIR = "PAIR"
    GANG = "GANG"
    PROTECTED = "PROTECTED"
    BLUFF = "BLUFF"
    REPLACE = "REPLACE"


# The kinds of each icon (CARD-10); icons not listed have none.
ICON_DETAILS: Mapping[IconKind, tuple[str, ...]] = {
    IconKind.SHIELD: ("fire", "earth"),
    IconKind.BLUFF: ("fire", "earth", "none"),
    IconKind.GANG: ("red", "orange", "beige", "purple"),
}


class Timing(StrEnum):
    """Timing classes of powers in the catalogue; empty if a card has no power or it is unknown.

    `EVENT` is once in each of the opponent’s turns, or each time something happens, such as a retreat.
    """

    IN_HAND = "in hand"
    NOW = "now"
    ONCE = "once on your turn"
    EVENT = "at an event"
    ACTIVE = "while active"
    END = "end of turn"
    GAME_START = "game start"
    NONE = ""


EnumWord = TypeVar("EnumWord", bound=StrEnum)
Facts = TypeVar("Facts", bound="DataclassInstance")


def enum_value_or_default(kind: type[EnumWord], text: str, otherwise: EnumWord) -> EnumWord:
    """Return the member of an enum with this text; `otherwise` for a text that this version does not know.

    A newer version that works on the same data may have written more words than this one has.

    >>> [enum_value_or_default(Timing, word, Timing.NONE).value for word in ("at an event", "at full moon")]
    ['at an event', '']
    """
    return kind(text) if text in kind.__members__.values() else otherwise


def facts_from_columns(kind: type[Facts], row: Any, /, **other: Any) -> Facts:
    """Make facts from the columns named like their fields, lists as tuples, and from `other` values."""
    columns = {field.name: getattr(row, field.name) for field in fields(kind) if field.name not in other}
    other |= {name: tuple(value) if isinstance(value, list) else value for name, value in columns.items()}
    return kind(**other)


@dataclass(frozen=True, slots=True, order=True)
class CardIcon:
    """An icon and its kind: the element of a shield or bluff (`fire`, `earth`, `none`), the colour of a gang."""

    kind: IconKind
    detail: str = ""

    @classmethod
    def parse(cls, text: str) -> CardIcon:
        """Read `PAIR`, `GANG:red`, `BLUFF:fire`; raises ValueError for an icon or a kind of it that does not exist.

        >>> CardIcon.parse("GANG:red")
        CardIcon(kind=<IconKind.GANG: 'GANG'>, detail='red')
        """
        word, _, detail = text.strip().partition(":")
        icon = cls(IconKind(word.upper()), detail.strip().lower())
        if icon.detail not in ICON_DETAILS.get(icon.kind, ("",)):
            raise ValueError(text)
        return icon

    @classmethod
    def parse_known(cls, texts: Iterable[str]) -> tuple[CardIcon, ...]:
        """Return the icons of a database row, without those this release doesn’t know."""
        icons = []
        for text in texts:
            with suppress(ValueError):
                icons.append(cls.parse(text))
        return tuple(icons)

    def __str__(self) -> str:
        return f"{self.kind}:{self.detail}" if self.detail else self.kind.value


# Origins of the cards of an emissary’s set: 7 + 8 + 8 + 3 + 2 = 4 sets of seven (SET-02).
SET_PEOPLES: frozenset[People] = frozenset(
    {People.INTERFERENCE, People.HYLA, People.TUTU, People.CRYSTAL, People.MUTANT}
)
# How many cards of the small affiliations are printed (SET-02, SET-07), and how many of them nobody has seen, so that a
# gap can be called "1 of 8".
PRINTED_COUNTS: Mapping[People, tuple[int, int]] = {
    People.INQUISITOR: (4, 1),
    People.EMISSARY: (4, 4),
    People.HYLA: (8, 7),
    People.TUTU: (8, 8),
    People.CRYSTAL: (3, 3),
    People.INTERFERENCE: (7, 4),
    People.SPIRIT: (4, 4),
}


def first_word(name: str) -> str:
    """Return the first word of a card’s name; English Khind names write two words as one.

    >>> first_word("Young Bear"), first_word("CoolCat"), first_word("NoNo")
    ('Young', 'Cool', 'No')
    """
    return _FIRST_WORD.findall(name)[0] if name[:1].isalpha() else name.partition(" ")[0]


@lru_cache(maxsize=1024)
def _pair_key(name: str) -> str:
    return fold(first_word(name))


_FIRST_WORD = re.compile(r"\w[^\W\d_A-ZÄÖÜ]*")


@dataclass(frozen=True, slots=True)
class CardFacts:
    """One card. `code` is its identity (CARD-04, "Vulca 03"); `people` and `deck` are independent of each other.

    `deck` is the mark of the preconstructed deck ("V" … "B"), of the expansion ("E&I:A", "E&I:B", "E&I" if only that
    much is known), "promo", or empty. `extra_cards` and `extra_moons` are printed on a leader (30 and 10) or an
    inquisitor (added to those). `slot` names the gap of the catalogue that the card fills, if any. `emissary` is the
    code of the emissary to whose set of seven it belongs, empty if none or unknown.
    """

    code: str
    people: People
    type: CardType
    name: str = ""
    name_de: str = ""
    title: str = ""
    number: str = ""
    fire: int | None = None
    earth: int | None = None
    icons: tuple[CardIcon, ...] = ()
    moons: int | None = None
    deck: str = ""
    family: str = ""
    capacity: int | None = None
    extra_cards: int | None = None
    extra_moons: int | None = None
    aliases: tuple[str, ...] = ()
    timing: Timing = Timing.NONE
    summary: str = ""
    notes: str = ""
    source: str = ""
    slot: str = ""
    emissary: str = ""

    game: ClassVar[str] = BLUE_MOON

    @property
    def attributes(self) -> dict[str, object]:
        """Return the facts without a column of their own: none in this game."""
        return {}

    @property
    def facets(self) -> Mapping[str, tuple[str, ...]]:
        """Return the properties that rulings can be about without naming the card: icons, timing class, type."""
        return {
            "icons": tuple(dict.fromkeys(icon.kind.value for icon in self.icons)),
            "timings": (self.timing.value,) if self.timing else (),
            "types": (self.type.value,) if self.type else (),
        }

    @property
    def label(self) -> str:
        """Return the display name: English, or German, or the code."""
        return self.name or self.name_de or self.code

    @property
    def known(self) -> bool:
        """Return whether the card itself has been seen; a slot is only known to exist."""
        return bool(self.name or self.name_de)

    @property
    def slug(self) -> str:
        """Return the code as in URLs: "vulca-03"."""
        return fold(self.code).replace(" ", "-")

    @property
    def gap(self) -> tuple[int, int] | None:
        """Return number and count of an unseen card, such as (8, 8), the last of 8 of its people; else None."""
        place = self.slot.rpartition(" ")[2]
        if self.known or not place.isdigit() or self.people not in PRINTED_COUNTS:
            return None
        printed, unseen = PRINTED_COUNTS[self.people]
        return printed - unseen + int(place), printed

    @property
    def playable(self) -> bool:
        """Return whether it can be a card of a deck (DECK-09)."""
        return self.type not in OUTSIDE_THE_DECK

    @property
    def complete(self) -> bool:
        """Return whether every fact that decides legality is known: name, number, type, the moons of a deck card
        (CARD-07) and what an inquisitor prints (DECK-12)."""
        return not self.unknown

    @property
    def unknown(self) -> tuple[str, ...]:
        """Return the columns that a verdict needs and that are unknown, in the order of the table."""
        wanted = {"name": self.label if self.known else "", "type": self.type.value, "number": self.number}
        if self.type is not CardType.UNKNOWN and self.playable:
            wanted["moons"] = "" if self.moons is None else "known"
        if self.type is CardType.INQUISITOR:
            wanted["extra_cards"] = "" if self.extra_cards is None else "known"
            wanted["extra_moons"] = "" if self.extra_moons is None else "known"
        return tuple(column for column, value in wanted.items() if not value)

    @property
    def is_chosen_one(self) -> bool:
        """Return whether it is a Chosen One: the leadership card 32 of a people (CARD-04)."""
        return self.number == "32" and self.people in PEOPLES

    def has_icon(self, kind: IconKind, detail: str = "") -> bool:
        return any(icon.kind is kind and (not detail or icon.detail == detail) for icon in self.icons)

    @property
    def mates(self) -> tuple[str, ...]:
        """Return the pairs and gangs it can join, such as "PAIR:booster:abwurf"; cards that share one belong together
        (CARD-10).

        They need the same icon and the same first word in their names. The German names decide, because some cards of a
        pair are only known by those; in English, the same cards share a word.
        """
        if not (self.has_icon(IconKind.PAIR) or self.has_icon(IconKind.GANG)):
            return ()  # fast for cards that have none: bots ask for the mates of every card they see and hold
        word = _pair_key(self.name_de or self.name)
        pair = (f"{IconKind.PAIR}:{self.type}:{word}",) if self.has_icon(IconKind.PAIR) else ()
        return (*pair, *(f"{icon}:{word}" for icon in self.icons if icon.kind is IconKind.GANG))

    @property
    def names(self) -> tuple[str, ...]:
        """Return every name by which the card can be looked up, the code first."""
        forms = (self.code, self.name, self.name_de, *self.aliases)
        titled = f"{self.name} {self.title}" if self.title else ""
        return tuple(form for form in (*forms, titled) if form)


_PEOPLE_ORDER = {people: index for index, people in enumerate(People)}


def card_sort_key(card: CardFacts) -> tuple[int, int, int, str]:
    number = int(card.number) if card.number.isdigit() else 10_000
    return _PEOPLE_ORDER[card.people], number, card.gap[0] if card.gap else 0, card.code


# Other spellings of the first half of a code, accepted everywhere.
_CODE_ABBREVIATIONS = {"inquisitor": "inq", "interference": "inter", "influence": "infl", "hyla": "infl"}
# "vulca 5", "vulca05", "v05", "hyla slot 1".
_CODE = re.compile(r"(?P<word>[^\W\d](?:[^\d]*[^\W\d])?) ?(?P<number>\d+)")

# In a text with many unknown lines, only the first get suggestions: each is compared with every name there is.
MAX_SUGGESTED_NAMES = 20


class Catalogue:
    """The cards of one game, found by code or by any of their names, folded.

    Iterates in catalogue order, whatever order the cards came in. `version` changes with the catalogue, so computed
    values can be cached by it.
    """

    def __init__(
        self, cards: Iterable[CardFacts], *, version: int = 0, order: Callable[[Any], tuple[Any, ...]] = card_sort_key
    ) -> None:
        self.version = version
        self._suggestions_left: int | None = None
        self.cards: tuple[CardFacts, ...] = tuple(sorted(cards, key=order))
        self.by_code: Mapping[str, CardFacts] = {card.code: card for card in self.cards}
        self.by_slug: Mapping[str, CardFacts] = {card.slug: card for card in self.cards}
        self._by_name: dict[str, tuple[CardFacts, ...]] = {}
        self._folded = {form: fold(form) for card in self.cards for form in card.names}
        for card in self.cards:
            for form in {self._folded[form] for form in card.names}:
                self._by_name[form] = (*self._by_name.get(form, ()), card)

    def __iter__(self) -> Iterator[CardFacts]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __contains__(self, code: object) -> bool:
        return code in self.by_code

    def __getitem__(self, code: str) -> CardFacts:
        return self.by_code[code]

    def lookup(self, text: str) -> tuple[CardFacts, ...]:
        """Return every card that `text` names exactly (folded); none if unknown, several if ambiguous."""
        wanted = fold(text)
        cards = self._by_name.get(wanted)
        if cards is None:
            cards = self._by_name.get(self._folded_as_code(wanted), ())
        return cards

    def find_card(self, text: str) -> CardFacts:
        """Return the one card that `text` names; raises `Missing` with the nearest names, or all candidates."""
        cards = self.lookup(text)
        if len(cards) == 1:
            return cards[0]
        if cards:
            codes = tuple(card.code for card in cards)
            template = gettext_noop("“%(text)s” matches several cards. Use one of these codes: %(codes)s.")
            params = {"text": text[:80], "codes": ", ".join(codes)}
            raise Missing(template, params, details=(Detail(template, suggestions=codes, params=params),))
        close = tuple(self.suggest_names(text))
        params = {"text": text[:80]}
        template = gettext_noop("No card is called “%(text)s”.")
        if close:
            template = gettext_noop("No card is called “%(text)s”. Did you mean %(names)s?")
            params["names"] = ", ".join(close)
        raise Missing(template, params, details=(Detail(template, suggestions=close, params=params),))

    def suggest_names(self, text: str, *, limit: int = 3) -> list[str]:
        if self._suggestions_left is not None:
            if not self._suggestions_left:
                return []
            self._suggestions_left -= 1
        return nearest_folded_names(text, self._folded, limit=limit)

    def with_suggestion_limit(self, limit: int = MAX_SUGGESTED_NAMES) -> Catalogue:
        """Return these cards for reading one long text: `suggest_names` answers only `limit` times."""
        few = copy(self)
        few._suggestions_left = limit
        return few

    @staticmethod
    def _folded_as_code(folded: str) -> str:
        code = _CODE.fullmatch(folded)
        if code is None:
            return folded
        word, number = code["word"], code["number"]
        if len(word) == 1:  # as on boards; no number with an M belongs to both peoples
            people = People.MUTANT if word == "m" and len(number) > 2 else DECK_MARKS.get(word.upper())
            word = people.value.lower() if people else word
        return f"{_CODE_ABBREVIATIONS.get(word, word)} {number.zfill(2)}"
