"""Parser of decks: headers in any case, then cards, one a line. Tolerant in form, exact in what it says."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from cards.core.facts import BLUE_MOON, FAMILIES, MAX_SUGGESTED, CardFacts, CardType, Catalogue, People
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
from decks.core.legality.case import full_name, is_leader
from decks.core.text.cthulhu_lines import MAX_OF_A_TITLE, named_in
from decks.core.text.lines import (
    CardLine,
    card_in,
    comment_of,
    game_in,
    lines_of,
    not_a_card,
    read_card,
    read_one,
    too_long,
    without_comment,
)
from decks.core.text.near_names import card_clearly_meant
from decks.core.text.pasted_lines import apart, heads_many, is_heading, is_negative, is_prose
from decks.core.text.result import ParsedDeck, Problem, Understood

HEADER = re.compile(r"^(?P<key>[^\W\d_][\w ]{0,30}?)\s*:\s*(?P<value>.*)$")
_YES = {"yes": True, "y": True, "true": True, "1": True, "no": False, "n": False, "false": False, "0": False}
_GAMES = {name: game.key for game in GAME_RULES.values() for name in game.names}
_EDITIONS = {"legends": Edition.LEGENDS, "first": Edition.FIRST, "1e": Edition.FIRST, "first edition": Edition.FIRST}
# In a plain list, in the notes of an XML file, in a cell of a table or in JSON.
_GAME = re.compile(r"""^.*?\bgame["']?\s*[:,;\t]\s*["']?(?P<game>[\w ]+)""", re.IGNORECASE)
_PLAYS = {play.value: play for play in Play}
_VERSION = re.compile(r"[0-9A-Za-z][0-9A-Za-z.-]{0,19}")
_FAMILY_RULES = {fold(rule.value): rule for rule in FamilyRule}
_LEGENDS_FAMILIES = frozenset("123456")
# Names that other programs use for our headings.
_ALIASES = {"deck": "name", "deck name": "name", "title": "name", "people": "leader"}
# A card beside the deck whose heading lacks its colon: "Leader Tecton Earthquaker".
_BARE_HEADER = re.compile(
    r"^(?P<key>leader|inquisitor|emissary)\s*[-=–—]?\s*[(\[]?(?P<value>\S.*?)[)\]]?$", re.IGNORECASE
)
READ_AS = gettext_noop("Read as %(name)s.")
READ_AS_LEADER = gettext_noop("%(name)s was taken as the leader because the list doesn’t name another.")


# Finds a declared format by its key or name.
Houses = Callable[[str], House | None]
# The result of reading a line: a card, a heading, a problem, or None for a comment.
Read = CardLine | Problem | str | None


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
    guess: bool = False  # read a line as the one card it clearly means, and say so
    beside: dict[str, list[str]] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    lines: list[Understood] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    marks: list[Problem] = field(default_factory=list)
    headings: list[tuple[int, str]] = field(default_factory=list)
    comments: list[tuple[int, str]] = field(default_factory=list)
    near_left: int = MAX_SUGGESTED  # lines that are still compared with every name there is
    headers_read: set[str] = field(default_factory=set)

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

    def keep(self, number: int, raw: str, read: Read) -> None:
        """Add what a line was read as, so that every non-empty line is accounted for."""
        if isinstance(read, Problem):
            self.problems.append(read)
        elif isinstance(read, CardLine):
            self.entries.append(Entry(read.code, read.copies))
            words, note = without_comment(raw), comment_of(raw)
            self.lines.append(Understood(number, words, read.code, read.copies, note))
            self.marks += [read.doubt] if read.doubt is not None else []
        elif read is not None:
            self.headings.append((number, read))
        elif raw.strip():
            self.comments.append((number, raw.strip()))

    def nearly(self, number: int, line: str, words: str) -> CardFacts | None:
        """The card that words clearly mean although it is called otherwise; whoever may guess marks the line."""
        self.near_left -= 1
        card = card_clearly_meant(words, self.catalogue) if self.near_left >= 0 else None
        if card is not None and self.guess:
            self.marks.append(Problem(number, line, READ_AS, {"name": full_name(card)}))
        return card


# A header reads its value into the sheet and returns the problem it has with it, if any.
Header = Callable[[_Sheet, int, str], Problem | None]


def _choice(line: int, value: str, allowed: dict[str, object], what: str) -> Problem:
    template = gettext_noop("%(what)s can’t be “%(value)s”. Use one of %(allowed)s.")
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
        template = gettext_noop("“%(value)s” isn’t a list version, such as 4.2.")
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
    if letter in _LEGENDS_FAMILIES:
        template = gettext_noop(
            "Legends numbers the families, but no source says which letter is which number. Write the letter "
            "instead: one of %(allowed)s (DECK-15a)."
        )
        return Problem(line, value, template, {"allowed": ", ".join(FAMILIES)})
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
        leader = _leader_of_people(value, sheet.catalogue) if key == "leader" else None
        if isinstance(card, Problem) and leader is None:
            near = sheet.nearly(line, value, value) if sheet.guess else None
            if near is None:
                return card
            card = near
        sheet.beside.setdefault(key, []).append(card.code if isinstance(card, CardFacts) else leader or "")
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


def parse_deck(text: str, catalogue: Catalogue, *, houses: Houses | None = None, guess: bool = False) -> ParsedDeck:
    """Read a written deck; raises `Invalid` only for a text that is too long.

    `catalogue` is that of the game the text names (`game_of`); `houses` finds declared formats. With `guess` a line of
    Blue Moon that names no card is read as the one it clearly means, and is among the marks.

    >>> parse_deck("Leader: nobody", Catalogue(())).problems[0].message
    'No card is called “nobody”.'
    """
    return read_rows(lines_of(text), catalogue, houses=houses, guess=guess)


def read_rows(
    rows: Iterable[tuple[int, str]], catalogue: Catalogue, *, houses: Houses | None = None, guess: bool = False
) -> ParsedDeck:
    """Read numbered lines; what every other way of writing a deck is turned into first."""
    game = game_in(catalogue)
    usual = GAME_RULES[game].usual_format
    naming = catalogue.with_few_suggestions()
    sheet = _Sheet(catalogue, naming, game=game, format=usual, houses=houses, guess=guess)
    for number, raw in rows:
        stop_if_gone()
        sheet.keep(number, raw, too_long(number, raw) or _read_line(sheet, number, raw))
    _find_leader(sheet)
    return ParsedDeck(
        deck=sheet.deck(),
        lines=tuple(sheet.lines),
        problems=tuple(sheet.problems),
        marks=tuple(sheet.marks),
        headings=tuple(sheet.headings),
        comments=tuple(sheet.comments),
        pool_file=sheet.pool_file,
    )


def _find_leader(sheet: _Sheet) -> None:
    """A list without a heading for its leader, and with one leader among its cards, means that it leads them."""
    led = GAME_RULES[sheet.game].has_leader and sheet.format is not Format.DRAFT and not sheet.beside.get("leader")
    led = led and "edition" not in sheet.headers_read  # a list that this site has written says all it means
    known = [entry for entry in sheet.entries if led and entry.code in sheet.catalogue]
    found = [entry for entry in known if is_leader(sheet.catalogue[entry.code])]
    if len(found) != 1 or found[0].copies != 1:
        return
    sheet.entries.remove(found[0])
    sheet.beside["leader"] = [found[0].code]
    line = next(line for line in sheet.lines if line.code == found[0].code)
    name = full_name(sheet.catalogue[found[0].code])
    sheet.marks.append(Problem(line.line, line.text, READ_AS_LEADER, {"name": name}))


def game_of(text: str) -> str:
    return named_game(text) or BLUE_MOON


def named_game(text: str) -> str:
    """The game a text says it is of; empty where it does not say."""
    for line in text[:20_000].splitlines():
        match = _GAME.match(line)
        if match and fold(match["game"]) in _GAMES:
            return _GAMES[fold(match["game"])]
    return ""


def _read_line(sheet: _Sheet, number: int, raw: str) -> Read:
    line = without_comment(raw)
    return _LINE_READERS[sheet.game](sheet, number, line, raw) if line else None


def _header_of(line: str) -> re.Match[str] | None:
    """A line as a heading of ours, by our name for it or by another; None where it is none."""
    match = HEADER.match(line)
    key = fold(match["key"]) if match else ""
    return match if key in HEADERS or (key in _ALIASES and not is_heading(line)) else None


def _read_blue_moon_line(sheet: _Sheet, number: int, line: str, raw: str) -> Read:
    """A line of a Blue Moon list: a header or a card, as it is written or as it is clearly meant, or a heading."""
    header = _header_of(line)
    if header is not None and not sheet.catalogue.lookup(line):
        return _read_header(sheet, number, raw, header)
    read = card_in(number, line, sheet.catalogue)
    if read is None and (is_heading(line) or is_prose(line)):
        return line
    if read is None and _read_bare_header(sheet, number, line):
        return line
    if read is None and (strange := HEADER.match(line)):
        return _unknown_header(number, raw, strange["key"])
    if read is None:
        pasted = apart(line)
        near = sheet.nearly(number, line, pasted.name)
        if near is None and heads_many(line, 1):
            return line
        read = CardLine(near.code, max(pasted.copies or 1, 1)) if near and sheet.guess else None
    return read or not_a_card(number, line, sheet.naming)


def _read_bare_header(sheet: _Sheet, number: int, line: str) -> bool:
    """A heading without its colon, where what follows is a card that may lie beside a deck."""
    match = _BARE_HEADER.match(line)
    if match is None:
        return False
    card = card_in(number, match["value"], sheet.catalogue)
    facts = card.card if isinstance(card, CardLine) else None
    if facts is None and sheet.guess:
        facts = card_clearly_meant(match["value"], sheet.catalogue)
    key = match["key"].lower()
    if facts is None or facts.type.value != key:
        return False
    sheet.beside.setdefault(key, []).append(facts.code)
    sheet.marks.append(Problem(number, line, READ_AS, {"name": f"{key.capitalize()}: {full_name(facts)}"}))
    return True


def _read_cthulhu_line(sheet: _Sheet, number: int, line: str, raw: str) -> Read:
    """A line of a Call of Cthulhu list: a heading over cards, a card, a header, or the deck's own title above them."""
    header = _header_of(line)
    if header is None and is_heading(line):
        return line
    pasted, cards = named_in(line, sheet.catalogue)
    if header is not None and not cards:
        return _read_header(sheet, number, raw, header)
    counted, negative = pasted.copies is not None, is_negative(line)
    near = card_clearly_meant(pasted.name, sheet.catalogue) if not cards and sheet.near_left > 0 else None
    sheet.near_left -= not cards
    if not cards and near is None and (is_prose(line) or heads_many(line, MAX_OF_A_TITLE + 1)):
        return line
    if not (cards or near or counted or sheet.entries or "name" in sheet.headers_read or negative):
        sheet.name = tidy_name(line.strip(" =*_~[]"))
        sheet.headers_read.add("name")
        return line
    read = read_card(number, line, sheet.naming)
    if isinstance(read, CardLine) and not (cards or counted):
        return read.doubt or not_a_card(number, line, sheet.naming)
    return read


# The reader of a line, by game.
_LINE_READERS = {BLUE_MOON: _read_blue_moon_line, KEY: _read_cthulhu_line}


def _read_header(sheet: _Sheet, number: int, raw: str, match: re.Match[str]) -> Read:
    word = fold(match["key"])
    key, value = _ALIASES.get(word, word), match["value"].strip()
    if key == "name":  # the one value in which # is a letter
        value = raw.split(":", 1)[1]
    again = key in sheet.headers_read and key not in _REPEATABLE
    if again and word == key:
        template = gettext_noop("“%(key)s” appears a second time.")
        return Problem(number, raw.strip(), template, {"key": key.capitalize()})
    problem = None
    if value.strip() and not again:
        sheet.headers_read.add(key)
        problem = HEADERS[key](sheet, number, value)
    return problem or raw.strip()


def _unknown_header(number: int, raw: str, key: str) -> Problem:
    template = gettext_noop("“%(key)s” isn’t a deck heading. Use one of %(allowed)s.")
    names = [header.capitalize() for header in HEADERS]
    params = {"key": key[:40], "allowed": ", ".join(names)}
    return Problem(number, raw.strip(), template, params, tuple(f"{name}:" for name in nearest(fold(key), names)))


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
            template = gettext_noop("%(card)s is a leader, and leaders aren’t drafted.")
            problems.append(Problem(number, line, template, {"card": read.card.code}))
        else:
            codes += [read.code] * read.copies
    return tuple(codes), tuple(problems)
