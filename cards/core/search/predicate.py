"""Predicates: conditions on the columns of a card, to which every query is compiled."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass

SIGNS: Mapping[str, Callable[[float, float], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True, slots=True)
class Is:
    """The column has this value; never true of an unknown value."""

    column: str
    value: str | bool


@dataclass(frozen=True, slots=True)
class Contains:
    """The text in the column contains this text."""

    column: str
    text: str


@dataclass(frozen=True, slots=True)
class SumTest:
    """The sum of some columns compared with a number or another sum; never true if one of them is unknown."""

    left: tuple[str, ...]
    sign: str
    number: float = 0
    right: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AllOf:
    """All parts are true."""

    parts: tuple[Predicate, ...] = ()


@dataclass(frozen=True, slots=True)
class AnyOf:
    """One of the parts is true; without parts: never."""

    parts: tuple[Predicate, ...] = ()


@dataclass(frozen=True, slots=True)
class NoneOf:
    """The part is not true."""

    part: Predicate


Predicate = Is | Contains | SumTest | AllOf | AnyOf | NoneOf
