"""The table of the cards of Call of Cthulhu; pure, no Django."""

from __future__ import annotations

from typing import Any, cast

from cards.core.catalogue_csv import Reading
from cards.core.facts import CardFacts
from cards.core.rulings.csv_tables import Line, lines_of
from cards.games.cthulhu.facts import CthulhuFacts, contradictions

COLUMNS: tuple[str, ...] = (
    *("code", "name", "title", "faction", "type", "subtypes", "unique", "set", "pack", "number", "aliases", "notes"),
    "source",
)
_UNIQUE = {"yes": True, "no": False, "": None}
_COLUMN = {"people": "faction"}


def parse(text: str) -> Reading:
    """Read the text of a card table; never raises for what is in it."""
    lines, faults = lines_of(text, COLUMNS, "code")
    cards = [_card(line) for line in lines]
    faults += [fault for line in lines for fault in line.faults]
    return Reading(tuple(cast(CardFacts, card) for card in cards), tuple(line.number for line in lines), tuple(faults))


def _card(line: Line) -> CthulhuFacts:
    card = CthulhuFacts(
        code=line.text("code", needed=True),
        name=line.text("name"),
        people=line.text("faction"),
        type=line.text("type"),
        title=line.text("title"),
        number=line.text("number"),
        set=line.text("set"),
        pack=line.text("pack"),
        subtypes=line.several("subtypes"),
        unique=_UNIQUE[line.choice("unique", _UNIQUE)],
        aliases=line.several("aliases"),
        notes=line.text("notes"),
        source=line.text("source"),
    )
    for column, message in contradictions(card):
        line.fault(_COLUMN.get(column, column), message)
    return card


def facts_of(row: Any) -> CardFacts:
    """The facts of one row."""
    kept = row.attributes
    card = CthulhuFacts(
        code=row.code,
        name=row.name,
        people=row.people,
        type=row.type,
        title=row.title,
        number=row.number,
        set=str(kept.get("set", "")),
        pack=str(kept.get("pack", "")),
        subtypes=tuple(kept.get("subtypes", ())),
        unique=kept.get("unique"),
        aliases=tuple(row.aliases),
        notes=row.notes,
        source=row.source,
        marks=tuple(kept.get("marks", ())),
    )
    return cast(CardFacts, card)
