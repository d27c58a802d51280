"""CSV of a deck: one line per heading or card; reads tables of other sites with their own columns, too."""

import csv
import io
from collections.abc import Mapping

from cards.core.facts import Catalogue
from common.spreadsheet_cells import BYTE_ORDER_MARK, FORMULA_STARTS
from common.text import fold
from decks.core.legality.decklist import DeckList
from decks.core.text.headers import HEADING_READERS
from decks.core.text.result import BadLine
from decks.core.text.write import card_code_and_name, deck_headers, note_comment_lines

CSV_COLUMNS = ("what", "code", "name", "copies", "note")
# Column names of spreadsheets in English, German, Dutch and Russian.
_CODE_HEADINGS = frozenset(map(fold, ("code", "card", "card code", "id", "Kartencode", "kaartcode", "код")))
_NAME_HEADING_WORDS = ["name", "title", "card name", "Karte", "Kartenname", "Titel", "kaart", "kaartnaam", "naam"]
_NAME_HEADING_WORDS += ["карта", "название", "имя"]
_COPY_COUNT_WORDS = ["copies", "quantity", "qty", "count", "amount", "Anzahl", "Menge", "Stück", "Exemplare", "aantal"]
_COPY_COUNT_WORDS += ["stuks", "количество", "кол-во", "число", "штук"]
_COPIES_HEADINGS = frozenset(map(fold, _COPY_COUNT_WORDS))
_NOTE_HEADINGS = frozenset(map(fold, ("note", "notes", "comment", "Notiz", "Anmerkung", "opmerking", "заметка")))
_HEADINGS = ({"what"}, _CODE_HEADINGS, frozenset(map(fold, _NAME_HEADING_WORDS)), _COPIES_HEADINGS, _NOTE_HEADINGS)
_FORMULA_GUARDED_STARTS = (*FORMULA_STARTS, "'")  # an apostrophe too, so that each name is read back unchanged


def format_as_csv(deck: DeckList, catalogue: Catalogue) -> str:
    """Return the deck as a table; headings have their value in the column `name`."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    for key, value in deck_headers(deck, catalogue):
        writer.writerow([key.lower(), "", _escape_formula(value), "", ""])
    for line in note_comment_lines(deck):
        writer.writerow(["note", "", "", "", _escape_formula(line.removeprefix("#").strip())])
    for entry in deck.entries:
        card = catalogue.by_code.get(entry.code)
        code, name = (entry.code, card.label) if card else ("", card_code_and_name(entry.code, catalogue))
        writer.writerow(
            ["card", _escape_formula(code), _escape_formula(name), entry.copies, _escape_formula(entry.note or "")]
        )
    return BYTE_ORDER_MARK + out.getvalue()


def _escape_formula(value: str) -> str:
    return f"'{value}" if value.startswith(_FORMULA_GUARDED_STARTS) else value


def _unescape_formula(value: str) -> str:
    return value[1:] if value[:1] == "'" and value[1:].startswith(_FORMULA_GUARDED_STARTS) else value


def parse_csv_rows(text: str, catalogue: Catalogue) -> tuple[list[tuple[int, str]], list[BadLine]]:
    """Return the table as lines of a deck; the separator is a comma, a semicolon or a tab."""
    first = first_row(text.lstrip("\ufeff"))
    reader = csv.reader(io.StringIO(text.lstrip("\ufeff")), delimiter=max(",;\t", key=first.count))
    rows: list[tuple[int, str]] = []
    columns: Mapping[str, int] | None = None
    line = 1
    try:
        for cells in reader:
            if line == 1 and cells and cells[0].lower().startswith("sep="):
                line = reader.line_num + 1
                continue
            if columns is None:
                columns = csv_column_positions(cells)
                if columns:
                    line = reader.line_num + 1
                    continue
            if any(cell.strip() for cell in cells):
                rows.append(
                    (
                        line,
                        _deck_line_from_cells([_unescape_formula(cell.strip()) for cell in cells], columns, catalogue),
                    )
                )
            line = reader.line_num + 1
    except csv.Error:
        rows.append((reader.line_num, text.splitlines()[reader.line_num - 1][:200]))
    return rows, []


def first_row(text: str) -> str:
    """Return the first line of a table, skipping a spreadsheet’s "sep=;" line."""
    lines = [line.strip() for line in text.split("\n", 2)[:2]]
    return lines[-1] if lines[0].lower().startswith("sep=") else lines[0]


def is_csv_table(first: str) -> bool:
    """Return whether the first line makes a text a table: names of columns, or two cells, one of them a number.

    >>> is_csv_table("2;Sear"), is_csv_table("Anzahl;Karte"), is_csv_table("2x Sear"), is_csv_table("Sear, the Burning")
    (True, True, False, False)
    """
    separator = max(",;\t", key=first.count)
    cells = first.split(separator)
    if ":" in first or len(cells) < 2:
        return False
    return bool(csv_column_positions(cells)) or (separator == ";" and any(cell.strip().isdigit() for cell in cells[:2]))


def csv_column_positions(cells: list[str]) -> dict[str, int]:
    """Return the position of each known column in a header; empty if it isn’t one."""
    columns: dict[str, int] = {}
    for index, cell in enumerate(cells):
        word = fold(cell)
        for name, words in zip(CSV_COLUMNS, _HEADINGS, strict=True):
            if word in words:
                columns.setdefault(name, index)
    return columns if "code" in columns or "name" in columns else {}


def _deck_line_from_cells(cells: list[str], columns: Mapping[str, int] | None, catalogue: Catalogue) -> str:
    if not columns:
        return "\t".join(cells)
    cell_of = {name: cells[index] for name, index in columns.items() if index < len(cells)}
    what = cell_of.get("what", "card").lower()
    name, code = cell_of.get("name", ""), cell_of.get("code", "")
    if what in HEADING_READERS:
        return f"{what}: {name or code}"
    note = " ".join(cell_of.get("note", "").split())
    if what == "note":
        return f"# {note}"
    card = card_code_and_name(code, catalogue) if code in catalogue else code or name
    return f"{cell_of.get('copies') or 1}x {card}" + (f"  # {note}" if note else "")
