"""Corrections of a written deck: apply a suggestion to a line, and compare two decks."""

import re
from dataclasses import dataclass

from cards.core.facts import Catalogue
from decks.core.legality.decklist import DeckList
from decks.core.text.headers import HEADING_LINE, HEADING_READERS
from decks.core.text.pasted_lines import BREAKS, likeliest_parse
from decks.core.text.write import format_deck

_LINE_BREAKS = re.compile(f"({BREAKS.pattern})")
_LEADING_COPIES = re.compile(r"^\s*\d{1,2}\s*(?:[x×]\s*|\s)", re.IGNORECASE)


def text_with_corrected_line(text: str, line: int, suggestion: str) -> str:
    """Return the text with one line corrected; a quantity or heading before the word stays, and all other lines stay.

    Line 0 stands for a new first line, which gets the suggestion.

    >>> text_with_corrected_line("Leader: Terah\\n2x Seer", 2, "Sear")
    'Leader: Terah\\n2x Sear'
    """
    if line == 0:
        return f"{suggestion}\n{text}"
    parts = _LINE_BREAKS.split(text)
    index = (line - 1) * 2
    if not 0 <= index < len(parts):
        return text
    parts[index] = _corrected_line(parts[index], " ".join(suggestion.split()))
    return "".join(parts)


def _corrected_line(line: str, suggestion: str) -> str:
    header = HEADING_LINE.match(line.strip())
    if header and suggestion.endswith(":"):
        return f"{suggestion} {header['value']}"
    if header and header["key"].casefold() in HEADING_READERS:
        return f"{header['key']}: {suggestion}"
    if copies := _LEADING_COPIES.match(line):
        return f"{copies[0]}{suggestion}"
    written_copies = likeliest_parse(line).copies
    return suggestion if written_copies is None else f"{written_copies}x {suggestion}"


@dataclass(frozen=True, slots=True)
class DeckTextDifference:
    """Difference of two decks, as lines of their texts."""

    only_here: tuple[str, ...]
    only_there: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.only_here or self.only_there)


def compare_decks(here: DeckList, there: DeckList, catalogue: Catalogue) -> DeckTextDifference:
    """Return the difference of two decks, ignoring the order of cards."""
    mine, other = (format_deck(deck, catalogue).splitlines() for deck in (here, there))
    return DeckTextDifference(
        tuple(line for line in mine if line and line not in other),
        tuple(line for line in other if line and line not in mine),
    )
