"""CSV of cards: the catalogue as a file, parsed line by line; pure, no Django.

Every error is reported with file, line, column and a correction; nothing is repaired.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cards.core.facts import DECK_MARKS, FAMILIES, SET_PEOPLES, CardFacts, CardIcon, CardType, Catalogue, People, Timing
from common.errors import Detail, Invalid
from common.text import fold, gettext_noop, has_control_characters, nearest, parse_whole_number

if TYPE_CHECKING:
    from _csv import Reader

CARD_TABLE_COLUMNS: tuple[str, ...] = (
    *("code", "slot", "name", "name_de", "title", "people", "number", "type", "fire", "earth", "icons", "moons"),
    *("deck", "family", "capacity", "extra_cards", "extra_moons", "aliases", "timing", "summary", "notes", "source"),
    "emissary",
)
OPTIONAL_COLUMNS: tuple[str, ...] = ("emissary",)  # columns that a complete table may leave out

_MAX_NUMBERS = {"fire": 20, "earth": 20, "moons": 9, "capacity": 9, "extra_cards": 99, "extra_moons": 99}
_LENGTHS = {"code": 40, "slot": 40, "emissary": 40, "name": 80, "name_de": 80, "title": 80, "number": 4, "source": 200}
_LENGTHS |= {"aliases": 400, "summary": 600, "notes": 600}
_CARD_CODE_PATTERN = re.compile(r"[A-Z][A-Za-z]+(?: [A-Za-z0-9]+)+")
_TEXT_COLUMNS = ("name", "name_de", "title", "number", "slot", "summary", "notes", "source", "emissary")
DECK_MARK_CHOICES: tuple[str, ...] = ("", *DECK_MARKS, "E&I", "E&I:A", "E&I:B", "promo")


@dataclass(frozen=True, slots=True)
class TableError:
    """An error in a file: its line (1-based), the name of the column, and the message."""

    line: int
    column: str
    message: str

    def detail(self) -> Detail:
        return Detail(self.message, field=self.column, line=self.line)


def _cell_errors(text: str, longest: int) -> Iterator[str]:
    """Yield why a text can’t be in a cell; nothing if it can."""
    if has_control_characters(text):
        yield "there is a control character or a line break in it"
    if len(text) > longest:
        yield f"it is longer than {longest} characters"


def card_cell_errors(card: CardFacts) -> Iterator[tuple[str, str]]:
    """Yield the values of a card from elsewhere that a table could not contain, as column and message."""
    for column in _TEXT_COLUMNS:
        for message in _cell_errors(getattr(card, column), _LENGTHS.get(column, 400)):
            yield column, message
    if any(";" in alias for alias in card.aliases) or len("; ".join(card.aliases)) > _LENGTHS["aliases"]:
        yield "aliases", "the names are too long, or one of them has a semicolon in it"
    if card.deck not in DECK_MARK_CHOICES:
        yield "deck", f"“{card.deck[:40]}” isn’t one of {', '.join(DECK_MARK_CHOICES[1:])}"
    for column, highest in _MAX_NUMBERS.items():
        value = getattr(card, column)
        if value is not None and not 0 <= value <= highest:
            yield column, f"{value} is not a whole number from 0 to {highest}"


def card_contradictions(card: CardFacts) -> Iterator[tuple[str, str]]:
    """Yield contradictions in a card’s facts, as column and message; check this before changing a card."""
    if not _CARD_CODE_PATTERN.fullmatch(card.code):
        yield "code", f"“{card.code[:40]}” isn’t a code such as “Vulca 03”"
    if card.number and parse_whole_number(card.number) is None:
        yield "number", f"“{card.number[:40]}” isn’t a number such as “03”"
    if card.moons is not None and not card.playable:
        yield "moons", f"a card of the type {card.type.value} has no moon value (CARD-07)"
    if card.capacity is not None and card.type is not CardType.SHIP:
        yield "capacity", "only a ship has a capacity (CARD-12)"
    if card.family and card.people is not People.BUKA:
        yield "family", "only Buka cards belong to a family (DECK-15)"
    if card.emissary and card.people not in SET_PEOPLES:
        yield "emissary", "only a card of an emissary's set belongs to one (DECK-13)"
    if card.emissary and not _CARD_CODE_PATTERN.fullmatch(card.emissary):
        yield "emissary", f"“{card.emissary[:40]}” isn’t the code of an emissary"
    prints = card.type in {CardType.LEADER, CardType.INQUISITOR}
    for column, value in (("extra_cards", card.extra_cards), ("extra_moons", card.extra_moons)):
        if value is not None and not prints:
            yield column, "only a leader or an inquisitor prints cards and moons (DECK-01, DECK-12)"


@dataclass(slots=True)
class TableRow:
    """Parses one line: returns its cells and collects their errors."""

    number: int
    cells: Mapping[str, str]
    faults: list[TableError] = field(default_factory=list)

    @staticmethod
    def max_length(_column: str) -> int:
        return 1200

    def add_error(self, column: str, message: str) -> None:
        self.faults.append(TableError(self.number, column, message))

    def text_cell(self, column: str, *, needed: bool = False, form: re.Pattern[str] | None = None) -> str:
        raw = (self.cells.get(column) or "").strip()
        for message in _cell_errors(raw, self.max_length(column)):
            self.add_error(column, message)
        if needed and not raw:
            self.add_error(column, "it is missing")
        elif raw and form is not None and not form.fullmatch(raw):
            self.add_error(column, f"“{raw[:40]}” cannot stand here")
        return raw

    def choice_cell(self, column: str, allowed: Iterable[str]) -> str:
        """Return one of the allowed words; any other word is an error that suggests the nearest."""
        raw, words = self.text_cell(column), list(allowed)
        if raw not in words:
            close = nearest(raw, [word for word in words if word])
            hint = f"; perhaps {close[0]}" if close else ""
            self.add_error(column, f"“{raw[:40]}” isn’t one of {', '.join(word for word in words if word)}{hint}")
            return words[0]
        return raw

    def list_cell(self, column: str, allowed: Iterable[str] | None = None) -> tuple[str, ...]:
        parts = tuple(part.strip() for part in self.text_cell(column).split(";") if part.strip())
        if allowed is not None:
            words = list(allowed)
            for value in parts:
                if value not in words:
                    self.add_error(column, f"“{value[:40]}” isn’t one of {', '.join(words)}")
        return parts


class _CardRow(TableRow):
    """Parses one line of a card table."""

    @staticmethod
    def max_length(column: str) -> int:
        return _LENGTHS.get(column, 400)

    def number_cell(self, column: str) -> int | None:
        raw = self.text_cell(column)
        number = parse_whole_number(raw, maximum=_MAX_NUMBERS[column], digits=2)
        if raw and number is None:
            self.add_error(column, f"“{raw[:40]}” isn’t a whole number from 0 to {_MAX_NUMBERS[column]}")
        return number

    def parse_icons(self) -> tuple[CardIcon, ...]:
        icons_read = []
        for part in self.list_cell("icons"):
            try:
                icons_read.append(CardIcon.parse(part))
            except ValueError:
                self.add_error("icons", f"“{part[:40]}” isn’t an icon")
        return tuple(icons_read)

    def _parse_cells(self, read: Callable[[str], Any], columns: Iterable[str]) -> dict[str, Any]:
        return {column: read(column) for column in columns}

    def fill_missing_cells(self, complete: CompleteCells) -> None:
        self.cells, fault = complete(self.number, self.cells)
        self.faults += [fault] if fault else []

    def to_card(self) -> CardFacts | None:
        """Return the card of this line, or None if it has any error."""
        if self.faults:
            return None
        code = self.text_cell("code")
        if not code:
            self.add_error("code", "the code is missing")
        card = CardFacts(
            code=code,
            people=People(self.choice_cell("people", People)),
            type=CardType(self.choice_cell("type", CardType)),
            timing=Timing(self.choice_cell("timing", Timing)),
            family=self.choice_cell("family", ("", *FAMILIES)),
            deck=self.choice_cell("deck", DECK_MARK_CHOICES),
            **self._parse_cells(self.number_cell, _MAX_NUMBERS),
            icons=self.parse_icons(),
            aliases=self.list_cell("aliases"),
            **self._parse_cells(self.text_cell, _TEXT_COLUMNS),
        )
        if self.faults:
            return None
        self.faults += [TableError(self.number, column, message) for column, message in card_contradictions(card)]
        return None if self.faults else card


@dataclass(frozen=True, slots=True)
class ParsedTable:
    """A parsed file: its valid cards with their line numbers, and all errors."""

    cards: tuple[CardFacts, ...]
    lines: tuple[int, ...]
    faults: tuple[TableError, ...]


# Completes the cells of a line (its number, its cells) from elsewhere, or returns why it can’t.
CompleteCells = Callable[[int, Mapping[str, str]], tuple[Mapping[str, str], TableError | None]]


def _header_errors(header: list[str], *, part: bool) -> Iterator[TableError]:
    if part and not {"code", "slot"} & set(header):
        yield TableError(1, "code", "there is neither a column “code” nor a column “slot”")
    for column in CARD_TABLE_COLUMNS:
        if header.count(column) > 1 or not (part or column in header or column in OPTIONAL_COLUMNS):
            state = "stands twice" if column in header else "is missing"
            yield TableError(1, column, f"the column “{column}” {state}")
    for column in header:
        if column not in CARD_TABLE_COLUMNS:
            yield TableError(1, column[:40], f"“{column[:40]}” isn’t a column of a card table")


def _table_rows(reader: Reader, header: list[str]) -> Iterator[_CardRow]:
    line = reader.line_num
    for cells in reader:
        start, line = line + 1, reader.line_num
        if not cells:
            continue
        card_row = _CardRow(start, dict(zip(header, cells, strict=False)))
        if len(cells) != len(header):
            card_row.add_error("code", f"the line has {len(cells)} cells where the header has {len(header)}")
        yield card_row


def parse_card_table(text: str, *, complete: CompleteCells | None = None) -> ParsedTable:
    """Parse a card table; never raises for its contents. `complete` fills lines that lack columns."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    cards: list[tuple[CardFacts, int]] = []
    line_of: dict[str, int] = {}
    faults: list[TableError] = []
    try:
        header = next(reader, [])
        faults += _header_errors(header, part=complete is not None)
        if not faults:
            for card_row in _table_rows(reader, header):
                if complete is not None and not card_row.faults:
                    card_row.fill_missing_cells(complete)
                card = card_row.to_card()
                code = fold(card_row.cells.get("code", ""))
                if code and line_of.setdefault(code, card_row.number) != card_row.number:
                    card_row.add_error(
                        "code", f"“{card_row.cells['code'][:40]}” stands on line {line_of[code]} already"
                    )
                if card is not None and not card_row.faults:
                    cards.append((card, card_row.number))
                faults += card_row.faults
    except csv.Error as error:
        faults.append(TableError(reader.line_num, CARD_TABLE_COLUMNS[0], f"the line is not proper CSV ({error})"))
    return ParsedTable(tuple(card for card, _ in cards), tuple(line for _, line in cards), tuple(faults))


