"""Searching the table: a predicate as SQL, the best match first, a page at a time."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any as Anything

from django.db.models import Case, F, IntegerField, Lookup, Q, QuerySet, Value, When
from django.db.models.expressions import Combinable
from django.db.models.lookups import Exact, GreaterThan, GreaterThanOrEqual, LessThan, LessThanOrEqual

from cards.catalogue.queries import catalogue
from cards.core.search import NameIndex, Reading, best_text, lower
from cards.core.search.keys import KeyTable
from cards.core.search.nodes import Query, Sort
from cards.core.search.predicate import All, Any, Has, Is, No, Predicate, Sums
from cards.models import Card

_SIGNS: Mapping[str, type[Lookup[Anything]]] = {
    "=": Exact,
    "<": LessThan,
    "<=": LessThanOrEqual,
    ">": GreaterThan,
    ">=": GreaterThanOrEqual,
}
_lock = threading.Lock()
_kept: dict[str, tuple[object, NameIndex]] = {}


def index_of(game: str) -> NameIndex:
    """Names and words of the present catalogue of a game; built once for each version. One query."""
    cards = catalogue(game)
    held = _kept.get(game)
    if held is not None and held[0] is cards:
        return held[1]
    fresh = NameIndex(cards)
    with _lock:
        _kept[game] = (cards, fresh)
    return fresh


@dataclass(frozen=True, slots=True)
class Answer:
    """What a query finds: the rows in their order, not asked for yet, and the words it was put right with."""

    rows: QuerySet[Card]
    index: NameIndex
    mended: Mapping[str, tuple[str, ...]]


def find(reading: Reading) -> Answer:
    """The rows that a query finds. Costs the one query of `index_of`; the rows cost theirs when they are asked for."""
    index, table, query = index_of(reading.table.game), reading.table, reading.query
    rows = Card.objects.filter(q_of(lower(query.where, table, index.near)), game=table.game)
    mended = {part.text: near for part in query.words if (near := index.near(part.text))}
    return Answer(rows.order_by(*_order(query, table, best_text(query, index))), index, mended)


def q_of(predicate: Predicate) -> Q:
    """A predicate as a condition on the table. Nothing in it is ever NULL, so that `~` means "not" and no more."""
    match predicate:
        case Is(column, value):
            return Q(**{column: value})
        case Has(column, text):
            return Q(**{f"{column}__contains": text})
        case Sums():
            return _sums(predicate)
        case All(parts):
            return _folded_together(parts, Q.AND)
        case Any(parts):
            return _folded_together(parts, Q.OR) if parts else Q(pk__in=[])
        case No(part):
            return ~q_of(part)


def _folded_together(parts: tuple[Predicate, ...], connector: str) -> Q:
    return Q(*(q_of(part) for part in parts), _connector=connector)


def _sums(sums: Sums) -> Q:
    known = Q(**{f"{column}__isnull": False for column in (*sums.left, *sums.right)})
    left, right = _total(sums.left), _total(sums.right) if sums.right else Value(sums.number)
    if sums.sign == "!=":
        return known & ~Q(Exact(left, right))
    return known & Q(_SIGNS[sums.sign](left, right))


def _total(columns: tuple[str, ...]) -> Combinable:
    total: Combinable = F(columns[0])
    for column in columns[1:]:
        total = total + F(column)
    return total


def _order(query: Query, table: KeyTable, wanted: str) -> list[Anything]:
    """What is asked for, else the nearest name first; then the order of the catalogue."""
    if query.sort or not wanted:
        return [*(_sorted(sort, table) for sort in query.sort), F("position").asc()]
    nearest = Case(
        When(name_text__contains=f"|{wanted}|", then=Value(0)),
        When(name_text__contains=f"|{wanted}", then=Value(1)),
        When(name_text__contains=wanted, then=Value(2)),
        default=Value(3),
        output_field=IntegerField(),
    )
    return [nearest.asc(), F("position").asc()]


def _sorted(sort: Sort, table: KeyTable) -> Anything:
    order = table.orders[sort.key]
    column = F(order.column)
    falling = order.falling is not sort.reversed
    return column.desc(nulls_last=True) if falling else column.asc(nulls_last=True)
