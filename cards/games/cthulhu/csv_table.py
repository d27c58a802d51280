"""CSV of Call of Cthulhu cards, one line per printing; pure, no Django."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, cast

from cards.core.catalogue_csv import ParsedTable, TableError, TableRow
from cards.core.facts import CardFacts
from cards.core.import_plan import format_fact
from cards.core.rulings.csv_tables import read_table_rows
from cards.games.cthulhu.facts import ICONS, CardPrinting, CthulhuFacts, card_contradictions
from common.text import fold, parse_whole_number

TABLE_COLUMNS: tuple[str, ...] = (
    *("printing", "code", "name", "title", "faction", "type", "cost", "skill", *ICONS, "struggle", "boosters"),
    *("unique", "subtypes", "keywords", "resource", "set", "pack", "number", "reprint_of", "aliases", "notes"),
    "source",
)
_TEXTS = ("name", "type", "title", "number", "set", "pack", "notes", "source", "printing", "cost", "skill", "resource")
_LISTS = ("subtypes", "aliases", "struggle", "boosters", "keywords")
# Facts of every game, which have columns of their own.
_FIELDS_WITH_COLUMN = ("code", "name", "people", "type", "title", "number", "notes", "source")
_UNIQUE_VALUES = {"yes": True, "no": False, "": None}
_COLUMN_NAMES = {"people": "faction"}


def parse_card_table(text: str) -> ParsedTable:
    """Parse the text of a card table; never raises for its contents.

    A line with `reprint_of` is another printing of the card whose printing it names, and has the same code.
    """
    return _parse_lines(*read_table_rows(text, TABLE_COLUMNS, "printing"))


def parse_partial_table(text: str, known: Iterable[CardFacts]) -> ParsedTable:
    """Parse a table with `code` or `printing` and any other columns, in which an empty cell means no change.

    Each line is completed from its card; a line of an unknown card is a new card. Never raises.
    """
    cards = [cast(CthulhuFacts, card) for card in known]
    by_key = {fold(key): card for card in cards for key in (card.printing, card.code) if key}
    header = next(csv.reader(io.StringIO(text.lstrip("\ufeff"))), [])
    key = "printing" if "printing" in header else "code"
    part = set(header) <= set(TABLE_COLUMNS) and key in header
    lines, faults = read_table_rows(text.lstrip("\ufeff"), tuple(header) if part else TABLE_COLUMNS, key)
    for line in lines:
        data = {column: cell for column, cell in line.cells.items() if cell.strip()}
        cthulhu_facts = by_key.get(fold(data.get("printing", ""))) or by_key.get(fold(data.get("code", "")))
        line.cells = {**dict.fromkeys(TABLE_COLUMNS, ""), **(_cells_of(cthulhu_facts) if cthulhu_facts else {}), **data}
    reading = _parse_lines(lines, faults)
    by_code = {card.code: card for card in cards}
    return replace(reading, cards=tuple(_with_derived_facts(card, by_code.get(card.code)) for card in reading.cards))


def _with_derived_facts(card: CardFacts, known: CthulhuFacts | None) -> CardFacts:
    """Return the card with the known reprints and marks, which its line doesn’t contain."""
    if known is None:
        return card
    return cast(CardFacts, replace(cast(CthulhuFacts, card), reprints=known.reprints, marks=known.marks))


def _cells_of(card: CthulhuFacts) -> dict[str, str]:
    """Return the line of a known card, without its reprints."""
    plain = {column: format_fact(getattr(card, column)) for column in TABLE_COLUMNS if hasattr(card, column)}
    unique = {True: "yes", False: "no", None: ""}[card.unique]
    return {**plain, "faction": card.people, "unique": unique, "reprint_of": ""}


def _parse_lines(lines: list[TableRow], faults: list[TableError]) -> ParsedTable:
    first = [line for line in lines if not line.text_cell("reprint_of")]
    cards = {_printing_of_line(line): _card_from_line(line) for line in first}
    _check_duplicates(first)
    for line in lines:
        if line.text_cell("reprint_of"):
            _add_reprint(line, cards)
    faults += [fault for line in lines for fault in line.faults]
    read_catalogue_file = tuple(cast(CardFacts, cards[_printing_of_line(line)]) for line in first)
    return ParsedTable(read_catalogue_file, tuple(line.number for line in first), tuple(faults))


def _printing_of_line(line: TableRow) -> str:
    return (line.cells.get("printing") or line.cells.get("code") or "").strip()


def _card_from_line(line: TableRow) -> CthulhuFacts:
    data: dict[str, Any] = {column: line.text_cell(column) for column in _TEXTS}
    data |= {column: line.list_cell(column) for column in _LISTS} | {
        icon: _parse_icon_count(line, icon) for icon in ICONS
    }
    unique = _UNIQUE_VALUES[line.choice_cell("unique", _UNIQUE_VALUES)]
    card = CthulhuFacts(line.text_cell("code", needed=True), people=line.text_cell("faction"), unique=unique, **data)
    for column, message in card_contradictions(card):
        line.add_error(_COLUMN_NAMES.get(column, column), message)
    return card


def _parse_icon_count(line: TableRow, name: str) -> int | None:
    raw = line.text_cell(name)
    number = parse_whole_number(raw, maximum=9)
    if raw and number is None:
        line.add_error(name, f"“{raw[:40]}” is not a whole number from 0 to 9")
    return number


def _check_duplicates(lines: Sequence[TableRow]) -> None:
    """Add an error for each code or full title that occurs twice, ignoring spelling."""
    for columns in (("code",), ("name", "title", "type")):
        line_of: dict[str, int] = {}
        for line in lines:
            word = fold(" ".join(line.text_cell(column) for column in columns))
            if word and line_of.setdefault(word, line.number) != line.number:
                title = line.text_cell(columns[0])
                line.add_error(columns[0], f"“{title[:40]}” is the card of line {line_of[word]} already")


def _add_reprint(line: TableRow, cards: dict[str, CthulhuFacts]) -> None:
    key, first = line.text_cell("printing", needed=True), line.text_cell("reprint_of")
    card = cards.get(first)
    if card is None:
        line.add_error("reprint_of", f"“{first[:40]}” is no printing of this table")
        return
    if line.text_cell("code") != card.code:
        line.add_error("code", f"a reprint has the code of its card, which is “{card.code}”")
    again = CardPrinting(key, line.text_cell("set"), line.text_cell("pack"), line.text_cell("number"))
    cards[first] = replace(card, reprints=tuple(sorted((*card.reprints, again))))
    printed = replace(card, printing=key, set=again.set, pack=again.pack, number=again.number)
    for column, message in card_contradictions(printed):
        line.add_error(_COLUMN_NAMES.get(column, column), message)


def facts_from_row(row: Any) -> CardFacts:
    attributes = row.attributes
    reprints = (
        CardPrinting(*(reprint.get(column, "") for column in ("printing", "set", "pack", "number")))
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
