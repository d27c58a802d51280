"""CSV of rulings, errata and lists: parsed line by line, every error with its line and column; pure."""

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from cards.core.catalogue_csv import TableError, TableRow
from cards.core.facts import CardType, IconKind, Timing
from cards.core.rulings.facts import EDITIONS, CardList, Erratum, ListEntry, ListKind, Reading, Ruling, Topic, Trust
from common.errors import Missing
from common.text import fold

RULING_ID = re.compile(r"[A-Z][A-Z0-9]*-[0-9]{1,6}")
_LIST_VERSION = re.compile(r"[0-9a-z][0-9a-z.-]{0,19}")
_TOPIC_SLUG = re.compile(r"[a-z][a-z0-9-]{1,39}")
_RULE_NUMBER = re.compile(r"[A-Z]+-[0-9]+[a-z]?")
COLUMNS_BY_TABLE: Mapping[str, tuple[str, ...]] = {
    "topics": ("topic", "title"),
    "readings": ("number", "title", "reading"),
    "rulings": (
        *("id", "topic", "question", "answer", "edition", "cards", "icons", "types", "timings", "source", "place"),
        *("trust", "readings", "see", "note"),
    ),
    "errata": ("id", "card", "kind", "change", "source", "place", "readings", "note"),
    "lists": ("list", "kind", "title", "issued", "current", "rule", "source", "note"),
    "list_entries": ("id", "list", "card", "printed", "set", "number", "note"),
}


@dataclass(frozen=True, slots=True)
class KnownReferences:
    """References in a table: codes by the spellings of cards, and the existing topics and readings."""

    code_of: Callable[[str], str]
    topics: frozenset[str] = frozenset()
    readings: frozenset[str] = frozenset()
    lists: frozenset[str] = frozenset()


def detect_table_kind(text: str) -> str:
    """Return the kind of a table by its first line; empty for an unknown table."""
    header = next(csv.reader(io.StringIO(text.lstrip("\ufeff"))), [])
    return next((kind for kind, columns in COLUMNS_BY_TABLE.items() if set(header) == set(columns)), "")


def read_table_rows(text: str, columns: tuple[str, ...], key: str) -> tuple[list[TableRow], list[TableError]]:
    """Return the lines of a table, and the errors of the file: its header, duplicate keys, broken CSV."""
    lines: list[TableRow] = []
    faults: list[TableError] = []
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = next(reader, [])
        faults += _header_errors(header, columns)
        line_number = reader.line_num
        if not faults:
            for cells in reader:
                line, line_number = TableRow(line_number + 1, dict(zip(header, cells, strict=False))), reader.line_num
                if not cells:
                    continue
                if len(cells) != len(header):
                    line.add_error(columns[0], f"the line has {len(cells)} cells where the header has {len(header)}")
                lines.append(line)
    except csv.Error as error:
        faults.append(TableError(reader.line_num, columns[0], f"the line is not proper CSV ({error})"))
    line_of: dict[str, int] = {}
    for line in lines:
        word = fold(line.cells.get(key, ""))
        if word and line_of.setdefault(word, line.number) != line.number:
            line.add_error(key, f"“{line.cells[key][:40]}” stands on line {line_of[word]} already")
    return lines, faults


def _header_errors(header: list[str], columns: tuple[str, ...]) -> Iterator[TableError]:
    for column in columns:
        if header.count(column) != 1:
            yield TableError(1, column, f"the column “{column}” {'stands twice' if column in header else 'is missing'}")
    for column in header:
        if column not in columns:
            yield TableError(1, column[:40], f"“{column[:40]}” isn’t a column of this table")


def _parse_topic(line: TableRow, game: str, _names: KnownReferences) -> Topic:
    return Topic(line.text_cell("topic", needed=True, form=_TOPIC_SLUG), line.text_cell("title", needed=True), game)


def _parse_reading(line: TableRow, game: str, _names: KnownReferences) -> Reading:
    number = line.text_cell("number", needed=True, form=_RULE_NUMBER)
    return Reading(number, line.text_cell("title", needed=True), line.text_cell("reading", needed=True), game)


