"""Query tree: a query as a value, with one normal form and one spelling."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from common.text import fold

# Operators in their only spelling; ":" compares a choice or a text, the others numbers.
SIGN_VARIANTS = {"==": "=", "<>": "!=", "≠": "!=", "≤": "<=", "≥": ">=", "!": "!="}
_UNQUOTED_WORD = re.compile(r"[^\s\"()|:=<>≤≥≠!-][^\s\"()|:=<>≤≥≠]*")


@dataclass(frozen=True, slots=True)
class Word:
    """A bare word, folded; a misspelt word also finds similar words."""

    text: str


@dataclass(frozen=True, slots=True)
class Quoted:
    """Words in quotes, folded: adjacent and in this order."""

    text: str


@dataclass(frozen=True, slots=True)
class ExactName:
    """`!`: the whole name, folded."""

    text: str


@dataclass(frozen=True, slots=True)
class OneOf:
    """A choice or a text: one of the values must match. `key` is the long name, values are spelled as in the table."""

    key: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NumberTest:
    """A number, or a sum: compared with one of several numbers, or with another sum of fields."""

    keys: tuple[str, ...]
    sign: str
    numbers: tuple[float, ...] = ()
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Not:
    """Every card that the part does not find."""

    part: Condition


@dataclass(frozen=True, slots=True)
class And:
    """Every card that all parts find; without parts: all cards."""

    parts: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Or:
    """Every card that one of the parts finds."""

    parts: tuple[Condition, ...]


Condition = Word | Quoted | ExactName | OneOf | NumberTest | Not | And | Or
MATCH_EVERYTHING = And()


@dataclass(frozen=True, slots=True)
class SortBy:
    """One sort order, as its key defines it or reversed."""

    key: str
    reversed: bool = False


@dataclass(frozen=True, slots=True)
class CardQuery:
    """A condition in normal form, the sort orders, and the game whose keys were used."""

    where: Condition = MATCH_EVERYTHING
    sort: tuple[SortBy, ...] = ()
    game: str = ""

    @property
    def matches_everything(self) -> bool:
        return self.where == MATCH_EVERYTHING

    @property
    def parts(self) -> tuple[Condition, ...]:
        return self.where.parts if isinstance(self.where, And) else (self.where,)

    @property
    def words(self) -> tuple[Word | Quoted, ...]:
        """Return the required bare words and phrases, which the order "best" uses."""
        return tuple(part for part in self.parts if isinstance(part, Word | Quoted))


def fully_folded(text: str) -> str:
    """Fold until nothing changes: a few rare letters need it twice."""
    for _ in range(4):
        again = fold(text).lower()
        if again == text:
            break
        text = again
    return text


def normalise_condition(condition: Condition) -> Condition:
    """Return the normal form of a condition: no And in an And or Or in an Or, no duplicates, no double negation."""
    match condition:
        case Not(part):
            inner = normalise_condition(part)
            return inner.part if isinstance(inner, Not) else Not(inner)
        case And(parts):
            return _join_conditions(And, parts)
        case Or(parts):
            return _join_conditions(Or, parts)
        case Word(text) if text in {"or", "and"}:
            return Quoted(text)
        case _:
            return condition


def _join_conditions(kind: type[And] | type[Or], parts: Iterable[Condition]) -> Condition:
    conditions: list[Condition] = []
    for part in map(normalise_condition, parts):
        conditions += part.parts if isinstance(part, kind) else (part,)
    if kind is Or and MATCH_EVERYTHING in conditions:
        return MATCH_EVERYTHING
    once = tuple(dict.fromkeys(conditions))
    return once[0] if len(once) == 1 else kind(once) if once else MATCH_EVERYTHING


def format_query(query: CardQuery) -> str:
    """Return the spelling of a query; parsing it gives the same query."""
    parts = [_format_condition(part, within=And) for part in query.parts]
    if query.game:
        parts.insert(0, f"game:{query.game}")
    parts += [f"sort:{'-' if order.reversed else ''}{order.key}" for order in query.sort]
    if len(query.parts) == 1 and len(parts) == 1:
        return _format_condition(query.where, within=None)
    return " ".join(part for part in parts if part)


def _format_condition(condition: Condition, *, within: type[And] | type[Or] | None) -> str:
    match condition:
        case Word(text):
            return text.replace(" ", "-")
        case Quoted(text):
            return f'"{text}"'
        case ExactName(text):
            return f"!{_format_value(text)}"
        case OneOf(key, values):
            return f"{key}:{'|'.join(map(_format_value, values))}"
        case NumberTest(keys, sign, numbers, fields):
            right = "+".join(fields) if fields else "|".join(map(str, numbers))
            return f"{'+'.join(keys)}{sign}{right}"
        case Not(part):
            return f"-{_format_condition(part, within=And)}" if not isinstance(part, And) else f"-({_format_and(part)})"
        case Or(parts):
            inside = " or ".join(_format_condition(part, within=Or) for part in parts)
            return f"({inside})" if within is And else inside
        case And():
            return _format_and(condition) if within is not And else f"({_format_and(condition)})"


def _format_and(condition: And) -> str:
    return " ".join(_format_condition(part, within=And) for part in condition.parts)


def _format_value(text: str) -> str:
    return text if _UNQUOTED_WORD.fullmatch(text) or re.fullmatch(r"[\w:&.-]+", text) else f'"{text}"'
