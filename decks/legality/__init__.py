"""Deck legality: one verdict, with every finding, by the numbered rules of `docs/rules.md` (DECK-01 to DECK-25)."""

from __future__ import annotations

from decks.legality.deck import Agreement, DeckList, Edition, Entry, FamilyRule, Format
from decks.legality.formats import FORMATS, FormatRules, judge
from decks.legality.report import Finding, MoonRow, Report, Severity, Status
from decks.legality.sets import extras, family, leader_of, people_deck

__all__ = [
    "FORMATS",
    "Agreement",
    "DeckList",
    "Edition",
    "Entry",
    "FamilyRule",
    "Finding",
    "Format",
    "FormatRules",
    "MoonRow",
    "Report",
    "Severity",
    "Status",
    "extras",
    "family",
    "judge",
    "leader_of",
    "people_deck",
]
