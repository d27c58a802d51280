"""Decks as text: `parse_deck` reads what people write, `print_deck` writes what `parse_deck` reads."""

from __future__ import annotations

from decks.text.lines import tidy_name
from decks.text.mend import Difference, compare, mend_line
from decks.text.parse import HEADERS, parse_deck, parse_picks
from decks.text.reading import MAX_LINES, MAX_NAME, MAX_SIZE, Problem, Reading, Understood
from decks.text.write import print_deck, print_picks

__all__ = [
    "HEADERS",
    "MAX_LINES",
    "MAX_NAME",
    "MAX_SIZE",
    "Difference",
    "Problem",
    "Reading",
    "Understood",
    "compare",
    "mend_line",
    "parse_deck",
    "parse_picks",
    "print_deck",
    "print_picks",
    "tidy_name",
]
