"""Parser of decks: headers in any case, then cards, one a line. Tolerant in form, exact in what it says."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from cards.core.facts import BLUE_MOON, FAMILIES, CardType, Catalogue, People
from cards.games.cthulhu.facts import KEY
from common.request_work import stop_if_gone
from common.text import fold, gettext_noop, nearest, tidy_name
from decks.core.legality import (
    GAME_RULES,
    Agreement,
    DeckList,
    Edition,
    Entry,
    FamilyRule,
    Format,
    House,
    Play,
    leader_of,
)
from decks.core.text.cthulhu_lines import cards_of, is_heading, is_negative, is_prose, split_line
from decks.core.text.lines import CardLine, game_in, lines_of, read_card, read_one, too_long, without_comment
from decks.core.text.result import ParsedDeck, Problem, Understood

HEADER = re.compile(r"^(?P<key>[^\W\d_][\w ]{0,30}?)\s*:\s*(?P<value>.*)$")
_YES = {"yes": True, "y": True, "true": True, "1": True, "no": False, "n": False, "false": False, "0": False}
_GAMES = dict.fromkeys(("bluemoon", "blue moon", "blue moon legends"), BLUE_MOON)
_GAMES |= dict.fromkeys(("cthulhu", "call of cthulhu", "coc"), KEY)
_EDITIONS = {"legends": Edition.LEGENDS, "first": Edition.FIRST, "1e": Edition.FIRST, "first edition": Edition.FIRST}
# In a plain list, in the notes of an XML file, in a cell of a table or in JSON.
_GAME = re.compile(r"""^.*?\bgame["']?\s*[:,;\t]\s*["']?(?P<game>[\w ]+)""", re.IGNORECASE)
_PLAYS = {play.value: play for play in Play}
_VERSION = re.compile(r"[0-9A-Za-z][0-9A-Za-z.-]{0,19}")
# Headings that other sites put over the cards of a type, with their number.
_HEADING = re.compile(r"^[^\W\d_][\w -]{0,30}:?\s*\(\d{1,3}\)$|^(?:deck )?created (?:with|by) .*$", re.IGNORECASE)
_FAMILY_RULES = {fold(rule.value): rule for rule in FamilyRule}


# Finds a declared format by its key or name.
Houses = Callable[[str], House | None]


@dataclass
class _Sheet:
    """The deck while it is being read."""

    catalogue: Catalogue
    naming: Catalogue  # the same cards; says what was probably meant for the first lines only
    name: str = ""
    game: str = BLUE_MOON
    format: Format = Format.CUSTOM
    edition: Edition = Edition.LEGENDS
    family_rule: FamilyRule = FamilyRule.COUNT_TOWARD
    match: bool = False
    agreed: frozenset[Agreement] | None = None
    pool_file: str = ""
    house: House | None = None
    list_version: str = ""
    play: Play = Play.FRIENDLY
    houses: Houses | None = None
    beside: dict[str, list[str]] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    lines: list[Understood] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)

    def deck(self) -> DeckList:
        beside = {key: tuple(codes) for key, codes in self.beside.items()}
        return DeckList(
            entries=tuple(self.entries),
            name=self.name,
            game=self.game,
            format=self.format,
            edition=self.edition,
            leaders=beside.get("leader", ()),
            inquisitors=beside.get("inquisitor", ()),
            emissaries=beside.get("emissary", ()),
            families=beside.get("family", ()),
            family_rule=self.family_rule,
            match=self.match,
            agreed=self.agreed,
            house=self.house,
            list_version=self.list_version,
            play=self.play,
        )


# A header reads its value into the sheet and returns the problem it has with it, if any.
Header = Callable[[_Sheet, int, str], Problem | None]


def _choice(line: int, value: str, allowed: dict[str, object], what: str) -> Problem:
    template = gettext_noop("%(what)s “%(value)s” is not one of %(allowed)s.")
    names = list(dict.fromkeys(str(choice) for choice in allowed.values()))
    params = {"what": what, "value": value[:60], "allowed": ", ".join(names)}
    return Problem(line, value, template, params, tuple(nearest(value, names)))


def _name(sheet: _Sheet, line: int, value: str) -> Problem | None:
    sheet.name = tidy_name(value)
    return None


def _game(sheet: _Sheet, line: int, value: str) -> Problem | None:
    if fold(value) not in _GAMES:
        return _choice(line, value, dict(_GAMES), "Game")
    sheet.game = _GAMES[fold(value)]
    return None


