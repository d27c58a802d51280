"""Markdown helpers of the references."""

from collections.abc import Iterable, Sequence

NOTE = "Written by `python -m tests.reference` from the code; do not change it by hand."


def page(title: str, lead: str, *parts: str) -> str:
    """Join title, introduction, parts, and the note that the document is generated."""
    return "\n\n".join((f"# {title}", lead, *(part for part in parts if part), NOTE)) + "\n"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table; bars within cells are escaped.

    >>> table(("a", "b"), [("1", "x|y")])
    '| a | b |\\n|---|---|\\n| 1 | x\\\\|y |'
    """
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(_line(cells) for cells in lines)


def _line(cells: Sequence[str]) -> str:
    if all(cell == "---" for cell in cells):
        return "|" + "|".join(cells) + "|"
    cleaned = (" ".join(cell.split()).replace("\\|", "|").replace("|", "\\|") for cell in cells)
    return "| " + " | ".join(cleaned) + " |"


def code(text: str) -> str:
    """Format inline code; "" for ""."""
    return f"`{text}`" if text else ""
