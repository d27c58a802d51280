"""CSV of the cards of Call of Cthulhu, a line a printing; pure, no Django."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, cast

from cards.core.catalogue_csv import ParsedTable, TableFault
from cards.core.facts import CardFacts
from cards.core.import_plan import value_text
from cards.core.rulings.csv_tables import RulingRow, lines_of
from cards.games.cthulhu.facts import ICONS, CthulhuFacts, Printing, contradictions
from common.text import fold, whole_number

COLUMNS: tuple[str, ...] = (
    *("printing", "code", "name", "title", "faction", "type", "cost", "skill", *ICONS, "struggle", "boosters"),
    *("unique", "subtypes", "keywords", "resource", "set", "pack", "number", "reprint_of", "aliases", "notes"),
    "source",
)
_TEXTS = ("name", "type", "title", "number", "set", "pack", "notes", "source", "printing", "cost", "skill", "resource")
_LISTS = ("subtypes", "aliases", "struggle", "boosters", "keywords")
# Facts that every game has, which stand in columns of their own.
_FIELDS_WITH_COLUMN = ("code", "name", "people", "type", "title", "number", "notes", "source")
_UNIQUE_VALUES = {"yes": True, "no": False, "": None}
_COLUMN_NAMES = {"people": "faction"}


def parse(text: str) -> ParsedTable:
    """Read the text of a card table; never raises for what is in it.

    A line with `reprint_of` is another printing of the card whose printing it names, and has the same code.
    """
    return _parse_lines(*lines_of(text, COLUMNS, "printing"))


def parse_part(text: str, known: Iterable[CardFacts]) -> ParsedTable:
    """Read a table with `code` or `printing` and any of the other columns, in which an empty cell says nothing.

    Each line is completed from the card it is about; a line about no known card is a new card. Never raises.
    """
    cards = [cast(CthulhuFacts, card) for card in known]
    by_key = {fold(key): card for card in cards for key in (card.printing, card.code) if key}
    header = next(csv.reader(io.StringIO(text.lstrip("\ufeff"))), [])
    key = "printing" if "printing" in header else "code"
    part = set(header) <= set(COLUMNS) and key in header
    lines, faults = lines_of(text.lstrip("\ufeff"), tuple(header) if part else COLUMNS, key)
    for line in lines:
        data = {column: cell for column, cell in line.cells.items() if cell.strip()}
        met = by_key.get(fold(data.get("printing", ""))) or by_key.get(fold(data.get("code", "")))
        line.cells = {**dict.fromkeys(COLUMNS, ""), **(_cells_of(met) if met else {}), **data}
    reading = _parse_lines(lines, faults)
    by_code = {card.code: card for card in cards}
    return replace(reading, cards=tuple(_with_derived_facts(card, by_code.get(card.code)) for card in reading.cards))


def _with_derived_facts(card: CardFacts, known: CthulhuFacts | None) -> CardFacts:
    """Return the card with the known reprints and marks, which its line doesn't hold."""
    if known is None:
        return card
    return cast(CardFacts, replace(cast(CthulhuFacts, card), reprints=known.reprints, marks=known.marks))


def _cells_of(card: CthulhuFacts) -> dict[str, str]:
    """The line of a known card, without its reprints."""
    plain = {column: value_text(getattr(card, column)) for column in COLUMNS if hasattr(card, column)}
    unique = {True: "yes", False: "no", None: ""}[card.unique]
    return {**plain, "faction": card.people, "unique": unique, "reprint_of": ""}


def _parse_lines(lines: list[RulingRow], faults: list[TableFault]) -> ParsedTable:
    first = [line for line in lines if not line.text("reprint_of")]
    cards = {_key(line): _card(line) for line in first}
    _check_duplicates(first)
    for line in lines:
        if line.text("reprint_of"):
            _add_reprint(line, cards)
    faults += [fault for line in lines for fault in line.faults]
    read_cards = tuple(cast(CardFacts, cards[_key(line)]) for line in first)
    return ParsedTable(read_cards, tuple(line.number for line in first), tuple(faults))


def _key(line: RulingRow) -> str:
    return (line.cells.get("printing") or line.cells.get("code") or "").strip()


def _card(line: RulingRow) -> CthulhuFacts:
    data: dict[str, Any] = {column: line.text(column) for column in _TEXTS}
    data |= {column: line.several(column) for column in _LISTS} | {icon: _count(line, icon) for icon in ICONS}
    unique = _UNIQUE_VALUES[line.choice("unique", _UNIQUE_VALUES)]
    card = CthulhuFacts(line.text("code", needed=True), people=line.text("faction"), unique=unique, **data)
    for column, message in contradictions(card):
        line.fault(_COLUMN_NAMES.get(column, column), message)
    return card


def _count(line: RulingRow, name: str) -> int | None:
    raw = line.text(name)
    number = whole_number(raw, most=9)
    if raw and number is None:
        line.fault(name, f"“{raw[:40]}” is not a whole number from 0 to 9")
    return number


def _check_duplicates(lines: Sequence[RulingRow]) -> None:
    """Add a fault for each code or full title that occurs twice, ignoring spelling."""
    for columns in (("code",), ("name", "title", "type")):
        line_of: dict[str, int] = {}
        for line in lines:
            word = fold(" ".join(line.text(column) for column in columns))
            if word and line_of.setdefault(word, line.number) != line.number:
                title = line.text(columns[0])
                line.fault(columns[0], f"“{title[:40]}” is the card of line {line_of[word]} already")


def _add_reprint(line: RulingRow, cards: dict[str, CthulhuFacts]) -> None:
    key, first = line.text("printing", needed=True), line.text("reprint_of")
    card = cards.get(first)
    if card is None:
        line.fault("reprint_of", f"“{first[:40]}” is no printing of this table")
        return
    if line.text("code") != card.code:
        line.fault("code", f"a reprint has the code of its card, which is “{card.code}”")
    again = Printing(key, line.text("set"), line.text("pack"), line.text("number"))
    cards[first] = replace(card, reprints=tuple(sorted((*card.reprints, again))))
    printed = replace(card, printing=key, set=again.set, pack=again.pack, number=again.number)
    for column, message in contradictions(printed):
        line.fault(_COLUMN_NAMES.get(column, column), message)


def facts_of(row: Any) -> CardFacts:
    attributes = row.attributes
    reprints = (
        Printing(*(reprint.get(column, "") for column in ("printing", "set", "pack", "number")))
        for reprint in attributes.get("reprints", ())
    )
    data: dict[str, Any] = {column: getattr(row, column) for column in _FIELDS_WITH_COLUMN}
    data |= {column: str(attributes.get(column, "")) for column in _TEXTS if column not in data}
    data |= {column: tuple(attributes.get(column, ())) for column in (*_LISTS, "marks")} | {
        "aliases": tuple(row.aliases)
    }
    data |= {name: attributes.get(name) for name in ("unique", *ICONS)}
    card = CthulhuFacts(reprints=tuple(reprints), **data)
    return cast(CardFacts, card)