def _format(sheet: _Sheet, line: int, value: str) -> Problem | None:
    formats = {format_.value: format_ for format_ in GAME_RULES[game_in(sheet.catalogue)].formats}
    if fold(value) in formats:
        sheet.format = formats[fold(value)]
        return None
    house = sheet.houses(value) if sheet.houses else None
    if house is None:
        return _choice(line, value, dict(formats), "Format")
    sheet.format, sheet.house = house.base, house
    return None


def _list(sheet: _Sheet, line: int, value: str) -> Problem | None:
    if not _VERSION.fullmatch(value):
        template = gettext_noop("“%(value)s” is not the version of a list, such as 4.2.")
        return Problem(line, value, template, {"value": value[:60]})
    sheet.list_version = value
    return None


def _play(sheet: _Sheet, line: int, value: str) -> Problem | None:
    if fold(value) not in _PLAYS:
        return _choice(line, value, dict(_PLAYS), "Play")
    sheet.play = _PLAYS[fold(value)]
    return None


def _edition(sheet: _Sheet, line: int, value: str) -> Problem | None:
    if fold(value) not in _EDITIONS:
        return _choice(line, value, dict(_EDITIONS), "Edition")
    sheet.edition = _EDITIONS[fold(value)]
    return None


def _match(sheet: _Sheet, line: int, value: str) -> Problem | None:
    if fold(value) not in _YES:
        return _choice(line, value, {"yes": "yes", "no": "no"}, "Match")
    sheet.match = _YES[fold(value)]
    return None


def _family(sheet: _Sheet, line: int, value: str) -> Problem | None:
    letter = fold(value)
    if letter not in FAMILIES:
        return _choice(line, value, {family: family for family in FAMILIES}, "Family")
    sheet.beside.setdefault("family", []).append(letter)
    return None


def _family_rule(sheet: _Sheet, line: int, value: str) -> Problem | None:
    if fold(value) not in _FAMILY_RULES:
        return _choice(line, value, dict(_FAMILY_RULES), "Family rule")
    sheet.family_rule = _FAMILY_RULES[fold(value)]
    return None


def _agreed(sheet: _Sheet, line: int, value: str) -> Problem | None:
    words = [fold(word) for word in value.split(",") if fold(word) not in ("", "nothing")]
    if not all(word in set(Agreement) for word in words):
        return _choice(line, value, {agreed.value: agreed.value for agreed in Agreement}, "Agreed")
    sheet.agreed = frozenset(Agreement(word) for word in words)
    return None


def _pool(sheet: _Sheet, line: int, value: str) -> Problem | None:
    sheet.pool_file = value
    return None


def _beside(key: str) -> Header:
    def read(sheet: _Sheet, line: int, value: str) -> Problem | None:
        card = read_one(line, value, sheet.naming)
        if isinstance(card, Problem):
            leader = _leader_of_people(value, sheet.catalogue) if key == "leader" else None
            if leader is None:
                return card
            sheet.beside.setdefault(key, []).append(leader)
            return None
        sheet.beside.setdefault(key, []).append(card.code)
        return None

    return read


def _leader_of_people(value: str, catalogue: Catalogue) -> str | None:
    """`Leader: Terrah` means the leader of the Terrah."""
    people = next((people for people in People if fold(people.value) == fold(value)), None)
    leader = leader_of(catalogue, people) if people else None
    return leader.code if leader else None


HEADERS: dict[str, Header] = {
    "name": _name,
    "game": _game,
    "format": _format,
    "edition": _edition,
    "leader": _beside("leader"),
    "inquisitor": _beside("inquisitor"),
    "emissary": _beside("emissary"),
    "family": _family,
    "family rule": _family_rule,
    "match": _match,
    "agreed": _agreed,
    "pool": _pool,
    "list": _list,
    "play": _play,
}
_REPEATABLE = {"leader", "inquisitor", "emissary", "family"}  # two of them are for a rule to refuse, not for the parser


def parse_deck(text: str, catalogue: Catalogue, *, houses: Houses | None = None) -> ParsedDeck:
    """Read a written deck; raises `Invalid` only for a text that is too long.

    `catalogue` is that of the game the text names (`game_of`); `houses` finds declared formats.

    >>> parse_deck("Leader: nobody", Catalogue(())).problems[0].message
    'No card is called “nobody”.'
    """
    return read_rows(lines_of(text), catalogue, houses=houses)


def read_rows(rows: Iterable[tuple[int, str]], catalogue: Catalogue, *, houses: Houses | None = None) -> ParsedDeck:
    """Read numbered lines; what every other way of writing a deck is turned into first."""
    game = game_in(catalogue)
    sheet = _Sheet(
        catalogue, catalogue.with_few_suggestions(), game=game, format=GAME_RULES[game].usual_format, houses=houses
    )
    for number, raw in rows:
        stop_if_gone()
        problem = too_long(number, raw) or _read_line(sheet, number, raw)
        if problem is not None:
            sheet.problems.append(problem)
    return ParsedDeck(sheet.deck(), tuple(sheet.lines), tuple(sheet.problems), sheet.pool_file)


