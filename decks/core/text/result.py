"""Result of parsing a deck: what was understood, and each problem with its line."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from common.errors import Detail, Invalid
from common.text import fill_template, gettext_noop
from decks.core.legality.decklist import DeckList

_COMMENT_START = re.compile(r"^(?:#|//) ?")
MAX_DECK_LINES = 1_000
MAX_DECK_BYTES = 200_000  # bytes of UTF-8
MAX_LINE_LENGTH = 300  # characters
MAX_COPIES_PER_LINE = 99
MAX_DECK_NAME = 120


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """A line read as a card: its number (1-based), the text, the code, the copies, and the comment after them."""

    line: int
    text: str
    code: str
    copies: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that was not understood: its number, the text, the reason, and suggestions (names or codes).

    `column` (1-based) is where in the line a file breaks, None if the whole line is meant.
    """

    line: int
    text: str
    template: str
    params: Mapping[str, object] = field(default_factory=dict)
    suggestions: tuple[str, ...] = ()
    column: int | None = None

    @property
    def message(self) -> str:
        return fill_template(self.template, self.params)

    def as_error_detail(self) -> Detail:
        return Detail(self.message, line=self.line, column=self.column, suggestions=self.suggestions)


@dataclass(frozen=True, slots=True)
class ParsedDeck:
    """A parsed text: the deck, its card lines, and the lines that were not understood.

    `marks` are lines that were read as what they clearly mean, or as an unknown card. `headings` and `comments` are the
    other non-empty lines. `aside` are the cards below a heading like "Sideboard", which are not in the deck. `notice`
    says where a text that begins like a file of another program stops being such a file; it was read as plain lines.
    """

    deck: DeckList
    lines: tuple[ParsedLine, ...] = ()
    problems: tuple[BadLine, ...] = ()
    marks: tuple[BadLine, ...] = ()
    headings: tuple[tuple[int, str], ...] = ()
    comments: tuple[tuple[int, str], ...] = ()
    aside: tuple[ParsedLine, ...] = ()
    pool_file: str = ""
    notice: BadLine | None = None

    @property
    def deck_with_notes(self) -> DeckList:
        """Return the deck with comments as notes: on the card before the comment, or else on the deck."""
        behind = {line.code: line.note for line in self.lines if line.note}
        entries = tuple(replace(entry, note=behind.get(entry.code)) for entry in self.deck.entries)
        notes = "\n".join(_COMMENT_START.sub("", text) for _line, text in self.comments).strip()
        return replace(self.deck, entries=entries, notes=notes or None)


FITS_BOTH = gettext_noop("This list fits both games equally well. Add a line “Game: bluemoon” or “Game: cthulhu”.")


@dataclass(frozen=True, slots=True)
class DetectedGame:
    """The game of a list, and whether the list or its sender names it; `tie` if both games fit equally well."""

    game: str
    is_explicit: bool
    tie: bool = False

    def game_or_raise(self) -> str:
        """Return the game; raises `Invalid` if the list may be of either."""
        if self.tie:
            raise Invalid(FITS_BOTH, field="text")
        return self.game
