"""Decks as text: `parse_deck` reads what people write, `print_deck` writes what `parse_deck` reads."""

from decks.core.text.corrections import compare, mend_line
from decks.core.text.encodings import Decoded, decode
from decks.core.text.formats import TEXT_FORMATS, detect, read_deck, tell_game
from decks.core.text.json_formats import print_share
from decks.core.text.lines import parse_picks
from decks.core.text.parse import game_of, named_game, parse_deck
from decks.core.text.result import MAX_LINES, MAX_NAME, MAX_TEXT_BYTES, DetectedGame, ParsedDeck, Problem
from decks.core.text.write import print_deck, print_picks