def game_of(text: str) -> str:
    """The game a text says it is of, Blue Moon where it does not say."""
    return named_game(text) or BLUE_MOON


def named_game(text: str) -> str:
    """The game a text says it is of; empty where it does not say."""
    for line in text[:20_000].splitlines():
        match = _GAME.match(line)
        if match and fold(match["game"]) in _GAMES:
            return _GAMES[fold(match["game"])]
    return ""


def _read_line(sheet: _Sheet, number: int, raw: str) -> Problem | None:
    line = without_comment(raw)
    if not line or _HEADING.match(line):
        return None
    return _LINE_READERS[sheet.game](sheet, number, line, raw)


def _read_blue_moon_line(sheet: _Sheet, number: int, line: str, raw: str) -> Problem | None:
    """A line of a Blue Moon list: a header or a card."""
    header = HEADER.match(line)
    if header is not None and not sheet.catalogue.lookup(line):
        return _read_header(sheet, number, raw, header)
    read = read_card(number, line, sheet.naming)
    if isinstance(read, Problem):
        return read
    sheet.entries.append(Entry(read.code, read.copies))
    sheet.lines.append(Understood(number, line, read.code, read.copies))
    return None


def _read_cthulhu_line(sheet: _Sheet, number: int, line: str, raw: str) -> Problem | None:
    """A line of a Call of Cthulhu list: a heading over cards, a card, a header, or the deck's own title above them."""
    header = HEADER.match(line)
    known = header is not None and fold(header["key"]) in HEADERS
    if not known and is_heading(line):
        return None
    pasted = split_line(line)
    cards = cards_of(pasted, sheet.catalogue)
    if header is not None and known and not cards:
        return _read_header(sheet, number, raw, header)
    if not cards and is_prose(line):
        return None
    titled = sheet.entries or "name" in sheet.seen or is_negative(line)
    if not cards and pasted.copies is None and not titled:
        sheet.name = tidy_name(line.strip(" =*_~[]"))
        sheet.seen.add("name")
        return None
    read = read_card(number, line, sheet.naming)
    if isinstance(read, Problem):
        return read
    if not cards and pasted.copies is None:
        missing = read_one(number, pasted.name, sheet.naming)
        return missing if isinstance(missing, Problem) else None
    sheet.entries.append(Entry(read.code, read.copies))
    sheet.lines.append(Understood(number, line, read.code, read.copies))
    return None


# How the lines of a list are read, by its game.
_LINE_READERS = {BLUE_MOON: _read_blue_moon_line, KEY: _read_cthulhu_line}


def _read_header(sheet: _Sheet, number: int, raw: str, match: re.Match[str]) -> Problem | None:
    key, value = fold(match["key"]), match["value"].strip()
    if key == "name":  # the one value in which # is a letter
        value = raw.split(":", 1)[1]
    if key not in HEADERS:
        template = gettext_noop("“%(key)s” is not a heading of a deck; they are %(allowed)s.")
        names = [header.capitalize() for header in HEADERS]
        params = {"key": match["key"][:40], "allowed": ", ".join(names)}
        return Problem(number, raw.strip(), template, params, tuple(f"{name}:" for name in nearest(key, names)))
    if not value.strip():
        return None
    if key in sheet.seen and key not in _REPEATABLE:
        template = gettext_noop("“%(key)s” stands there a second time.")
        return Problem(number, raw.strip(), template, {"key": key.capitalize()})
    sheet.seen.add(key)
    return HEADERS[key](sheet, number, value)


def parse_picks(text: str, catalogue: Catalogue) -> tuple[tuple[str, ...], tuple[Problem, ...]]:
    """Read a list of picks, one card a line, as the codes of a pool, and the lines that name no card of a deck."""
    codes: list[str] = []
    problems: list[Problem] = []
    catalogue = catalogue.with_few_suggestions()
    for number, raw in lines_of(text):
        stop_if_gone()
        line = without_comment(raw)
        if not line:
            continue
        read: CardLine | Problem = too_long(number, raw) or read_card(number, line, catalogue)
        if isinstance(read, Problem):
            problems.append(read)
        elif read.card is not None and read.card.type is CardType.LEADER:
            template = gettext_noop("%(card)s is a leader, and leaders are not drafted.")
            problems.append(Problem(number, line, template, {"card": read.card.code}))
        else:
            codes += [read.code] * read.copies
    return tuple(codes), tuple(problems)
