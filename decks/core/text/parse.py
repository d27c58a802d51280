"""Parser of decks: headers in any order, then one card per line. Tolerant of form, exact in its messages."""

import re
from collections.abc import Iterable
from dataclasses import replace

from cards.core.facts import BLUE_MOON, Catalogue, People
from cards.games.cthulhu.facts import KEY
from common.request_work import raise_if_sender_gone
from common.text import fold, gettext_noop, tidy_name
from decks.core.legality import GAME_RULES, DeckList, Format, leader_of
from decks.core.legality.case import full_name, is_leader
from decks.core.text.cthulhu_lines import MAX_PRINTINGS_OF_TITLE, parse_cthulhu_line
from decks.core.text.headers import (
    GAMES,
    HEADING_LINE,
    READ_AS_MESSAGE,
    DeckParseState,
    FindHouse,
    LineReading,
    match_header,
    parse_header,
    unknown_header,
)
from decks.core.text.lines import (
    NO_CARD,
    NOT_COPIES,
    CardLine,
    find_card_line,
    game_of_catalogue,
    not_a_card_problem,
    numbered_lines,
    parse_card_line,
    too_long_problem,
    without_comment,
)
from decks.core.text.near_names import guess_card_by_name
from decks.core.text.pasted_lines import (
    clean_pasted_line,
    is_aside,
    is_heading,
    is_heading_with_count,
    is_link,
    is_prose,
    is_title,
    likeliest_parse,
    starts_with_signed_number,
    without_invisible,
)
from decks.core.text.result import MAX_LINE_LENGTH, BadLine, ParsedDeck

# The game’s name in a plain list, in the notes of an XML file, in a cell of a table or in JSON.
_GAME_HEADING = re.compile(r"""^.*?\bgame["']?\s*[:,;\t]\s*["']?(?P<game>[\w ]+)""", re.IGNORECASE)
# A card beside the deck whose heading lacks its colon: "Leader Tecton Earthquaker".
_HEADING_WITHOUT_COLON = re.compile(
    r"^(?P<key>leader|inquisitor|emissary)\s*[-=–—]?\s*[(\[]?(?P<value>\S.*?)[)\]]?$", re.IGNORECASE
)
READ_AS_LEADER_MESSAGE = gettext_noop("%(name)s was taken as the leader because the list doesn’t name another.")
_ONLY_A_LINK = gettext_noop("This is a link. Open it, copy the list itself and paste that.")
_TAKEN_AS_NAME = gettext_noop("“%(name)s” was taken as the name of the deck.")
_NUMBERED = gettext_noop("%(count)d numbers were read as numbers of the list, not as copies: one card each.")
_NO_LEADER = gettext_noop("The list names no leader. %(people)s decks are led by %(leader)s.")
MIN_CARDS_OF_PEOPLE = 20  # cards of one people after which its leader is suggested
MAX_NUMBERED = 2  # numbers that are reported singly


def parse_deck(text: str, catalogue: Catalogue, *, houses: FindHouse | None = None, guess: bool = False) -> ParsedDeck:
    """Read a written deck; raises `Invalid` only for a text that is too long.

    `catalogue` is that of the game the text names; `houses` finds declared formats. With `guess` a line of Blue Moon
    that names no card is read as the card it clearly means, and is among the marks.

    >>> parse_deck("Leader: nobody", Catalogue(())).problems[0].message
    'No card is called “nobody”.'
    """
    return parse_deck_rows(numbered_lines(text), catalogue, houses=houses, guess=guess)


