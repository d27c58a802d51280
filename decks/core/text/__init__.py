"""Decks as text: `parse_deck` reads what people write, `print_deck` writes what `parse_deck` reads."""

from __future__ import annotations

from decks.core.text.corrections import Difference, compare, mend_line
from decks.core.text.encodings import Decoded, decode
from decks.core.text.formats import TEXT_FORMATS, TextFormat, detect, read_deck
from decks.core.text.json_formats import print_share
from decks.core.text.parse import HEADERS, Houses, game_of, named_game, parse_deck, parse_picks, read_rows
from decks.core.text.result import MAX_LINES, MAX_NAME, MAX_TEXT_BYTES, ParsedDeck, Problem, Understood
from decks.core.text.told_game import ToldGame, tell_game
from decks.core.text.write import print_deck, print_picks

__all__ = [
    "HEADERS",
    "MAX_LINES",
    "MAX_NAME",
    "MAX_TEXT_BYTES",
    "TEXT_FORMATS",
    "Decoded",
    "Difference",
    "Houses",
    "ParsedDeck",
    "Problem",
    "TextFormat",
    "ToldGame",
    "Understood",
    "compare",
    "decode",
    "detect",
    "game_of",
    "mend_line",
    "named_game",
    "parse_deck",
    "parse_picks",
    "print_deck",
    "print_picks",
    "print_share",
    "read_deck",
    "read_rows",
    "tell_game",
]