def _parse_ruling(line: TableRow, game: str, names: KnownReferences) -> Ruling:
    """A ruling of low trust must say in its note what is wrong with it."""
    ruling = Ruling(
        id=line.text_cell("id", needed=True, form=RULING_ID),
        game=game,
        topic=line.choice_cell("topic", sorted(names.topics)),
        question=line.text_cell("question", needed=True),
        answer=line.text_cell("answer", needed=True),
        edition=line.choice_cell("edition", EDITIONS),
        source=line.text_cell("source", needed=True),
        place=line.text_cell("place"),
        trust=Trust(line.choice_cell("trust", [trust.value for trust in Trust])),
        cards=tuple(dict.fromkeys(_parse_card_code(line, "cards", name, names) for name in line.list_cell("cards"))),
        icons=line.list_cell("icons", [kind.value for kind in IconKind]),
        types=line.list_cell("types", [kind.value for kind in CardType if kind.value]),
        timings=line.list_cell("timings", [timing.value for timing in Timing if timing.value]),
        readings=line.list_cell("readings", sorted(names.readings)),
        see=line.list_cell("see"),
        note=line.text_cell("note"),
    )
    if ruling.doubtful and not ruling.note:
        line.add_error("note", "a ruling of low trust needs a note that says what is wrong with it")
    return ruling


def _parse_erratum(line: TableRow, game: str, names: KnownReferences) -> Erratum:
    return Erratum(
        id=line.text_cell("id", needed=True, form=RULING_ID),
        game=game,
        card=_parse_card_code(line, "card", line.text_cell("card", needed=True), names),
        kinds=line.list_cell("kind"),
        text=line.text_cell("change", needed=True),
        source=line.text_cell("source", needed=True),
        place=line.text_cell("place"),
        readings=line.list_cell("readings", sorted(names.readings)),
        note=line.text_cell("note"),
    )


def _parse_card_list(line: TableRow, game: str, _names: KnownReferences) -> CardList:
    issued = line.text_cell("issued")
    try:
        date.fromisoformat(issued or "2000-01-01")
    except ValueError:
        line.add_error("issued", f"“{issued[:40]}” isn’t a date such as 2015-03-26")
    return CardList(
        version=line.text_cell("list", needed=True, form=_LIST_VERSION),
        game=game,
        kind=ListKind(line.choice_cell("kind", [kind.value for kind in ListKind])),
        title=line.text_cell("title", needed=True),
        issued=issued,
        current=line.choice_cell("current", ("yes", "no")) == "yes",
        rule=line.text_cell("rule", form=_RULE_NUMBER),
        source=line.text_cell("source", needed=True),
        note=line.text_cell("note"),
    )


def _parse_list_entry(line: TableRow, _game: str, names: KnownReferences) -> ListEntry:
    return ListEntry(
        id=line.text_cell("id", needed=True, form=RULING_ID),
        version=line.choice_cell("list", sorted(names.lists)),
        card=_parse_card_code(line, "card", line.text_cell("card", needed=True), names),
        printed=line.text_cell("printed", needed=True),
        set=line.text_cell("set"),
        number=line.text_cell("number"),
        note=line.text_cell("note"),
    )


def _parse_card_code(line: TableRow, column: str, text: str, names: KnownReferences) -> str:
    try:
        return names.code_of(text) if text else ""
    except Missing as error:
        line.add_error(column, error.message)
        return ""


# Make a record of a line, which collects the errors.
_RECORD_READERS: Mapping[str, Callable[[TableRow, str, KnownReferences], Any]] = {
    "topics": _parse_topic,
    "readings": _parse_reading,
    "rulings": _parse_ruling,
    "errata": _parse_erratum,
    "lists": _parse_card_list,
    "list_entries": _parse_list_entry,
}


def parse_rulings_table(
    kind: str, text: str, game: str, names: KnownReferences
) -> tuple[tuple[Any, ...], tuple[TableError, ...]]:
    """Parse a game’s table of a kind in `COLUMNS_BY_TABLE`; return its records, and every error."""
    columns = COLUMNS_BY_TABLE[kind]
    lines, faults = read_table_rows(text, columns, key=columns[0])
    records = tuple(_RECORD_READERS[kind](line, game, names) for line in lines)
    return records, (*faults, *(fault for line in lines for fault in line.faults))
