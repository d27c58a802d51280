"""Registry of the shelf: the app of decks registers here how many copies of each card a person owns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from django.http import HttpRequest

from accounts.identity import person_of
from accounts.models import Person
from cards.core.search import ParsedQuery

if TYPE_CHECKING:
    from rest_framework.request import Request

Source = Callable[[Person | None, str], Mapping[str, int] | None]
_sources: list[Source] = []


def register(source: Source) -> None:
    """Say who counts: given a person and a game, the copies by code, or None without a shelf. The last one counts."""
    _sources[:] = [source]


def owned_for(request: HttpRequest | Request, reading: ParsedQuery) -> Mapping[str, int] | None:
    """The copies that the person asking owns, by code, for a query that asks for them; None for any other query."""
    if reading.shelf is None or not _sources:
        return None
    return _sources[0](person_of(request), reading.table.game)
