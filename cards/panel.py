"""The filter panel: what can be ticked, and what is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cards import words
from cards.facts import DECK_MARKS, FAMILIES, PEOPLES, CardType, IconKind, People, Timing
from cards.search import Query

_SYMBOLS = {IconKind.GANG: "gang", IconKind.BLUFF: "bluff"}


@dataclass(frozen=True, slots=True)
class Choice:
    """One box to tick."""

    value: str
    label: str
    ticked: bool
    people: str = ""
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Boxes that belong together, under the name of their parameter."""

    name: str
    label: str
    choices: tuple[Choice, ...]

    @property
    def ticked(self) -> int:
        """How many are ticked."""
        return sum(choice.ticked for choice in self.choices)


@dataclass(frozen=True, slots=True)
class Range:
    """From and to, for one value."""

    name: str
    label: str
    symbol: str
    low: int | None
    high: int | None
    most: int


@dataclass(frozen=True, slots=True)
class Panel:
    """The whole panel; `more` counts what is set in the part that can be folded away."""

    peoples: Group
    groups: tuple[Group, ...]
    ranges: tuple[Range, ...]
    more: int


def _people(names: Iterable[People], query: Query) -> tuple[Choice, ...]:
    return tuple(Choice(one, one, one in query.people, people=one.lower()) for one in names)


def groups(query: Query) -> Panel:
    """The panel for a query."""
    others = tuple(one for one in People if one not in PEOPLES)
    kinds = [one for one in CardType if one is not CardType.UNKNOWN]
    timings = [one for one in Timing if one is not Timing.NONE]
    decks = [(mark, people.value) for mark, people in DECK_MARKS.items()]
    decks += [
        ("E&I:A", _("Allies")),
        ("E&I:B", _("Blessings")),
        ("E&I", _("Allies or Blessings")),
        ("promo", _("Promo")),
    ]
    found = (
        Group("people", _("Other affiliations"), _people(others, query)),
        Group("type", _("Type"), tuple(Choice(one, str(words.TYPES[one]), one in query.types) for one in kinds)),
        Group("icon", _("Icons"), tuple(_icon(kind, query) for kind in IconKind)),
        Group("timing", _("Power"), tuple(_timing(one, query) for one in timings)),
        Group("deck", _("Packed in"), tuple(_deck(mark, name, query) for mark, name in decks)),
        Group("family", _("Buka family"), tuple(Choice(one, one, one in query.families) for one in FAMILIES)),
    )
    ranges = (
        Range("fire", _("Fire"), "fire", query.fire_min, query.fire_max, 20),
        Range("earth", _("Earth"), "earth", query.earth_min, query.earth_max, 20),
        Range("moons", _("Moons"), "moon", query.moons_min, query.moons_max, 9),
    )
    set_bounds = sum(bound is not None for one in ranges for bound in (one.low, one.high))
    more = sum(group.ticked for group in found) + set_bounds + (query.known is not None)
    return Panel(Group("people", _("People"), _people(PEOPLES, query)), found, ranges, more)


def _icon(kind: IconKind, query: Query) -> Choice:
    return Choice(kind.lower(), str(words.ICONS[kind]), kind in query.icons, symbol=kind.lower())


def _timing(timing: Timing, query: Query) -> Choice:
    return Choice(timing, str(words.TIMINGS[timing]), timing in query.timings)


def _deck(mark: str, name: str, query: Query) -> Choice:
    people = name.lower() if mark in DECK_MARKS else ""
    return Choice(mark, name, mark in query.decks, people=people)
