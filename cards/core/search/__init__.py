"""The search language: text becomes a query, the query a predicate, a spelling and a sentence; pure."""

from cards.core.search.bluemoon import BLUE_MOON
from cards.core.search.evaluate import lower, meant, search
from cards.core.search.explain import explain, explain_part
from cards.core.search.index import NameIndex
from cards.core.search.nodes import Query, print_query
from cards.core.search.parse import TABLES, ParsedQuery, add_table, read
from cards.core.search.rewrite import ENDS, from_parameters, joined, parameters_of, ticked, without, written
from cards.core.search.tokens import Problem
