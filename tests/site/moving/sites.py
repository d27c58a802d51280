"""Two sites in one database: what moves is exported, deleted and imported."""

from __future__ import annotations

import json
from typing import Any

from accounts.models import Person
from decks.models import Deck, Pool
from drafts.models import CardList
from drafts.table.loaded import Visitor
from matches.models import Event, Group, Match, Pairing, PastResult
from tenmoons.moving.queries import exported_text
from tenmoons.moving.services import ImportRequest, ImportSummary, import_file

SITE = "https://example.org/"


def exported(kind: str, key: str, by: Person) -> str:
    return exported_text(kind, key, Visitor(by.pk), by, SITE)


def emptied() -> None:
    """Delete everything that moves, as on a new site."""
    for model in (PastResult, Pairing, Match, Event, Group, Deck, Pool, CardList):
        model._base_manager.all().delete()


def imported(text: str, by: Person, **more: Any) -> ImportSummary:
    return import_file(by=by, request=ImportRequest(text, **more))


def without(text: str, *names: str) -> Any:
    """Return the file without the fields of these names, at any depth."""

    def strip(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: strip(inner) for name, inner in value.items() if name not in names}
        return [strip(inner) for inner in value] if isinstance(value, list) else value

    return strip(json.loads(text))
