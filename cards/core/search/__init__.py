"""The search language: text is parsed to a query, and a query becomes a predicate, a spelling and a sentence; pure."""

from cards.core.search.bluemoon import BLUE_MOON
from cards.core.search.evaluate import condition_to_predicate, search_cards, similar_names
from cards.core.search.explain import explain, explain_condition
from cards.core.search.index import CardNameIndex
from cards.core.search.nodes import CardQuery, format_query
from cards.core.search.parse import TABLES, ParsedQuery, add_key_table, parse_query
from cards.core.search.rewrite import (
    RANGE_ENDS,
    join_search,
    panel_values_of_query,
    parameters_of,
    query_of_params,
    query_with_panel_values,
    query_without,
)
from cards.core.search.tokens import BadTerm
