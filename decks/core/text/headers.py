"""Headers of a written deck, and the sheet that collects its lines."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cards.core.facts import FAMILIES, MAX_SUGGESTED_NAMES, CardFacts, Catalogue, People
from common.text import fold, gettext_noop, nearest, tidy_name
from decks.core.legality import GAME_RULES, Agreement, DeckList, Edition, Entry, FamilyRule, HouseRules, Play, leader_of
from decks.core.legality.case import full_name
from decks.core.text.lines import CardLine, comment_in_line, game_of_catalogue, parse_single_card, without_comment
from decks.core.text.near_names import guess_card_by_name
from decks.core.text.pasted_lines import is_aside, is_heading
from decks.core.text.result import BadLine, ParsedLine

MAX_BETWEEN_COMMAS = 400  # parts between commas, in the whole list; reading one takes as long as reading a line
HEADING_LINE = re.compile(r"^(?P<key>[^\W\d_][\w ]{0,30}?)\s*:(?!\s*\(\d+\)$)\s*(?P<value>.*)$")  # not "Leader: (1)"
_YES_NO_WORDS = {"yes": True, "y": True, "true": True, "1": True, "no": False, "n": False, "false": False, "0": False}
GAMES = {name: game.key for game in GAME_RULES.values() for name in game.names}
_EDITIONS = {"legends": Edition.LEGENDS, "first": Edition.FIRST, "1e": Edition.FIRST, "first edition": Edition.FIRST}
_LIST_VERSION = re.compile(r"[0-9A-Za-z][0-9A-Za-z.-]{0,19}")
_LEGENDS_FAMILIES = frozenset("123456")
# Other programs’ names for our headings.
_HEADING_ALIASES = {"deck": "name", "deck name": "name", "title": "name", "people": "leader"}
READ_AS_MESSAGE = gettext_noop("Read as %(name)s.")
# Finds a declared format by its key or name.
FindHouse = Callable[[str], HouseRules | None]
# The result of reading a line: a card, several between commas, a heading, a problem, or None for a comment.
LineReading = CardLine | list[CardLine | BadLine] | BadLine | str | None


@dataclass
class DeckParseState:
    """A deck while it is being read; `head` is what its headings say so far."""

    catalogue: Catalogue
    naming: Catalogue  # the same cards; only suggests a correction for the first lines
    head: DeckList
    pool_file: str = ""
    houses: FindHouse | None = None
    guess: bool = False  # read a line as the card it clearly means, and say so
    beside: dict[str, list[str]] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    lines: list[ParsedLine] = field(default_factory=list)
    problems: list[BadLine] = field(default_factory=list)
    marks: list[BadLine] = field(default_factory=list)
    headings: list[tuple[int, str]] = field(default_factory=list)
    comments: list[tuple[int, str]] = field(default_factory=list)
    is_aside: bool = False  # below a heading like "Sideboard"
    aside: list[ParsedLine] = field(default_factory=list)
    parts_left: int = MAX_BETWEEN_COMMAS
    near_left: int = MAX_SUGGESTED_NAMES  # lines that are still compared with every card name
    headers_read: set[str] = field(default_factory=set)

    def deck(self) -> DeckList:
        beside = {key: tuple(codes) for key, codes in self.beside.items()}
        return replace(
            self.head,
            entries=tuple(self.entries),
            leaders=beside.get("leader", ()),
            inquisitors=beside.get("inquisitor", ()),
            emissaries=beside.get("emissary", ()),
            families=beside.get("family", ()),
        )

    def add_reading(self, number: int, raw: str, read: LineReading) -> None:
        """Record the reading of a line; every non-empty line is recorded."""
        if isinstance(read, list):
            for part in read:
                self.add_reading(number, raw, part)
        elif isinstance(read, BadLine):
            self.problems.append(read)
        elif isinstance(read, CardLine):
            words, note = without_comment(raw), comment_in_line(raw)
            understood = ParsedLine(number, words, read.code, read.copies, note)
            if self.is_aside:
                self.aside.append(understood)
            else:
                self.entries.append(Entry(read.code, read.copies))
                self.lines.append(understood)
            self.marks += [read.doubt] if read.doubt is not None else []
        elif read is not None:
            self.headings.append((number, read))
            aside = is_aside(read)
            self.is_aside = self.is_aside if aside is None else aside
        elif raw.strip():
            self.comments.append((number, raw.strip()))

    def guess_card(self, number: int, line: str, words: str) -> CardFacts | None:
        """Return the card that words clearly mean although not its name; if guessing is allowed, mark the line."""
        self.near_left -= 1
        card = guess_card_by_name(words, self.catalogue) if self.near_left >= 0 else None
        if card is not None and self.guess:
            self.marks.append(BadLine(number, line, READ_AS_MESSAGE, {"name": full_name(card)}))
        return card


# A header stores its value in the sheet and returns the problem with it, if any.
HeadingReader = Callable[[DeckParseState, int, str], BadLine | None]


def _not_a_choice_problem(line: int, value: str, allowed: Iterable[str], what: str) -> BadLine:
    template = gettext_noop("%(what)s can’t be “%(value)s”. Use one of %(allowed)s.")
    names = list(dict.fromkeys(map(str, allowed)))
    params = {"what": what, "value": value[:60], "allowed": ", ".join(names)}
    return BadLine(line, value, template, params, tuple(nearest(value, names)))


def _choice_header_parser(field: str, choices: Mapping[str, Any], allowed: Iterable[str] = ()) -> HeadingReader:
    """Return the reader of a heading with a choice of values, by spelling; errors offer `allowed` values, or all."""

    def read(sheet: DeckParseState, line: int, value: str) -> BadLine | None:
        if fold(value) not in choices:
            return _not_a_choice_problem(line, value, allowed or choices.values(), field.replace("_", " ").capitalize())
        sheet.head = replace(sheet.head, **{field: choices[fold(value)]})
        return None

    return read


def _parse_name_header(sheet: DeckParseState, line: int, value: str) -> BadLine | None:
    sheet.head = replace(sheet.head, name=tidy_name(value))
    return None


def _parse_format_header(sheet: DeckParseState, line: int, value: str) -> BadLine | None:
    formats = {format_.value: format_ for format_ in GAME_RULES[game_of_catalogue(sheet.catalogue)].formats}
    if fold(value) in formats:
        sheet.head = replace(sheet.head, format=formats[fold(value)])
        return None
    house = sheet.houses(value) if sheet.houses else None
    if house is None:
        return _not_a_choice_problem(line, value, formats, "Format")
    sheet.head = replace(sheet.head, format=house.base, house=house)
    return None


def _parse_list_header(sheet: DeckParseState, line: int, value: str) -> BadLine | None:
    if not _LIST_VERSION.fullmatch(value):
        template = gettext_noop("“%(value)s” isn’t a list version, such as 4.2.")
        return BadLine(line, value, template, {"value": value[:60]})
    sheet.head = replace(sheet.head, list_version=value)
    return None


def _parse_family_header(sheet: DeckParseState, line: int, value: str) -> BadLine | None:
    letter = fold(value)
    if letter in _LEGENDS_FAMILIES:
        template = gettext_noop(
            "Legends numbers the families, but no source says which letter is which number. Write the letter "
            "instead: one of %(allowed)s (DECK-15a)."
        )
        return BadLine(line, value, template, {"allowed": ", ".join(FAMILIES)})
    if letter not in FAMILIES:
        return _not_a_choice_problem(line, value, FAMILIES, "Family")
    sheet.beside.setdefault("family", []).append(letter)
    return None


def _parse_agreements_header(sheet: DeckParseState, line: int, value: str) -> BadLine | None:
    words = [fold(word) for word in value.split(",") if fold(word) not in ("", "nothing")]
    if not all(word in set(Agreement) for word in words):
        return _not_a_choice_problem(line, value, Agreement, "Agreed")
    sheet.head = replace(sheet.head, agreed=frozenset(map(Agreement, words)))
    return None


def _parse_pool_header(sheet: DeckParseState, line: int, value: str) -> BadLine | None:
    sheet.pool_file = value
    return None


def _beside_deck_header_parser(key: str) -> HeadingReader:
    def read(sheet: DeckParseState, line: int, value: str) -> BadLine | None:
        card = parse_single_card(line, value, sheet.naming)
        leader = _leader_of_people(value, sheet.catalogue) if key == "leader" else None
        if isinstance(card, BadLine) and leader is None:
            similar_card = sheet.guess_card(line, value, value) if sheet.guess else None
            if similar_card is None:
                return card
            card = similar_card
        sheet.beside.setdefault(key, []).append(card.code if isinstance(card, CardFacts) else leader or "")
        return None

    return read


def _leader_of_people(value: str, catalogue: Catalogue) -> str | None:
    """Return the leader of a people: `Leader: Terrah` means the leader of the Terrah."""
    people = next((people for people in People if fold(people.value) == fold(value)), None)
    leader = leader_of(catalogue, people) if people else None
    return leader.code if leader else None


HEADING_READERS: dict[str, HeadingReader] = {
    "name": _parse_name_header,
    "game": _choice_header_parser("game", GAMES),
    "format": _parse_format_header,
    "edition": _choice_header_parser("edition", _EDITIONS),
    "leader": _beside_deck_header_parser("leader"),
    "inquisitor": _beside_deck_header_parser("inquisitor"),
    "emissary": _beside_deck_header_parser("emissary"),
    "family": _parse_family_header,
    "family rule": _choice_header_parser("family_rule", {fold(rule.value): rule for rule in FamilyRule}),
    "match": _choice_header_parser("match", _YES_NO_WORDS, ("yes", "no")),
    "agreed": _parse_agreements_header,
    "pool": _parse_pool_header,
    "list": _parse_list_header,
    "play": _choice_header_parser("play", {play.value: play for play in Play}),
}
# Two of them are rejected by a rule, not by the parser.
REPEATABLE_HEADINGS = ("leader", "inquisitor", "emissary", "family")


def match_header(line: str) -> re.Match[str] | None:
    """Match a line as one of our headings, by our own or another program’s name; None if it isn’t a heading."""
    match = HEADING_LINE.match(line)
    key = fold(match["key"]) if match else ""
    return match if key in HEADING_READERS or (key in _HEADING_ALIASES and not is_heading(line)) else None


def parse_header(sheet: DeckParseState, number: int, raw: str, match: re.Match[str]) -> LineReading:
    word = fold(match["key"])
    key, value = _HEADING_ALIASES.get(word, word), match["value"].strip()
    if key == "name":  # the one heading whose value may contain #
        value = raw.split(":", 1)[1]
    again = key in sheet.headers_read and key not in REPEATABLE_HEADINGS
    if again and word == key:
        template = gettext_noop("“%(key)s” appears a second time.")
        return BadLine(number, raw.strip(), template, {"key": key.capitalize()})
    problem = None
    if value.strip() and not again:
        sheet.headers_read.add(key)
        problem = HEADING_READERS[key](sheet, number, value)
    return problem or raw.strip()


def unknown_header(number: int, raw: str, key: str) -> BadLine:
    template = gettext_noop("“%(key)s” isn’t a deck heading. Use one of %(allowed)s.")
    names = [header.capitalize() for header in HEADING_READERS]
    params = {"key": key[:40], "allowed": ", ".join(names)}
    return BadLine(number, raw.strip(), template, params, tuple(f"{name}:" for name in nearest(fold(key), names)))