def decode_table(raw: bytes, name: str) -> str:
    """Decode a file; raises `Invalid` if it isn’t UTF-8 (but Latin-1, say)."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        template = gettext_noop("%(file)s isn’t UTF-8 text: line %(line)d has an unreadable byte.")
        params = {"file": name, "line": line}
        raise Invalid(template, params, details=(Detail(template % params, line=line),)) from error


def read_table_file(path: Path) -> str:
    """Read a file; raises `Invalid` if it can’t be opened or isn’t UTF-8."""
    try:
        return decode_table(path.read_bytes(), path.name)
    except OSError as error:
        template = gettext_noop("Can’t read %(file)s: %(reason)s.")
        raise Invalid(template, {"file": str(path), "reason": error.strerror or "unknown reason"}) from error


def raise_table_errors(name: str, faults: tuple[TableError, ...]) -> None:
    """Raise `Invalid` with every faulty line of a file, if there is any."""
    if faults:
        details = tuple(fault.detail() for fault in sorted(faults, key=lambda fault: fault.line))
        template = gettext_noop("Nothing was read. Errors in %(file)s: %(count)d.")
        raise Invalid(template, {"file": name, "count": len(details)}, details=details)


def read_catalogue_file(path: Path, *, version: int = 0) -> Catalogue:
    """Return the catalogue of a file; raises `Invalid` with every faulty line, or if it can’t be read."""
    reading = parse_card_table(read_table_file(path))
    raise_table_errors(path.name, reading.faults)
    return Catalogue(reading.cards, version=version)