def parse_deck_rows(
    rows: Iterable[tuple[int, str]], catalogue: Catalogue, *, houses: FindHouse | None = None, guess: bool = False
) -> ParsedDeck:
    """Read numbered lines; all other formats are converted to these first."""
    game = game_of_catalogue(catalogue)
    head = DeckList(game=game, format=GAME_RULES[game].usual_format)
    sheet = DeckParseState(catalogue, catalogue.with_suggestion_limit(), head, houses=houses, guess=guess)
    for number, raw in rows:
        raise_if_sender_gone()
        read = None if too_long_problem(number, raw) else _parse_deck_line(sheet, number, raw)
        if read is None or isinstance(read, BadLine):
            read = (
                _parse_comma_separated_cards(sheet, number, without_comment(raw))
                or read
                or too_long_problem(number, raw)
            )
        sheet.add_reading(number, raw, read)
    _find_leader_among_cards(sheet)
    _warn_about_numbered_lines(sheet)
    link = next((heading for heading in sheet.headings if is_link(heading[1])), None)
    if link and not (sheet.entries or sheet.beside or sheet.problems):
        sheet.problems.append(BadLine(*link, _ONLY_A_LINK))
    return ParsedDeck(
        deck=sheet.deck(),
        lines=tuple(sheet.lines),
        problems=tuple(sheet.problems),
        marks=tuple(sheet.marks),
        headings=tuple(sheet.headings),
        comments=tuple(sheet.comments),
        aside=tuple(sheet.aside),
        pool_file=sheet.pool_file,
    )


def _find_leader_among_cards(sheet: DeckParseState) -> None:
    """Treat the only leader among the cards as the deck’s leader if there is no heading for one."""
    head = sheet.head
    led = GAME_RULES[head.game].has_leader and head.format is not Format.DRAFT and not sheet.beside.get("leader")
    led = led and "edition" not in sheet.headers_read  # a list written by this site is always explicit
    known_entries = [entry for entry in sheet.entries if led and entry.code in sheet.catalogue]
    entries = [entry for entry in known_entries if is_leader(sheet.catalogue[entry.code])]
    if led and not entries and sheet.guess:
        _suggest_leader(sheet, [sheet.catalogue[entry.code].people for entry in known_entries])
    if len(entries) != 1 or entries[0].copies != 1:
        return
    sheet.entries.remove(entries[0])
    sheet.beside["leader"] = [entries[0].code]
    line = next(line for line in sheet.lines if line.code == entries[0].code)
    name = full_name(sheet.catalogue[entries[0].code])
    sheet.marks.append(BadLine(line.line, line.text, READ_AS_LEADER_MESSAGE, {"name": name}))


def _suggest_leader(sheet: DeckParseState, peoples: list[People]) -> None:
    """If all cards of a list without a leader belong to one people, suggest its leader."""
    people = max(peoples, key=peoples.count, default=None)
    leader = leader_of(sheet.catalogue, people) if people and peoples.count(people) >= MIN_CARDS_OF_PEOPLE else None
    if people and leader:
        params = {"people": people.value, "leader": leader.name}
        sheet.marks.append(BadLine(0, "", _NO_LEADER, params, (f"Leader: {leader.name}",)))


def detect_game_of_text(text: str) -> str:
    return named_game(text) or BLUE_MOON


def named_game(text: str) -> str:
    """Return the game that a text names; empty if it names none."""
    for line in text[:20_000].splitlines():
        match = _GAME_HEADING.match(line)
        if match and fold(match["game"]) in GAMES:
            return GAMES[fold(match["game"])]
    return ""


def _parse_deck_line(sheet: DeckParseState, number: int, raw: str) -> LineReading:
    line = without_comment(raw)
    if match_header(line) is None:
        line = without_comment(clean_pasted_line(raw))
    if raw.lstrip().startswith("//") and is_aside(raw) is not None:
        return raw.strip()
    if line:
        return line if is_link(line) else _LINE_READERS[sheet.head.game](sheet, number, line, raw)
    return raw.strip() if without_comment(without_invisible(raw)) else None  # nothing but tags


def _parse_comma_separated_cards(sheet: DeckParseState, number: int, line: str) -> list[CardLine | BadLine] | None:
    """Read a line with several cards between commas: cards, and a problem for each unknown part; else None."""
    parts = re.split("[,;]", line)
    if not 1 < len(parts) <= sheet.parts_left or any(len(part) > MAX_LINE_LENGTH for part in parts):
        return None
    sheet.parts_left -= len(parts)
    parts = list(filter(None, map(clean_pasted_line, parts)))
    reads = [(part, find_card_line(number, part, sheet.catalogue)) for part in parts]
    known = [read for _part, read in reads if isinstance(read, CardLine) and read.card is not None]
    if 2 * len(known) <= len(parts):
        return None
    return [read or BadLine(number, part, NO_CARD, {"text": part[:80]}) for part, read in reads]


