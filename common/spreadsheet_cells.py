"""Cells of CSV files that a spreadsheet would take for a formula: written with an apostrophe, read without it."""

# First characters of a formula: spreadsheets read full-width signs as narrow ones, and drop spaces.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", *"\uff1d\uff0b\uff0d\uff20")
_GUARD = "'"


def guard_formula_cell(value: object) -> object:
    """Put an apostrophe before text that a spreadsheet would read as a formula."""
    return f"{_GUARD}{value}" if isinstance(value, str) and value.startswith(FORMULA_STARTS) else value


def unguard_cell(cell: str) -> str:
    return cell[1:] if cell[:1] == _GUARD and cell[1:].startswith(FORMULA_STARTS) else cell
