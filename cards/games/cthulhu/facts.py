"""What is known of a card of Call of Cthulhu, the card game: plain frozen values, no Django.

The values fill the same columns as those of Blue Moon; what this game has besides (set, pack, subtypes, whether the
card is unique, what there is about it) is kept as attributes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from common.text import fold

KEY = "cthulhu"
FACTIONS: tuple[str, ...] = (
    *("Agency", "Miskatonic University", "Syndicate", "Silver Twilight"),
    *("Cthulhu", "Hastur", "Shub-Niggurath", "Yog-Sothoth", "Neutral"),
)
TYPES: tuple[str, ...] = ("character", "support", "event", "conspiracy", "story")
# Core set, cycles and boxes in the order of the document that names them.
SETS: tuple[str, ...] = (
    *("Core Set", "Secrets of Arkham", "Summons of the Deep", "Dreamlands", "The Yuggoth Contract"),
    *("The Order of the Silver Twilight", "The Rituals of the Order", "Ancient Relics", "Forgotten Lore"),
    *("Revelations", "Seekers of Knowledge", "The Key and the Gate", "The Terror in Venice", "The Sleeper Below"),
    *("For the Greater Good", "The Thousand Young", "Denizens of the Underworld", "The Mark of Madness"),
)
ATTRIBUTES: tuple[str, ...] = ("set", "pack", "subtypes", "unique", "marks")
_ARTICLE = re.compile(r"(?:the|a|an) ")


@dataclass(frozen=True, slots=True)
class CthulhuFacts:
    """One card. `code` is "CoC" and the full title, since numbers recur (K-05, K-11); `title` is the subtitle.

    `people` is the faction; empty as every other unknown value. `set` is the box or cycle, `pack` the pack of a cycle.
    `unique` is None where nobody says. `marks` are derived: `errata`, `restricted`, `banned`, `rulings`.
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

    # What the columns of the table hold for a game that has no such thing.
    game: ClassVar[str] = KEY
    name_de: ClassVar[str] = ""
    slot: ClassVar[str] = ""
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
    playable: ClassVar[bool] = True
    known: ClassVar[bool] = True

    @property
    def label(self) -> str:
        """The full title: name and subtitle."""
        return f"{self.name}, {self.title}" if self.title else self.name

    @property
    def slug(self) -> str:
        """The code as it stands in an address: "coc-pulled-under"."""
        return fold(self.code).replace(" ", "-")

    @property
    def unknown(self) -> tuple[str, ...]:
        """The columns that nobody has told us yet, in the order of the table."""
        wanted = {"people": self.people, "type": self.type, "set": self.set, "number": self.number}
        return tuple(column for column, value in wanted.items() if not value)

    @property
    def complete(self) -> bool:
        """Whether everything is known that tells it apart and says what it is."""
        return not self.unknown

    @property
    def names(self) -> tuple[str, ...]:
        """Every form under which it may be looked up, the code first; also without its article (K-20)."""
        forms = [self.code, self.label, self.name, *self.aliases]
        forms += [_ARTICLE.sub("", form, count=1) for form in map(fold, forms[1:]) if _ARTICLE.match(form)]
        return tuple(dict.fromkeys(form for form in forms if form))

    @property
    def attributes(self) -> dict[str, object]:
        """What is kept beside the columns."""
        listed = {"subtypes": list(self.subtypes), "marks": list(self.marks)}
        return {"set": self.set, "pack": self.pack, "unique": self.unique, **listed}

    @property
    def tags(self) -> tuple[tuple[str, str], ...]:
        """What a search may ask for besides the columns, as name and value."""
        lists = {"restricted", "banned"}
        tags = [("faction", _short(self.people)), ("type", self.type), ("number", self.number)]
        tags += [("subtype", one) for one in self.subtypes]
        tags += [("pack", self.pack), ("pack", self.set), ("is", "unique" if self.unique else "")]
        tags += [("is" if mark in lists else "has", mark) for mark in self.marks]
        return tuple((name, value) for name, value in tags if value)

    @property
    def facets(self) -> Mapping[str, tuple[str, ...]]:
        """What rulings may be about without naming it: none is, for they are about rules or name their cards."""
        return {}


def _short(faction: str) -> str:
    return faction.removesuffix(" University")


def set_order(card: CthulhuFacts) -> tuple[int, int, str]:
    """Sorts cards as the catalogue shows them: by set, by number, what is not known last."""
    place = SETS.index(card.set) if card.set in SETS else len(SETS)
    digits = card.number.lstrip("F")
    return place, int(digits) if digits.isdigit() else 10_000, card.code


def contradictions(card: CthulhuFacts) -> Iterator[tuple[str, str]]:
    """What cannot be so, as column and sentence."""
    if not card.code.startswith("CoC ") or not fold(card.code.removeprefix("CoC ")):
        yield "code", f"“{card.code[:40]}” is not a code such as “CoC Pulled Under”"
    if not card.name:
        yield "name", "the name is missing"
    if card.number and not re.fullmatch(r"F[0-9]{1,3}", card.number):
        yield "number", f"“{card.number[:40]}” is not a number such as “F57”"
    choices = (("people", card.people, FACTIONS), ("type", card.type, TYPES), ("set", card.set, SETS))
    for column, value, allowed in choices:
        if value and value not in allowed:
            yield column, f"“{value[:40]}” is not one of {', '.join(allowed)}"
    lengths = {"code": 80, "name": 80, "title": 80, "pack": 80, "notes": 600, "source": 200}
    for column, longest in lengths.items():
        if len(getattr(card, column)) > longest:
            yield column, f"it is longer than {longest} characters"
