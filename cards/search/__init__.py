"""Finding cards: a query, read from plain parameters and matched against facts; pure, no Django."""

from __future__ import annotations

from cards.search.match import Found, matches, search
from cards.search.parse import PARAMETERS, Problem, Reading, parameters_of, read_query
from cards.search.query import SORTS, Query

__all__ = [
    "PARAMETERS",
    "SORTS",
    "Found",
    "Problem",
    "Query",
    "Reading",
    "matches",
    "parameters_of",
    "read_query",
    "search",
]