def _warn_about_numbered_lines(sheet: DeckParseState) -> None:
    """Report once that the lines of a list begin with numbers."""
    numbered = [mark for mark in sheet.marks if mark.template == NOT_COPIES]
    if len(numbered) > MAX_NUMBERED:
        several = BadLine(numbered[0].line, numbered[0].text, _NUMBERED, {"count": len(numbered)})
        sheet.marks = [several, *(mark for mark in sheet.marks if mark not in numbered)]


def _parse_blue_moon_line(sheet: DeckParseState, number: int, line: str, raw: str) -> LineReading:
    """Read a Blue Moon line: a header, a card (as written or as clearly meant), or a heading."""
    header = match_header(line)
    if header is not None and not sheet.catalogue.lookup(line):
        return parse_header(sheet, number, raw, header)
    read = find_card_line(number, line, sheet.catalogue)
    if read is None and (is_heading(line) or is_prose(line)):
        return line
    if read is None and _parse_header_without_colon(sheet, number, line):
        return line
    if read is None and _is_title_of(sheet, line):
        _take_as_name(sheet, line)
        sheet.marks.append(BadLine(number, line, _TAKEN_AS_NAME, {"name": sheet.head.name}))
        return line
    if read is None and (strange := HEADING_LINE.match(line)):
        return unknown_header(number, raw, strange["key"])
    if read is None:
        pasted = likeliest_parse(line)
        similar_card = sheet.guess_card(number, line, pasted.name)
        if similar_card is None and is_heading_with_count(line, 1):
            return line
        read = CardLine(similar_card.code, max(pasted.copies or 1, 1)) if similar_card and sheet.guess else None
    return read or not_a_card_problem(number, line, sheet.naming)


def _is_title_of(sheet: DeckParseState, line: str) -> bool:
    """Return whether a line above all cards is the list’s title."""
    above = not (sheet.entries or sheet.beside or "name" in sheet.headers_read)
    return above and is_title(line) and guess_card_by_name(line, sheet.catalogue) is None


def _take_as_name(sheet: DeckParseState, line: str) -> str:
    sheet.head = replace(sheet.head, name=tidy_name(line.strip(" =*_~[]")))
    sheet.headers_read.add("name")
    return line


def _parse_header_without_colon(sheet: DeckParseState, number: int, line: str) -> bool:
    """Read a heading without its colon, followed by a card that may lie beside a deck."""
    match = _HEADING_WITHOUT_COLON.match(line)
    if match is None:
        return False
    card = find_card_line(number, match["value"], sheet.catalogue)
    facts = card.card if isinstance(card, CardLine) else None
    if facts is None and sheet.guess:
        facts = guess_card_by_name(match["value"], sheet.catalogue)
    key = match["key"].lower()
    if facts is None or facts.type.value != key:
        return False
    sheet.beside.setdefault(key, []).append(facts.code)
    sheet.marks.append(BadLine(number, line, READ_AS_MESSAGE, {"name": f"{key.capitalize()}: {full_name(facts)}"}))
    return True


def _parse_cthulhu_line(sheet: DeckParseState, number: int, line: str, raw: str) -> LineReading:
    """Read a Call of Cthulhu line: a heading over cards, a card, a header, or the deck’s title above them."""
    header = match_header(line)
    if header is None and is_heading(line):
        return line
    pasted, cards = parse_cthulhu_line(line, sheet.catalogue)
    if header is not None and not cards:
        return parse_header(sheet, number, raw, header)
    counted, negative = pasted.copies is not None, starts_with_signed_number(line)
    similar_card = guess_card_by_name(pasted.name, sheet.catalogue) if not cards and sheet.near_left > 0 else None
    sheet.near_left -= not cards
    if (
        not cards
        and similar_card is None
        and (is_prose(line) or is_heading_with_count(line, MAX_PRINTINGS_OF_TITLE + 1))
    ):
        return line
    if not (cards or similar_card or counted or sheet.entries or "name" in sheet.headers_read or negative):
        return _take_as_name(sheet, line)
    read = parse_card_line(number, line, sheet.naming)
    if isinstance(read, CardLine) and not (cards or counted):
        return read.doubt or not_a_card_problem(number, line, sheet.naming)
    return read


# The reader of a line, by game.
_LINE_READERS = {BLUE_MOON: _parse_blue_moon_line, KEY: _parse_cthulhu_line}
