"""The tables of this app, by subject."""

from __future__ import annotations

from cards.models.catalogue import BOOK, GAME, Card, CatalogueVersion, SavedSearch
from cards.models.editing import CatalogueChange, TextPack, TextPackReader, TextPackText, Way
from cards.models.rulings import CardList, Erratum, ListEntry, Ruling, RulingReading, RulingTopic

__all__ = [
    "BOOK",
    "GAME",
    "Card",
    "CardList",
    "CatalogueChange",
    "CatalogueVersion",
    "Erratum",
    "ListEntry",
    "Ruling",
    "RulingReading",
    "RulingTopic",
    "SavedSearch",
    "TextPack",
    "TextPackReader",
    "TextPackText",
    "Way",
]
