"""Reading a query from plain parameters (of an address, say): what can be used is, what cannot is reported."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cards.facts import DECK_MARKS, FAMILIES, CardType, IconKind, People, Timing
from cards.search.query import SORTS, Query
from common.text import fold, gettext_noop, nearest

MAX_TEXT = 1024
MAX_WORDS = 20
_DECKS = (*DECK_MARKS, "E&I:A", "E&I:B", "E&I", "promo")
# For each listing parameter: the field of Query and what may be said.
_CHOICES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "people": ("people", tuple(People)),
    "type": ("types", tuple(one for one in CardType if one)),
    "icon": ("icons", tuple(IconKind)),
    "timing": ("timings", tuple(one for one in Timing if one)),
    "deck": ("decks", _DECKS),
    "family": ("families", FAMILIES),
}
_MAKE: Mapping[str, Callable[[str], Any]] = {
    "people": People,
    "types": CardType,
    "icons": IconKind,
    "timings": Timing,
    "decks": str,
    "families": str,
}
_RANGES = {"fire": 20, "earth": 20, "moons": 9}
PARAMETERS: tuple[str, ...] = ("q", *_CHOICES, *(f"{name}_{end}" for name in _RANGES for end in ("min", "max")))
PARAMETERS += ("known", "sort")


@dataclass(frozen=True, slots=True)
class Problem:
    """One parameter that could not be used as it stands; the rest of the query still holds."""

    field: str
    template: str
    params: Mapping[str, object] = dataclasses.field(default_factory=dict)
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """The query as far as it could be read, and what could not."""

    query: Query
    problems: tuple[Problem, ...] = ()


def read_query(parameters: Mapping[str, Sequence[str]]) -> Reading:
    """The query of some parameters, each with the list of its values; unknown names are left to whoever uses them.

    Never raises, whatever the parameters are.
    """
    problems: list[Problem] = []
    found: dict[str, Any] = {"words": _words(parameters.get("q", ()), problems)}
    for name, (column, allowed) in _CHOICES.items():
        said = [part for value in parameters.get(name, ()) for part in value.split(",")][:40]
        found[column] = frozenset(_MAKE[column](one) for one in _chosen(name, said, allowed, problems))
    for name, highest in _RANGES.items():
        low = _number(parameters, f"{name}_min", highest, problems)
        high = _number(parameters, f"{name}_max", highest, problems)
        if low is not None and high is not None and low > high:
            template = gettext_noop("From %(low)d to %(high)d %(name)s is no range; it was taken the other way round.")
            problems.append(Problem(f"{name}_min", template, {"low": low, "high": high, "name": name}))
            low, high = high, low
        found[f"{name}_min"], found[f"{name}_max"] = low, high
    found["known"] = {"yes": True, "no": False}.get(_last(parameters, "known").lower())
    sort = _chosen("sort", [_last(parameters, "sort")], SORTS, problems)
    return Reading(replace(Query(), **found, sort=sort[0] if sort else "best"), tuple(problems))


def parameters_of(query: Query) -> list[tuple[str, str]]:
    """The parameters that give this query back, in a fixed order and without what is not asked for."""
    found = [("q", query.text)] if query.words else []
    for name, (column, allowed) in _CHOICES.items():
        found += [(name, str(one)) for one in allowed if one in getattr(query, column)]
    for bound in (f"{name}_{end}" for name in _RANGES for end in ("min", "max")):
        if getattr(query, bound) is not None:
            found.append((bound, str(getattr(query, bound))))
    if query.known is not None:
        found.append(("known", "yes" if query.known else "no"))
    return found + ([("sort", query.sort)] if query.sort != "best" else [])


def _last(parameters: Mapping[str, Sequence[str]], name: str) -> str:
    values = parameters.get(name, ())
    return values[-1].strip() if values else ""


def _words(values: Sequence[str], problems: list[Problem]) -> tuple[str, ...]:
    text = " ".join(values)
    if len(text) > MAX_TEXT:
        template = gettext_noop("Only the first %(count)d characters were searched for.")
        problems.append(Problem("q", template, {"count": MAX_TEXT}))
    words = text[:MAX_TEXT].replace("\x00", " ").split()
    if len(words) > MAX_WORDS:
        template = gettext_noop("Only the first %(count)d words were searched for.")
        problems.append(Problem("q", template, {"count": MAX_WORDS}))
    return tuple(words[:MAX_WORDS])


def _chosen(name: str, said: Sequence[str], allowed: Sequence[str], problems: list[Problem]) -> list[str]:
    """Those of `said` that are allowed, in the catalogue's spelling; a problem for each other one."""
    spelling = {(fold(one) or one): one for one in allowed}
    found = []
    for one in said:
        if not one.strip():
            continue
        meant = spelling.get(fold(one))
        if meant is not None:
            found.append(str(meant))
            continue
        close = tuple(nearest(one[:80], allowed))
        params: dict[str, object] = {"text": one.strip()[:40], "name": name}
        template = gettext_noop("“%(text)s” is not known as %(name)s and was left out.")
        if close:
            template = gettext_noop("“%(text)s” is not known as %(name)s and was left out. Did you mean %(close)s?")
            params["close"] = ", ".join(close)
        problems.append(Problem(name, template, params, close))
    return found


def _number(parameters: Mapping[str, Sequence[str]], name: str, highest: int, problems: list[Problem]) -> int | None:
    raw = _last(parameters, name)
    if not raw:
        return None
    if raw.isascii() and raw.isdigit() and len(raw) <= 4:
        return min(int(raw), highest + 1)
    template = gettext_noop("“%(text)s” is not a number from 0 to %(highest)d, so %(name)s was left out.")
    problems.append(Problem(name, template, {"text": raw[:40], "highest": highest, "name": name.replace("_", " ")}))
    return None
