"""The language of the search box: text → query → predicate, its spelling, and its English; pure, no Django."""

from __future__ import annotations

from cards.search.bluemoon import BLUE_MOON
from cards.search.compose import from_parameters, joined, parameters_of, ticked, without, written
from cards.search.explain import explain, explain_part
from cards.search.find import Found, best_text, matches, meant, search
from cards.search.index import NameIndex
from cards.search.lower import lower
from cards.search.nodes import Query, print_query
from cards.search.read import TABLES, Reading, add_table, read
from cards.search.tokens import Problem

__all__ = [
    "BLUE_MOON",
    "TABLES",
    "Found",
    "NameIndex",
    "Problem",
    "Query",
    "Reading",
    "add_table",
    "best_text",
    "explain",
    "explain_part",
    "from_parameters",
    "joined",
    "lower",
    "matches",
    "meant",
    "parameters_of",
    "print_query",
    "read",
    "search",
    "ticked",
    "without",
    "written",
]
