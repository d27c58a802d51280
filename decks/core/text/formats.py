"""Registry of text formats: how each prints, recognises and reads a deck; and the game of a pasted list."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from cards.core.facts import BLUE_MOON, MAX_SUGGESTED_NAMES, Catalogue
from common.text import fold, gettext_noop
from decks.core.legality import GAME_RULES
from decks.core.legality.decklist import DeckList
from decks.core.text.csv_table import first_row, format_as_csv, is_csv_table, parse_csv_rows
from decks.core.text.headers import HEADING_LINE, HEADING_READERS, FindHouse
from decks.core.text.json_formats import format_as_json, format_table_mod, parse_json_rows
from decks.core.text.lines import refuse_too_long_text, refuse_too_many_lines
from decks.core.text.near_names import guess_card_by_name
from decks.core.text.parse import named_game, parse_deck, parse_deck_rows
from decks.core.text.pasted_lines import BREAKS, HTML_TAG, PastedLine, clean_pasted_line, possible_parses
from decks.core.text.result import MAX_DECK_LINES, MAX_LINE_LENGTH, BadLine, DetectedGame, ParsedDeck
from decks.core.text.tabletop import format_tabletop_save
from decks.core.text.write import format_as_lcg, format_deck
from decks.core.text.xml_formats import format_as_cockatrice, format_as_octgn, parse_cockatrice_rows, parse_octgn_rows

RowParser = Callable[[str, Catalogue], tuple[list[tuple[int, str]], list[BadLine]]]


@dataclass(frozen=True, slots=True)
class TextFormat:
    """A text format of decks. `rows` converts a text to lines of a deck; None if it already consists of such lines."""

    key: str
    title: str
    extension: str
    mime: str
    print: Callable[[DeckList, Catalogue], str]
    rows: RowParser | None = None


_JSON = re.compile(
    r"""\{|\[\s*(?:[{"\]]|\[\s*[\[{"\d\]]|-?\d+\s*,|\d{5})"""
)  # "[12.03.26, 18:20] Elinor: 1 Sear" isn’t JSON

DECK_TEXT_FORMATS: Mapping[str, TextFormat] = {
    text_format.key: text_format
    for text_format in (
        TextFormat("text", gettext_noop("Plain text"), "txt", "text/plain", format_deck),
        TextFormat("lcg", gettext_noop("Text by type"), "lcg.txt", "text/plain", format_as_lcg),
        TextFormat("json", "JSON", "json", "application/json", format_as_json, parse_json_rows),
        TextFormat("csv", gettext_noop("Table (CSV)"), "csv", "text/csv", format_as_csv, parse_csv_rows),
        TextFormat("octgn", "OCTGN", "o8d", "application/xml", format_as_octgn, parse_octgn_rows),
        TextFormat("cockatrice", "Cockatrice", "cod", "application/xml", format_as_cockatrice, parse_cockatrice_rows),
        TextFormat("tts", "Tabletop Simulator", "tts.json", "application/json", format_tabletop_save, parse_json_rows),
        TextFormat(
            "share",
            gettext_noop("JSON for a tabletop mod"),
            "share.json",
            "application/json",
            format_table_mod,
            parse_json_rows,
        ),
    )
}


def detect_text_format(text: str) -> str:
    """Return the key of the format that a text looks like.

    >>> detect_text_format("2x Sear"), detect_text_format("  {}"), detect_text_format("code,quantity")
    ('text', 'json', 'csv')
    """
    start = text.lstrip("\ufeff \t\r\n")
    if start[:1] == "<" and not HTML_TAG.match(start):
        return "cockatrice" if "<cockatrice_deck" in start[:2000] else "octgn"
    if _JSON.match(start):
        return "tts" if '"ObjectStates"' in start else "share" if '"slots"' in start else "json"
    return "csv" if is_csv_table(first_row(start)) else "text"


def parse_deck_text(
    text: str, catalogue: Catalogue, *, format_: str = "", houses: FindHouse | None = None, guess: bool = False
) -> tuple[ParsedDeck, TextFormat]:
    """Read a deck in any format, detected if none is named; raises `Invalid` only if the text is too long.

    `guess` is as for `parse_deck`. A list that only begins like a file of another program ("<3 my deck") is read as
    plain lines, and `notice` says so.
    """
    text_format = DECK_TEXT_FORMATS[format_ or detect_text_format(text)]
    if text_format.rows is None:
        return parse_deck(text, catalogue, houses=houses, guess=guess), text_format
    refuse_too_long_text(text)
    if _WEB_PAGE.match(text):
        return ParsedDeck(DeckList(), problems=(BadLine(1, "", _IS_WEB_PAGE),)), DECK_TEXT_FORMATS["text"]
    rows, problems = text_format.rows(text, catalogue)
    refuse_too_many_lines(len(rows), rows[MAX_DECK_LINES][0] if len(rows) > MAX_DECK_LINES else 0)
    reading = parse_deck_rows(rows, catalogue, houses=houses, guess=guess)
    nothing = _result_without_known_cards(reading, catalogue)
    if nothing is not None and not problems:
        return nothing, text_format
    whole = format_ or reading.deck.entries or any(problem.column is None for problem in problems)
    plain = None if whole else _parse_as_plain_list(text, catalogue, text_format, houses, broken=bool(problems))
    if plain is not None:
        return replace(plain, notice=_format_notice(text_format, problems)), DECK_TEXT_FORMATS["text"]
    together = sorted((*reading.problems, *problems), key=lambda problem: problem.line)
    return replace(reading, problems=tuple(together)), text_format


_WEB_PAGE = re.compile(r"\s*<(?:!doctype html|html)\b", re.IGNORECASE)
_IS_WEB_PAGE = gettext_noop("This is a whole web page. Open it, copy the list itself and paste that.")
_NO_CARDS = gettext_noop("The file was read, but it contains no cards.")
_OTHER_GAME = gettext_noop(
    "None of these %(count)d cards is from Blue Moon or Call of Cthulhu. This looks like a deck for another game."
)
MIN_FOREIGN_CARDS = 5  # cards, none of them known, that suggest a deck of another game


def _result_without_known_cards(reading: ParsedDeck, catalogue: Catalogue) -> ParsedDeck | None:
    """Return the result for another program’s file without any of our cards, with one problem; None for other texts."""
    unknown = sum(entry.code not in catalogue for entry in reading.deck.entries) + len(reading.problems)
    if len(reading.deck.entries) + len(reading.problems) > unknown or reading.deck.leaders:
        return None
    if not (unknown or reading.aside or reading.headings):
        return replace(reading, problems=(BadLine(1, "", _NO_CARDS),))
    near = any(problem.suggestions for problem in (*reading.problems, *reading.marks))
    if unknown < MIN_FOREIGN_CARDS or near:
        return None
    problem = BadLine(1, "", _OTHER_GAME, {"count": unknown})
    return ParsedDeck(replace(reading.deck, entries=()), problems=(problem,))


# A string that every file of the kind contains, even a damaged file.
_FORMAT_SIGNS: Mapping[str, re.Pattern[str]] = {
    "application/xml": re.compile(r"<(?:\?xml|deck|section|card|cockatrice_deck|zone)\b"),
    "application/json": re.compile(r'"[^"\n]*"\s*[:,\]}]'),
}
_NOT_THIS_FORMAT = gettext_noop("This looks like %(title)s but isn’t valid, so it was read line by line.")
_NOT_THIS_FORMAT_FROM = gettext_noop(
    "This looks like %(title)s but isn’t valid from line %(line)d, column %(column)d: %(why)s. It was read line "
    "by line instead."
)


def _parse_as_plain_list(
    text: str, catalogue: Catalogue, text_format: TextFormat, houses: FindHouse | None, *, broken: bool
) -> ParsedDeck | None:
    """Read a text as a plain list if it has no cards in the format it looks like; None if it is of that format."""
    sign = _FORMAT_SIGNS.get(text_format.mime)
    if sign is None or len(text.splitlines()) > MAX_DECK_LINES:
        return None
    plain = parse_deck(text, catalogue, houses=houses)
    known = broken and any(entry.code in catalogue for entry in plain.deck.entries)
    return plain if known or not sign.search(text) else None


def _format_notice(text_format: TextFormat, problems: list[BadLine]) -> BadLine:
    title = text_format.mime.rpartition("/")[2].upper()
    broken = next((problem for problem in problems if problem.column is not None), None)
    if broken is None:
        return BadLine(1, "", _NOT_THIS_FORMAT, {"title": title})
    return replace(broken, template=_NOT_THIS_FORMAT_FROM, params={**broken.params, "title": title})


MAX_LINES_FOR_GAME, MAX_TEXT_FOR_GAME = 400, 100_000  # lines and letters that are checked
_EXTRAS_PREFIX = re.compile(
    r"^\s*(?:leader|inquisitor|emissary|family)\s*:\s*", re.IGNORECASE
)  # only people’s decks have them


def detect_game(text: str, catalogues: Mapping[str, Catalogue], chosen: str = "") -> DetectedGame:
    """Return the game of a list: the chosen game, the game in its heading, or the game whose cards most lines name.

    A line counts by codes and names, also after a heading; if no card has its name, by the card that is clearly meant.
    """
    named = chosen if chosen in catalogues else named_game(text)
    if named:
        return DetectedGame(named, is_explicit=True)
    hits, compared = dict.fromkeys(catalogues, 0), 0
    for line in _lines_with_names(text[:MAX_TEXT_FOR_GAME], catalogues)[:MAX_LINES_FOR_GAME]:
        forms = tuple(_possible_card_names(line))
        exact = [game for game, cards in catalogues.items() if any(cards.lookup(form) for form in forms)]
        exact = exact or [game for game in catalogues if GAME_RULES[game].has_leader and _EXTRAS_PREFIX.match(line)]
        if not exact and forms and compared < MAX_SUGGESTED_NAMES:
            compared += 1
            exact = [
                game for game, cards in catalogues.items() if any(guess_card_by_name(form, cards) for form in forms[:4])
            ]
        for game in exact:
            hits[game] += 1
    best = max(hits, key=lambda game: (hits[game], game == BLUE_MOON), default=BLUE_MOON)
    tie = hits.get(best, 0) > 0 and list(hits.values()).count(hits[best]) > 1
    return DetectedGame(best, is_explicit=False, tie=tie)


def _lines_with_names(text: str, catalogues: Mapping[str, Catalogue]) -> list[str]:
    """Return the lines of a list; for another program’s file, the lines made from its cards."""
    rows = DECK_TEXT_FORMATS[detect_text_format(text)].rows
    read = rows(text, next(iter(catalogues.values())))[0] if rows and catalogues else []
    return [line for _number, line in read] or BREAKS.split(text)


def _possible_card_names(line: str) -> Iterator[str]:
    words = _EXTRAS_PREFIX.sub("", clean_pasted_line(line).split("#", 1)[0].strip())
    header = HEADING_LINE.match(words)
    if header and fold(header["key"]) in HEADING_READERS:
        return
    if words and len(words) <= MAX_LINE_LENGTH:  # longer lines aren’t of a list, and reading them takes quadratic time
        for pasted in possible_parses(words):
            yield from _name_parts(pasted)
    yield from (cell.strip() for cell in re.split(r"[,;\t]", words) if len(cell.strip()) > 2)


def _name_parts(pasted: PastedLine) -> Iterator[str]:
    yield pasted.name
    yield from (f"{pasted.name} ({place})" for place in pasted.places)
    yield from pasted.cells
