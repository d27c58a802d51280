"""Random queries as values, in their normal form."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from cards.core.search import BLUE_MOON, CardQuery
from cards.core.search.keys import SearchKey, SearchKeyKind
from cards.core.search.nodes import (
    And,
    Condition,
    ExactName,
    Not,
    NumberTest,
    OneOf,
    Or,
    Quoted,
    SortBy,
    Word,
    fully_folded,
    normalise_condition,
)

NUMERIC = [key.name for key in BLUE_MOON.keys if key.kind is SearchKeyKind.NUMBER]
SIGNS = st.sampled_from(["=", "!=", "<", "<=", ">", ">="])
KNOWN = [
    "flash",
    "the",
    "fire",
    "vulca",
    "caterpillar",
    "kari",
    "shaman of",
    "gang",
    "a",
    "13",
    "incendary",
    "or",
    "und",
]
TEXT = st.one_of(st.sampled_from(KNOWN), st.text(min_size=1, max_size=12).map(fully_folded)).filter(bool)
NUMBERS = st.lists(st.integers(0, 120), min_size=1, max_size=3, unique=True).map(tuple)
FIELDS = st.lists(st.sampled_from(NUMERIC), min_size=1, max_size=2).map(tuple)


def _values(key: SearchKey) -> st.SearchStrategy[OneOf]:
    value: Any = TEXT if key.kind is SearchKeyKind.TEXT else st.sampled_from([choice.value for choice in key.choices])
    most = 1 if key.kind is SearchKeyKind.TEXT else 3
    return st.lists(value, min_size=1, max_size=most, unique=True).map(lambda values: OneOf(key.name, tuple(values)))


LEAVES: st.SearchStrategy[Condition] = st.one_of(
    TEXT.map(Word),
    TEXT.map(Quoted),
    TEXT.map(ExactName),
    st.sampled_from([key for key in BLUE_MOON.keys if key.kind is not SearchKeyKind.NUMBER]).flatmap(_values),
    st.builds(NumberTest, FIELDS, SIGNS, NUMBERS),
    st.builds(lambda left, sign, right: NumberTest(left, sign, fields=right), FIELDS, SIGNS, FIELDS),
)


def _inner(parts: st.SearchStrategy[Condition]) -> st.SearchStrategy[Condition]:
    several = st.lists(parts, min_size=1, max_size=3).map(tuple)
    return st.one_of(several.map(And), several.map(Or), parts.map(Not))


CONDITIONS = st.recursive(LEAVES, _inner, max_leaves=8).map(normalise_condition)
SORTS = st.lists(st.builds(SortBy, st.sampled_from(list(BLUE_MOON.orders)), st.booleans()), max_size=2, unique=True)
QUERIES = st.builds(CardQuery, CONDITIONS, SORTS.map(tuple))
# Text that looks a little like a query.
PIECES = st.sampled_from(
    [
        *(
            "people:",
            "fire",
            ">",
            "<=",
            "=",
            "!",
            ":",
            "|",
            "-",
            "(",
            ")",
            '"',
            " or ",
            " and ",
            "+",
            "vulca",
            "3",
            " ",
        ),
        *(
            "type:ship",
            "is:",
            "sort:-fire",
            "game:cthulhu",
            "e:",
            "99999",
            "“",
            "%",
            "_",
            "'",
            "\\",
            "\x00",
            "*",
            "[a-z",
        ),
    ]
)
SCRAWLS = st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=24).map("".join))
