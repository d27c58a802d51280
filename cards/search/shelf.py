"""The shelf in a search: the copies that whoever asks owns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.http import HttpRequest

from accounts.identity import person_of
from cards.core.search import ParsedQuery
from cards.hooks import copies_owned

if TYPE_CHECKING:
    from rest_framework.request import Request


def owned_for(request: HttpRequest | Request, reading: ParsedQuery) -> Mapping[str, int] | None:
    """The copies that the person asking owns, by code, for a query that asks for them; None for any other query."""
    return None if reading.shelf is None else copies_owned(person_of(request), reading.table.game)
