"""Columns of a past season's file, and the header line that names them; pure."""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from common.errors import Invalid
from common.sentences import sentences
from common.spreadsheet_cells import unguard_cell
from common.text import fold, gettext_noop, nearest

MAX_LINES = 5000
MAX_CSV_CHARACTERS = 1_000_000
_SEPARATORS = (",", ";", "\t")


@dataclass(frozen=True, slots=True)
class Column:
    """A column: name in the header, whether it is required, and its description."""

    name: str
    needed: bool
    says: str


_REQUIRED = ("date", "player", "opponent")
COLUMNS = tuple(Column(name, name in _REQUIRED, says) for name, says in sentences("matches", "season_columns").items())
_COLUMN_BY_FOLDED_NAME = {fold(column.name.replace("_", " ")): column.name for column in COLUMNS}


@dataclass(frozen=True, slots=True)
class CsvRow:
    """A line of the file by column, with its number from 1."""

    number: int
    cells: dict[str, str] = field(default_factory=dict)

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")


@dataclass(frozen=True, slots=True)
class CsvTable:
    """A parsed file: its columns, and its lines without empty ones."""

    columns: tuple[str, ...]
    lines: tuple[CsvRow, ...]

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
        lines.append(CsvRow(number, _cells_by_column(columns, cells)))
    if not lines:
        raise Invalid(gettext_noop("The file has a header but no rows."))
    return CsvTable(columns, tuple(lines))


def _non_empty_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each line that is not empty, with the number it begins at."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    reader = csv.reader(io.StringIO(text), delimiter=max(_SEPARATORS, key=first.count))
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
    names = tuple(_column_of_heading(cell, number) for cell in header)
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


def _column_of_heading(cell: str, number: int) -> str:
    """The name of a column in any spelling; a column without a heading is passed over."""
    wanted = fold(cell.replace("_", " "))
    if not wanted:
        return ""
    if wanted in _COLUMN_BY_FOLDED_NAME:
        return _COLUMN_BY_FOLDED_NAME[wanted]
    near = nearest(wanted, list(_COLUMN_BY_FOLDED_NAME), limit=1)
    if near:
        template = gettext_noop("Line %(line)s: there’s no column “%(name)s”. Did you mean “%(near)s”?")
        raise Invalid(template, {"line": number, "name": cell[:40], "near": _COLUMN_BY_FOLDED_NAME[near[0]]})
    template = gettext_noop("Line %(line)s: there’s no column “%(name)s”. The columns are %(all)s.")
    every = ", ".join(column.name for column in COLUMNS)
    raise Invalid(template, {"line": number, "name": cell[:40], "all": every})


def _cells_by_column(columns: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    """Cells by column; what stands beyond the header is kept under an empty name, so that the line can be refused."""
    cells_named = {name: cell for name, cell in zip(columns, cells, strict=False) if name}
    beyond = [cell for cell in cells[len(columns) :] if cell]
    return {**cells_named, "": beyond[0]} if beyond else cells_named
