"""Filters and sort orders of API lists, declared by their columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import DateTimeField, Q, QuerySet
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from common.errors import Invalid
from common.text import gettext_noop

# Words beyond this number are searched for together.
MAX_WORDS = 10
NEW, OLD = ("-created", "-pk"), ("created", "pk")


@dataclass(frozen=True, slots=True, kw_only=True)
class ListFilters:
    """The filters and sort orders of a list.

    `q` searches for each word in one of the `text` columns, `player` for a part of a name in one of the `names`. `from`
    and `to` compare the `day`. `exact` has column and known values by parameter; without values, any text is allowed.
    `tenmoons.api.middleware` rejects unknown values.
    """

    text: Sequence[str] = ()
    names: Sequence[str] = ()
    day: str = "created"
    exact: Mapping[str, tuple[str, Sequence[str]]] = field(default_factory=dict)
    orders: Mapping[str, Sequence[str]] = field(default_factory=lambda: {"new": NEW, "old": OLD})

    def parameters(self) -> list[OpenApiParameter]:
        parameters = [
            *([OpenApiParameter("q", str, description="Words in the name and other texts.")] if self.text else []),
            *([OpenApiParameter("player", str, description="Part of a player’s name.")] if self.names else []),
        ]
        for name, (_column, known) in self.exact.items():
            parameters.append(
                OpenApiParameter(name, str, enum=list(known) or None, description=f"Only with this `{name}`.")
            )
        for name, end in (("from", "first"), ("to", "last")):
            text = f"The {end} day, compared with `{self.day}`."
            parameters.append(OpenApiParameter(name, OpenApiTypes.DATE, description=text))
        sort = OpenApiParameter("sort", str, enum=list(self.orders), description="The sort order.")
        return [*parameters, *([sort] if self.orders else [])]

    def apply(self, request: Request, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Return the rows that match a request, in the order it asks for; raises `Invalid` for an unreadable date."""
        values = {name: str(value).replace("\0", "") for name, value in request.query_params.items()}
        conditions = [
            _contains_text_filter(self.text, word) for word in values.get("q", "").split(maxsplit=MAX_WORDS - 1)
        ]
        if player := values.get("player"):
            conditions.append(_contains_text_filter(self.names, player))
        for name, (column, known) in self.exact.items():
            if name in values:
                conditions.append(Q((column, values[name].lower() if known else values[name])))
        moment = isinstance(rows.model._meta.get_field(self.day), DateTimeField)
        for name, end in (("from", "gte"), ("to", "lte")):
            if (day := date_parameter(request, name)) is not None:
                conditions.append(Q((f"{self.day}__date__{end}" if moment else f"{self.day}__{end}", day)))
        if conditions:  # in a subquery, because a join would count a row twice
            rows = rows.filter(pk__in=QuerySet(rows.model).filter(*conditions).values("pk"))
        order = self.orders.get(values.get("sort", "").lower())
        return rows.order_by(*order) if order else rows


def _contains_text_filter(columns: Sequence[str], text: str) -> Q:
    return reduce(or_, (Q((f"{column}__icontains", text)) for column in columns))


def date_parameter(request: Request, name: str) -> date | None:
    """Return the date in a parameter, None without it; raises `Invalid` for an unreadable one."""
    text = request.query_params.get(name, "")
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        template = gettext_noop("“%(text)s” isn’t a date. Write it like 2025-03-14.")
        raise Invalid(template, {"text": text[:20]}, field=name) from None
