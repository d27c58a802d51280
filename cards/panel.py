"""The filter panel: what can be ticked, and what is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from cards import words
from cards.facts import DECK_MARKS, FAMILIES, PEOPLES, CardType, IconKind, People, Timing
from cards.search import Query, parameters_of


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
    """The whole panel: the peoples, and what can be folded away."""

    peoples: Group
    groups: tuple[Group, ...]
    ranges: tuple[Range, ...]


def _people(names: Iterable[People], query: Query) -> tuple[Choice, ...]:
    return tuple(Choice(one, one, one in query.people, one.lower(), f"people-{one.lower()}") for one in names)


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
        Group("type", _("Type"), tuple(_type(one, query) for one in kinds)),
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
    return Panel(Group("people", _("People"), _people(PEOPLES, query)), found, ranges)


def _icon(kind: IconKind, query: Query) -> Choice:
    return Choice(kind.lower(), str(words.ICONS[kind]).capitalize(), kind in query.icons, symbol=kind.lower())


def _type(kind: CardType, query: Query) -> Choice:
    return Choice(kind, str(words.TYPES_TOGETHER[kind]), kind in query.types)


def _timing(timing: Timing, query: Query) -> Choice:
    return Choice(timing, str(words.TIMINGS[timing]), timing in query.timings)


def _deck(mark: str, name: str, query: Query) -> Choice:
    people = name.lower() if mark in DECK_MARKS else ""
    return Choice(mark, name, mark in query.decks, people=people)


@dataclass(frozen=True, slots=True)
class Active:
    """One filter that is set, and the parameters without it."""

    label: str
    without: str


def active(query: Query, *, also: list[tuple[str, str]]) -> list[Active]:
    """Every filter that is set, words and order apart; `also` are parameters to keep."""
    asked = parameters_of(query)
    found = []
    for pair in asked:
        if pair[0] not in {"q", "sort"}:
            rest = [other for other in asked if other != pair]
            found.append(Active(_said(*pair), urlencode(rest + also)))
    return found


def _said(name: str, value: str) -> str:
    """A parameter in words."""
    element, _sep, end = name.rpartition("_")
    if end in {"min", "max"}:
        value_of = {"fire": _("fire"), "earth": _("earth"), "moons": _("moons")}[element]
        template = _("%(what)s from %(value)s") if end == "min" else _("%(what)s up to %(value)s")
        return template % {"what": value_of, "value": value}
    if name == "family":
        return _("family %(family)s") % {"family": value}
    if name == "known":
        return _("seen") if value == "yes" else _("gaps")
    if name == "type":
        return str(words.TYPES_TOGETHER[CardType(value)])
    if name == "icon":
        return str(words.ICONS[IconKind(value)])
    if name == "timing":
        return str(words.TIMINGS[Timing(value)])
    return words.deck_name(value) if name == "deck" else value
