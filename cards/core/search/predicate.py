"""Conditions on the columns of a row: all that a query comes down to, whoever then evaluates it.

A query is lowered to these few forms once; `cards.finder` writes them as SQL and `holds` evaluates them in memory, and
the two agree because nothing else has a meaning. A row is a mapping from column to value (`cards.search.columns`).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass

Row = Mapping[str, object]
SIGNS: Mapping[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True, slots=True)
class Is:
    """The column has this value; never true of an unknown one."""

    column: str
    value: str | bool


@dataclass(frozen=True, slots=True)
class Has:
    """The column, a text, holds this one."""

    column: str
    text: str


@dataclass(frozen=True, slots=True)
class Sums:
    """The sum of some columns compared with a number or with another sum; never true where one of them is unknown."""

    left: tuple[str, ...]
    sign: str
    number: int = 0
    right: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class All:
    """All parts hold."""

    parts: tuple[Predicate, ...] = ()


@dataclass(frozen=True, slots=True)
class Any:
    """One of the parts holds; without parts: never."""

    parts: tuple[Predicate, ...] = ()


@dataclass(frozen=True, slots=True)
class No:
    """The part does not hold."""

    part: Predicate


Predicate = Is | Has | Sums | All | Any | No


def holds(predicate: Predicate, row: Row) -> bool:
    """Whether a row meets a predicate."""
    match predicate:
        case Is(column, value):
            return row.get(column) == value
        case Has(column, text):
            return text in str(row.get(column) or "")
        case Sums(left, sign, number, right):
            one, other = _sum(row, left), _sum(row, right) if right else number
            return one is not None and other is not None and SIGNS[sign](one, other)
        case All(parts):
            return all(holds(part, row) for part in parts)
        case Any(parts):
            return any(holds(part, row) for part in parts)
        case No(part):
            return not holds(part, row)


def _sum(row: Row, columns: tuple[str, ...]) -> int | None:
    total = 0
    for column in columns:
        value = row.get(column)
        if not isinstance(value, int):
            return None
        total += value
    return total
