"""Decks as text: `parse_deck` reads what people write, `format_deck` writes what `parse_deck` reads."""

from decks.core.text.corrections import compare_decks, text_with_corrected_line
from decks.core.text.encodings import DecodedText, decode_text_file
from decks.core.text.formats import DECK_TEXT_FORMATS, detect_game, detect_text_format, parse_deck_text
from decks.core.text.json_formats import format_table_mod
from decks.core.text.lines import parse_picks
from decks.core.text.parse import detect_game_of_text, named_game, parse_deck
from decks.core.text.result import MAX_DECK_BYTES, MAX_DECK_LINES, MAX_DECK_NAME, BadLine, DetectedGame, ParsedDeck
from decks.core.text.write import format_deck, format_picks_as_text
