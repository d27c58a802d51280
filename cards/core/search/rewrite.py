"""Rewriting queries: checkboxes of the filter panel, old URLs, and removing a condition."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cards.core.search.bluemoon import BLUE_MOON
from cards.core.search.keys import KeyTable
from cards.core.search.nodes import And, CardQuery, Condition, NumberTest, OneOf, Or, format_query, normalise_condition
from cards.core.search.parse import parse_query

QueryParameters = Mapping[str, Sequence[str]]
RANGE_ENDS = {"min": ">=", "max": "<="}
_KNOWN_QUERY = {"yes": "is:known", "no": "is:gap"}


def parameters_of(key_table: KeyTable) -> tuple[str, ...]:
    """Return the names of the panel’s parameters, which older URLs also have."""
    ends = [f"{name}_{end}" for name in key_table.ranges for end in RANGE_ENDS]
    return (*key_table.panel, *ends, "known", "sort")


def query_of_params(parameters: QueryParameters, key_table: KeyTable = BLUE_MOON) -> str:
    """Return a query for some parameters. Errors in them stay, for the parser to report."""
    conditions = []
    for name in key_table.panel:
        values = [part for value in parameters.get(name, ()) for part in value.split(",")]
        spelled = [_quote_if_needed(value) for value in values if value.strip()]
        if key_table[name].every:
            conditions += [f"{name}:{value}" for value in spelled]
        elif spelled:
            conditions.append(f"{name}:{'|'.join(spelled)}")
    for name in key_table.ranges:
        for end, sign in RANGE_ENDS.items():
            value = _last_value(parameters, f"{name}_{end}")
            conditions += [f"{name}{sign}{_quote_if_needed(value)}"] if value else []
    conditions += [_KNOWN_QUERY[value] for value in [_last_value(parameters, "known").lower()] if value in _KNOWN_QUERY]
    sort = _last_value(parameters, "sort")
    return " ".join([*conditions, f"sort:{_quote_if_needed(sort)}"] if sort and sort != "best" else conditions)


def panel_values_of_query(query: CardQuery, key_table: KeyTable) -> dict[str, list[str]]:
    """Return the panel’s parameters for a query: ticked boxes and filled fields."""
    ticks: dict[str, list[str]] = {}
    for part in query.parts:
        if isinstance(part, OneOf) and _belongs_to_panel(part, key_table):
            ticks.setdefault(part.key, []).extend(part.values)
        elif isinstance(part, NumberTest) and _belongs_to_panel(part, key_table):
            end = "min" if part.sign == ">=" else "max"
            ticks[f"{part.keys[0]}_{end}"] = [str(part.numbers[0])]
    if len(query.sort) == 1:
        ticks["sort"] = [f"{'-' if query.sort[0].reversed else ''}{query.sort[0].key}"]
    return ticks


def query_with_panel_values(text: str, parameters: QueryParameters, key_table: KeyTable) -> str:
    """Return the query with the conditions of the panel replaced; other conditions stay."""
    query = parse_query(text, key_table).query
    rest = normalise_condition(And(tuple(part for part in query.parts if not _belongs_to_panel(part, key_table))))
    return join_search(format_query(replace(query, where=rest, sort=())), query_of_params(parameters, key_table))


def join_search(text: str, further: str) -> str:
    if text.strip() and further and isinstance(parse_query(text).query.where, Or):
        text = f"({text})"
    return f"{text} {further}" if text.strip() and further else text or further


def query_without(query: CardQuery, part: Condition) -> str:
    rest = tuple(other for other in query.parts if other != part)
    return format_query(replace(query, where=normalise_condition(And(rest))))


def _belongs_to_panel(part: Condition, key_table: KeyTable) -> bool:
    match part:
        case OneOf(key, values):
            offered = key_table.panel.get(key)
            if offered is None or (key_table[key].every and len(values) > 1):
                return False
            return not offered or all(value in offered for value in values)
        case NumberTest(keys, sign, numbers, _fields):
            return len(keys) == 1 and keys[0] in key_table.ranges and sign in RANGE_ENDS.values() and len(numbers) == 1
    return False


def _last_value(parameters: QueryParameters, name: str) -> str:
    values = parameters.get(name, ())
    return values[-1].strip() if values else ""


def _quote_if_needed(value: str) -> str:
    plain = value.strip().replace('"', " ")
    return plain if plain and all(letter.isalnum() or letter in "_:&.-" for letter in plain) else f'"{plain}"'
