"""CSV files for spreadsheets: their encoding, and cells that would be taken for a formula.

Such a cell is written with an apostrophe before its text, and read without it.
"""

# Begins downloaded CSV files: without it, spreadsheets assume another encoding and break “ß” and “ж”.
BYTE_ORDER_MARK = "\ufeff"

# First characters of a formula: spreadsheets read full-width signs as normal ones, and drop spaces.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", *"\uff1d\uff0b\uff0d\uff20")
_GUARD = "'"


def guard_formula_cell(value: object) -> object:
    """Put an apostrophe before text that a spreadsheet would read as a formula."""
    return f"{_GUARD}{value}" if isinstance(value, str) and value.startswith(FORMULA_STARTS) else value


def unguard_cell(cell: str) -> str:
    return cell[1:] if cell[:1] == _GUARD and cell[1:].startswith(FORMULA_STARTS) else cell
