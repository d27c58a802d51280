"""Columns of a past season’s file, and the header line that names them; pure."""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from common.errors import Invalid
from common.sentence_tables import sentences
from common.spreadsheet_cells import unguard_cell
from common.text import fold, gettext_noop, nearest

MAX_LINES = 5000
MAX_CSV_CHARACTERS = 1_000_000
_MIN_HEADING_SIMILARITY = 0.8


@dataclass(frozen=True, slots=True)
class CsvColumn:
    """A column: its name in the header, whether a file must have it, and its description."""

    name: str
    needed: bool
    says: str


_REQUIRED = ("date", "player", "opponent")
COLUMNS = tuple(
    CsvColumn(name, name in _REQUIRED, says) for name, says in sentences("matches", "season_columns").items()
)
# Names of columns and of rows with totals in the four languages.
with Path(__file__).with_name("headings.csv").open(encoding="utf-8", newline="") as _file:
    _COLUMN_BY_FOLDED_NAME = {
        fold(word): row["column"]
        for row in csv.DictReader(_file)
        for word in (row["column"].replace("_", " "), *row["words"].split("|"))
    }


@dataclass(frozen=True, slots=True)
class CsvRow:
    """A line of the file by column, with its number from 1."""

    number: int
    cells: dict[str, str] = field(default_factory=dict)

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")


@dataclass(frozen=True, slots=True)
class CsvTable:
    """A parsed file: its columns, its lines (except empty lines and totals), and the headings that are ignored."""

    columns: tuple[str, ...]
    lines: tuple[CsvRow, ...]
    ignored: tuple[str, ...]

    @property
    def has_game_per_line(self) -> bool:
        return "dragons" in self.columns


def parse_season_csv(text: str) -> CsvTable:
    """Parse the header and the lines; raises `Invalid` for a file that is too long, empty or malformed."""
    if len(text) > MAX_CSV_CHARACTERS:
        raise Invalid(
            gettext_noop("The file is too long. It can have up to %(most)s characters."), {"most": MAX_CSV_CHARACTERS}
        )
    rows = _non_empty_rows(text.lstrip("\ufeff"))
    number, header = next(rows, (1, []))
    columns = _header_columns(header, number)
    lines: list[CsvRow] = []
    for number, cells in rows:
        if len(lines) == MAX_LINES:
            raise Invalid(gettext_noop("The file is too long. It can have up to %(most)s lines."), {"most": MAX_LINES})
        if _COLUMN_BY_FOLDED_NAME.get(fold(next(filter(None, cells)))) != "total":
            lines.append(CsvRow(number, _cells_by_column(columns, cells)))
    if not lines:
        raise Invalid(gettext_noop("The file has a header but no rows."))
    ignored = tuple(cell for cell, column in zip(header, columns, strict=True) if cell and not column)
    return CsvTable(columns, tuple(lines), ignored)


def _non_empty_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each row that is not empty, with the number of its first line."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    reader = csv.reader(io.StringIO(text), delimiter=max((",", ";", "\t"), key=first.count))
    begins = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield begins, [unguard_cell(cell.strip()) for cell in cells]
            begins = reader.line_num + 1
    except csv.Error as error:
        template = gettext_noop("Line %(line)s isn’t valid CSV. Is a closing quotation mark missing?")
        raise Invalid(template, {"line": begins}) from error


def _header_columns(header: Sequence[str], number: int) -> tuple[str, ...]:
    if not header:
        raise Invalid(
            gettext_noop("The file is empty. The first line must contain the column names: %(names)s …"),
            {"names": _REQUIRED_COLUMN_NAMES},
        )
    known = [_COLUMN_BY_FOLDED_NAME.get(fold(cell.replace("_", " ")), "") for cell in header]
    names = tuple(name or _check_header_spelling(cell, number, known) for name, cell in zip(known, header, strict=True))
    twice = next((name for name in names if name and names.count(name) > 1), None)
    if twice:
        raise Invalid(gettext_noop("The column “%(name)s” appears twice."), {"name": twice})
    lost = [column.name for column in COLUMNS if column.needed and column.name not in names]
    if lost:
        template = gettext_noop("The first line must contain the column names; “%(name)s” is missing.")
        raise Invalid(template, {"name": lost[0]})
    if not {"crystals", "games", "dragons"} & set(names):
        raise Invalid(gettext_noop("There’s no column for the result: crystals, games, or winner and dragons."))
    if "dragons" in names and "winner" not in names:
        raise Invalid(gettext_noop("A “dragons” column needs a “winner” column too."))
    return names


_REQUIRED_COLUMN_NAMES = ", ".join(column.name for column in COLUMNS if column.needed)


def _check_header_spelling(cell: str, number: int, known: Sequence[str]) -> str:
    """Return "" for a column that is ignored; raises `Invalid` if its heading looks like a missing column."""
    missing = {fold(column.name.replace("_", " ")): column.name for column in COLUMNS if column.name not in known}
    if similar := nearest(cell.replace("_", " "), list(missing), limit=1, cutoff=_MIN_HEADING_SIMILARITY):
        template = gettext_noop("Line %(line)s: there’s no column “%(name)s”. Did you mean “%(near)s”?")
        raise Invalid(template, {"line": number, "name": cell[:40], "near": missing[similar[0]]})
    return ""


def _cells_by_column(columns: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    """Return cells by column; a cell beyond the header has an empty column name, so that the line can be rejected."""
    cells_named = {name: cell for name, cell in zip(columns, cells, strict=False) if name}
    beyond = [cell for cell in cells[len(columns) :] if cell]
    return {**cells_named, "": beyond[0]} if beyond else cells_named
