"""API of the caller’s decks: the list by folder and sort order, and folders."""

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from accounts.identity import person_of
from cards.games import GAMES
from common.api.list_filters import ListFilters
from decks.core.sort_orders import DeckOrder
from decks.deck.queries import decks_of
from decks.mine.queries import DecksInOrder, deck_summaries
from decks.models import FORMATS, Deck

_CONTENTS = "`contents`: also `cards`, `notes`, `maybe`, `text` and `report`."
_FILTERS = ListFilters(
    text=("name", "notes"),
    day="updated",
    exact={"game": ("game", tuple(GAMES)), "format": ("format", tuple(FORMATS)), "folder": ("folder", ())},
    orders={},  # mostly sorted in Python
)
LIST_PARAMETERS = [
    *_FILTERS.parameters(),
    OpenApiParameter("tag", str, description="A complete tag."),
    OpenApiParameter("sort", str, description="The sort order.", enum=[order.value for order in DeckOrder]),
    OpenApiParameter("include", str, description=_CONTENTS, enum=["contents"]),
]


def requested_decks(request: Request) -> QuerySet[Deck] | DecksInOrder:
    """Return the caller’s decks that a request asks for, in its order."""
    person = person_of(request)
    rows = _FILTERS.apply(request, decks_of(person))
    tag, sort = (request.query_params.get(name) for name in ("tag", "sort"))
    if tag is not None:
        rows = rows.filter(pk__in=deck_summaries(person).tags.get(tag, ()))
    return DecksInOrder(rows, DeckOrder(sort.lower())) if sort else rows
