"""Facts of a Call of Cthulhu card: plain frozen values, no Django.

The values fill the same columns as Blue Moon’s; what only this game has (cost, skill, icons, keywords, set, pack,
uniqueness, marks) is stored as attributes.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from cards.core.art.subject import PictureSubject
from cards.core.art.words import motif_for_name
from common.text import fold, parse_whole_number

KEY = "cthulhu"
PREFIX = "CoC "  # every code is this plus the full title
FACTIONS: tuple[str, ...] = (
    *("Agency", "Miskatonic University", "Syndicate", "Silver Twilight"),
    *("Cthulhu", "Hastur", "Shub-Niggurath", "Yog-Sothoth", "Neutral"),
)
TYPES: tuple[str, ...] = ("character", "support", "event", "conspiracy", "story")
# Each set with its kind and number of cards, in the order of publication.
CORE, CYCLE, BOX = "core set", "cycle of packs", "deluxe box"
SET_SIZES: Mapping[str, tuple[str, int]] = {
    "Core Set": (CORE, 165),
    "Secrets of Arkham": (CYCLE, 60),
    "Summons of the Deep": (CYCLE, 120),
    "Dreamlands": (CYCLE, 120),
    "The Yuggoth Contract": (CYCLE, 120),
    "The Order of the Silver Twilight": (BOX, 55),
    "The Rituals of the Order": (CYCLE, 120),
    "Ancient Relics": (CYCLE, 128),
    "Forgotten Lore": (CYCLE, 120),
    "Revelations": (CYCLE, 120),
    "Seekers of Knowledge": (BOX, 55),
    "The Key and the Gate": (BOX, 55),
    "The Terror in Venice": (BOX, 55),
    "The Sleeper Below": (BOX, 55),
    "For the Greater Good": (BOX, 55),
    "The Thousand Young": (BOX, 55),
    "Denizens of the Underworld": (BOX, 55),
    "The Mark of Madness": (BOX, 55),
}
SET_NAMES: tuple[str, ...] = tuple(SET_SIZES)
ICONS: tuple[str, ...] = ("terror", "combat", "arcane", "investigation")
VARIABLE_COST = "X"
LOYAL, STEADFAST, TRANSIENT = "Loyal", "Steadfast", "Transient"
ATTRIBUTES: tuple[str, ...] = (
    *("printing", "set", "pack", "reprints", "cost", "skill", *ICONS, "struggle", "boosters", "unique", "subtypes"),
    *("keywords", "resource", "marks"),
)
_START_ARTICLE = re.compile(r"(?:the|a|an) ")
PRINTING_KEY = re.compile(r"[A-Z]{2,4}-[0-9]{3}")
F_NUMBER = re.compile(r"F[0-9]{1,3}")
_KEYWORD_PATTERN = re.compile(
    rf"(?:Toughness \+[1-9]|Fated [1-9]|Steadfast (?:{'|'.join(FACTIONS[:-1])}) [1-9]|"
    r"Day|Dormant|Fast|Heroic|Invulnerability|Loyal|Night|Prophecy|Resilient|Transient|Villainous|Willpower)"
)
_ICON_COUNT_PATTERN = re.compile(rf"(?:{'|'.join(ICONS)}) [1-9]")
_STEADFAST_PATTERN = re.compile(r"Steadfast (?P<faction>.+) (?P<count>[1-9])")


@dataclass(frozen=True, slots=True, order=True)
class CardPrinting:
    """Another printing of a card: its key ("FL-002"), set, pack of a cycle, number ("F2")."""

    key: str
    set: str
    pack: str
    number: str

    def __str__(self) -> str:
        return f"{self.key} {self.pack or self.set} {self.number}"

    def as_dict(self) -> dict[str, str]:
        return {"printing": self.key, "set": self.set, "pack": self.pack, "number": self.number}


@dataclass(frozen=True, slots=True)
class CthulhuFacts:
    """One card. `code` is "CoC" and the full title, `title` the descriptor, `people` the faction.

    `printing` is the key of the first printing ("CORE-057"), `reprints` are later printings. `set` is the box or cycle,
    `pack` the pack of a cycle. `cost` and `skill` are a number or "X". `terror` to `investigation` count the icons of a
    character; `struggle` has the icons that a conspiracy changes, `boosters` the icons that a support gives. `resource`
    is what the card gives as a resource ("Agency", "Agency 2"). `unique` is None if unknown. Values that are unknown,
    or that such a card doesn’t have, are an empty string or None. `marks` are derived: `errata`, `restricted`,
    `banned`, `rulings`.
    """

    code: str
    name: str
    people: str = ""
    type: str = ""
    title: str = ""
    number: str = ""
    set: str = ""
    pack: str = ""
    subtypes: tuple[str, ...] = ()
    unique: bool | None = None
    aliases: tuple[str, ...] = ()
    notes: str = ""
    source: str = ""
    marks: tuple[str, ...] = ()
    printing: str = ""
    reprints: tuple[CardPrinting, ...] = ()
    cost: str = ""
    skill: str = ""
    terror: int | None = None
    combat: int | None = None
    arcane: int | None = None
    investigation: int | None = None
    struggle: tuple[str, ...] = ()
    boosters: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    resource: str = ""

    # The columns that all games share but this game doesn’t use.
    game: ClassVar[str] = KEY
    name_de: ClassVar[str] = ""
    slot: ClassVar[str] = ""
    emissary: ClassVar[str] = ""
    deck: ClassVar[str] = ""
    family: ClassVar[str] = ""
    timing: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    icons: ClassVar[tuple[str, ...]] = ()
    fire: ClassVar[int | None] = None
    earth: ClassVar[int | None] = None
    moons: ClassVar[int | None] = None
    capacity: ClassVar[int | None] = None
    extra_cards: ClassVar[int | None] = None
    extra_moons: ClassVar[int | None] = None
    gap: ClassVar[None] = None
    known: ClassVar[bool] = True

    @property
    def label(self) -> str:
        """Return the full title: name and descriptor."""
        return f"{self.name}, {self.title}" if self.title else self.name

    @property
    def slug(self) -> str:
        """Return the code as in URLs: "coc-pulled-under"."""
        return fold(self.code).replace("?", "").strip().replace(" ", "-")

    @property
    def playable(self) -> bool:
        """Return whether it can be a card of a deck: every type but a story (COC-04)."""
        return self.type != "story"

    @property
    def loyal(self) -> bool:
        """Return whether only resources of its own faction can pay for it (COC-05)."""
        return LOYAL in self.keywords

    @property
    def steadfast(self) -> tuple[str, int] | None:
        """Return the faction and number of resources required to play it (COC-05); None if none are."""
        match = next(filter(None, map(_STEADFAST_PATTERN.fullmatch, self.keywords)), None)
        return (match["faction"], int(match["count"])) if match else None

    @property
    def unknown(self) -> tuple[str, ...]:
        """Return the unknown facts of such a card, in the order of the table."""
        wanted: dict[str, object] = {"type": self.type, "set": self.set, "number": self.number}
        if self.playable:
            wanted = (
                {"people": self.people, "cost": self.cost, **wanted} if self.type else {"people": self.people, **wanted}
            )
        if self.type == "character":
            wanted |= {"skill": self.skill} | {name: "known" if self.count(name) is not None else "" for name in ICONS}
        return tuple(column for column, value in wanted.items() if not value)

    def count(self, icon: str) -> int | None:
        return {"terror": self.terror, "combat": self.combat, "arcane": self.arcane}.get(icon, self.investigation)

    @property
    def complete(self) -> bool:
        return not self.unknown

    @property
    def names(self) -> tuple[str, ...]:
        """Return every name by which it can be looked up, the code first; also without its article (K-20)."""
        forms = [self.code, self.code.removeprefix(PREFIX), self.label, self.name, *self.aliases]
        forms += [f"{alias}, {self.title}" for alias in self.aliases if self.title]
        forms += [_START_ARTICLE.sub("", form, count=1) for form in map(fold, forms[1:]) if _START_ARTICLE.match(form)]
        keys = (self.printing, *(reprint.key for reprint in self.reprints))
        return tuple(dict.fromkeys(form for form in (*forms, *keys) if form))

    @property
    def printings(self) -> tuple[CardPrinting, ...]:
        return (CardPrinting(self.printing, self.set, self.pack, self.number), *self.reprints)

    @property
    def attributes(self) -> dict[str, object]:
        counts = {name: self.count(name) for name in ICONS}
        listed = {name: list(getattr(self, name)) for name in ("struggle", "boosters", "subtypes", "keywords", "marks")}
        plain = {
            name: getattr(self, name) for name in ("printing", "set", "pack", "cost", "skill", "unique", "resource")
        }
        return {**plain, **counts, **listed, "reprints": [reprint.as_dict() for reprint in self.reprints]}

    @property
    def tags(self) -> tuple[tuple[str, str], ...]:
        """Return name and value of everything searchable outside the columns."""
        lists = {"restricted", "banned"}
        tags = [("faction", self.people.removesuffix(" University")), ("type", self.type)]
        tags += [("number", printing.number) for printing in self.printings]
        tags += [("subtype", subtype) for subtype in self.subtypes]
        tags += [("keyword", keyword) for keyword in self.keywords]
        tags += [("resource", self.resource)]
        tags += [
            ("pack", where) for printing in self.printings for where in dict.fromkeys((printing.pack, printing.set))
        ]
        tags += [("is", "unique" if self.unique else ""), ("is", "reprinted" if self.reprints else "")]
        tags += [("is", word.lower()) for word in (LOYAL, STEADFAST, TRANSIENT) if self._has_keyword(word)]
        tags += [("is", "complete" if self.complete else "incomplete")]
        tags += [("is" if mark in lists else "has", mark) for mark in self.marks]
        return tuple((name, value) for name, value in tags if value)

    def _has_keyword(self, word: str) -> bool:
        return any(keyword.startswith(word) for keyword in self.keywords)

    @property
    def numbers(self) -> dict[str, int | None]:
        """Return the columns of numbers that a search can compare; X isn’t a number."""
        return {
            "cost": parse_whole_number(self.cost),
            "skill": parse_whole_number(self.skill),
            "number_value": parse_whole_number(self.number.removeprefix("F")),
            **{name: self.count(name) for name in ICONS},
        }

    @property
    def facets(self) -> Mapping[str, tuple[str, ...]]:
        """Return the properties that rulings can be about without naming the card: none in this game."""
        return {}


def set_sort_key(card: CthulhuFacts) -> tuple[int, int, str]:
    """Sort cards in catalogue order: by set, by number, unknown ones last."""
    place = SET_NAMES.index(card.set) if card.set in SET_NAMES else len(SET_NAMES)
    number = parse_whole_number(card.number.removeprefix("F"))
    return place, 10_000 if number is None else number, card.code


def card_contradictions(card: CthulhuFacts) -> Iterator[tuple[str, str]]:
    if not card.code.startswith(PREFIX) or not fold(card.code.removeprefix(PREFIX)):
        yield "code", f"“{card.code[:40]}” isn’t a code such as “CoC Pulled Under”"
    if not card.name:
        yield "name", "the name is missing"
    if card.printing and not PRINTING_KEY.fullmatch(card.printing):
        yield "printing", f"“{card.printing[:40]}” isn’t the key of a printing such as “CORE-057”"
    if card.number and not F_NUMBER.fullmatch(card.number):
        yield "number", f"“{card.number[:40]}” isn’t a number such as “F57”"
    choices = (("people", card.people, FACTIONS), ("type", card.type, TYPES), ("set", card.set, SET_NAMES))
    for column, value, allowed in choices:
        if value and value not in allowed:
            yield column, f"“{value[:40]}” isn’t one of {', '.join(allowed)}"
    yield from _wrong_value_errors(card)
    lengths = {"code": 80, "name": 80, "title": 80, "pack": 80, "notes": 600, "source": 200}
    for column, longest in lengths.items():
        if len(getattr(card, column)) > longest:
            yield column, f"it is longer than {longest} characters"


def _wrong_value_errors(card: CthulhuFacts) -> Iterator[tuple[str, str]]:
    for column in ("cost", "skill"):
        value = getattr(card, column)
        if value and value != VARIABLE_COST and parse_whole_number(value, maximum=20) is None:
            yield column, f"“{value[:40]}” must be a whole number from 0 to 20, or X"
    for word in card.keywords:
        if not _KEYWORD_PATTERN.fullmatch(word):
            yield "keywords", f"“{word[:40]}” isn’t a keyword such as “Toughness +1” or “Steadfast Agency 2”"
    for column in ("struggle", "boosters"):
        for word in getattr(card, column):
            if not _ICON_COUNT_PATTERN.fullmatch(word):
                yield column, f"“{word[:40]}” isn’t an icon with its number such as “terror 1”"
    yield from _facts_of_other_type(card)


def _facts_of_other_type(card: CthulhuFacts) -> Iterator[tuple[str, str]]:
    if card.type and card.type != "character":
        for column in ("skill", *ICONS):
            if getattr(card, column) not in ("", None):
                yield column, "only a character has skill and icons"
    if card.type == "story" and (card.people or card.cost):
        yield ("faction" if card.people else "cost"), "a story has neither a faction nor a cost"


_LAND_BY_FACTION = {
    "Agency": "agency",
    "Miskatonic University": "miskatonic",
    "Syndicate": "syndicate",
    "Silver Twilight": "silver",
    "Cthulhu": "cthulhu",
    "Hastur": "hastur",
    "Shub-Niggurath": "shub",
    "Yog-Sothoth": "yog",
}
# An event is a moment of power, a conspiracy a call, a story a symbol in the air.
_FIGURE_BY_TYPE = {"character": "character", "support": "support", "event": "booster", "conspiracy": "leadership"}


def subject_of(card: CthulhuFacts) -> PictureSubject:
    """Return the subject of a card’s picture; combat tints its light like fire, arcane and investigation like earth."""
    mind = (card.arcane or 0) + (card.investigation or 0)
    return PictureSubject(
        seed=card.code,
        land="story" if card.type == "story" else _LAND_BY_FACTION.get(card.people, "neutral"),
        figure=_FIGURE_BY_TYPE.get(card.type, "sign"),
        motif=motif_for_name(f"{card.name} {card.title}"),
        fire=2 * (card.combat or 0),
        earth=2 * mind,
    )
