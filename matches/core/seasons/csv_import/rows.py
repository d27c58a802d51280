"""Rows of an import: parse the cells of a line and collect its faults (MATCH-01 to MATCH-03); pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from cards.core.facts import PEOPLES
from common.errors import Invalid
from common.text import fold, gettext_noop, nearest, parse_whole_number
from matches.core.names import clean_name, is_same
from matches.core.scoring import MAX_DRAGONS
from matches.core.seasons.csv_import.columns import CsvRow

MAX_MATCH_CRYSTALS = 99
MAX_GAME_CRYSTALS = 7
MAX_TEXT_CHARACTERS = 120
FIRST_POSSIBLE_YEAR = 2004
_WINNER_MISSING = gettext_noop("This game has no winner. Write a name, or draw if time ran out.")
_GAME_PATTERN = re.compile(r"([wl])(\d{1,2})(?:\+(\d{1,2}))?|(t)", re.IGNORECASE)
_ZERO_DECIMALS = re.compile(r"[.,]0+$")
_SCORE_PATTERN = re.compile(r"(\d{1,3})\s*[:\-–]\s*(\d{1,3})")


@dataclass(frozen=True, slots=True)
class CellError:
    """Fault of a cell: a template with parameters, and suggestions."""

    column: str
    template: str
    params: Mapping[str, object] = field(default_factory=dict)
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """A game: winner ("a", "b", or "" if time was up), dragons and crystal cards (MATCH-01, MATCH-02)."""

    winner: str
    dragons: int = 0
    crystal_cards: int = 0

    @property
    def crystals(self) -> int:
        return 1 + self.dragons + self.crystal_cards if self.winner else 0


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A match of the file; `winner` is "a", "b", or "" for a draw."""

    line: int
    day: date
    a: str
    b: str
    crystals: tuple[int, int]
    winner: str
    games: tuple[ImportedGame, ...] = ()
    people: tuple[str, str] = ("", "")
    decks: tuple[str, str] = ("", "")
    event: str = ""
    round: str = ""
    notes: str = ""


@dataclass(slots=True)
class LineReader:
    """Parser of a line, which collects all faults of the line."""

    line: CsvRow
    today: date
    game_a_line: bool
    faults: list[CellError] = field(default_factory=list)

    def parse_match(self) -> PastMatch | None:
        """Return the match of the line; None if it has `faults`."""
        if self.line[""]:
            template = gettext_noop("“%(text)s” is beyond the last column. Is there an extra separator?")
            self.faults.append(CellError("", template, {"text": self.line[""][:40]}))
        day = self._parse_day()
        a, b = self._parse_name("player"), self._parse_name("opponent")
        if a and b and is_same(a, b):
            self.faults.append(CellError("opponent", gettext_noop("A player can’t be their own opponent.")))
        outcome = self._parse_game_line() if self.game_a_line else self._parse_match_line()
        people = self._parse_people("people"), self._parse_people("opponent_people")
        decks = self._parse_text("deck"), self._parse_text("opponent_deck")
        event, round_, notes = self._parse_text("event"), self._parse_text("round"), self._parse_text("notes")
        if self.faults or day is None or outcome is None:
            return None
        crystals, winner, games = outcome
        return PastMatch(
            self.line.number, day, a, b, crystals, winner, games, people, decks, event=event, round=round_, notes=notes
        )

    def add_error(self, column: str, template: str, **params: object) -> None:
        shortened = {name: str(value)[:40] if isinstance(value, str) else value for name, value in params.items()}
        self.faults.append(CellError(column, template, shortened))

    def _parse_day(self) -> date | None:
        text = self.line["date"]
        try:
            day = parse_day(text)
        except ValueError:
            self.add_error("date", gettext_noop("“%(text)s” isn’t a date. Write it like 2025-03-14."), text=text)
            return None
        if day > self.today:
            self.add_error("date", gettext_noop("%(text)s is in the future."), text=text)
        elif day.year < FIRST_POSSIBLE_YEAR:
            template = gettext_noop("%(text)s is before the game came out in %(year)s. Is the year right?")
            self.add_error("date", template, text=text, year=FIRST_POSSIBLE_YEAR)
        return day

    def _parse_name(self, column: str) -> str:
        try:
            return clean_name(self.line[column])
        except Invalid as error:
            self.faults.append(CellError(column, error.template, error.params))
            return ""

    def _parse_text(self, column: str) -> str:
        text = " ".join(self.line[column].split())
        if len(text) > MAX_TEXT_CHARACTERS or not text.isprintable():
            template = gettext_noop("Use at most %(length)s characters and no control characters.")
            self.add_error(column, template, length=MAX_TEXT_CHARACTERS)
        return text

    def _parse_people(self, column: str) -> str:
        text = self.line[column]
        people_named = next((people.value for people in PEOPLES if fold(people.value) == fold(text)), "")
        if text and not people_named:
            every = [people.value for people in PEOPLES]
            similar = tuple(nearest(text, every, limit=1))
            template = gettext_noop("“%(text)s” isn’t a people. The peoples are %(all)s.")
            params = {"text": text[:40], "all": ", ".join(every)}
            self.faults.append(CellError(column, template, params, similar))
        return people_named

    def _parse_number(self, column: str, *, maximum: int) -> int | None:
        text = _ZERO_DECIMALS.sub("", self.line[column])
        number = parse_whole_number(text, maximum=maximum, digits=6)
        if number is None:
            self.add_error(
                column, gettext_noop("“%(text)s” isn’t a number from 0 to %(most)s."), text=text, most=maximum
            )
        return number

    def _parse_winner(self) -> str | None:
        """Return the side of the winner, "draw", or "" for an empty cell; None for a wrong cell."""
        text = fold(self.line["winner"]) or self.line["winner"]
        if not text:
            return ""
        if text in {"draw", "drawn", "=", "-", "unentschieden"}:
            return "draw"
        for side, column in (("a", "player"), ("b", "opponent")):
            if text == fold(self.line[column]):
                return side
        template = gettext_noop("“%(text)s” must be %(a)s, %(b)s or draw.")
        a, b = self.line["player"], self.line["opponent"]
        similar = tuple(nearest(text, [a, b], limit=1))
        params = {"text": self.line["winner"][:40], "a": a[:40], "b": b[:40]}
        self.faults.append(CellError("winner", template, params, similar))
        return None

    def _parse_game_line(self) -> tuple[tuple[int, int], str, tuple[ImportedGame, ...]] | None:
        """Parse a line that is one game: the winner, their dragons and crystal cards."""
        winner = self._parse_winner()
        if winner == "":
            self.add_error("winner", _WINNER_MISSING)
        if winner in (None, ""):
            return None
        if winner == "draw":
            return (0, 0), "", (ImportedGame(""),)
        dragons = self._parse_number("dragons", maximum=MAX_DRAGONS)
        cards = self._parse_number("crystal_cards", maximum=MAX_GAME_CRYSTALS - 1) if self.line["crystal_cards"] else 0
        if dragons is None or cards is None:
            return None
        game = ImportedGame(winner or "", dragons, cards)
        if game.crystals > MAX_GAME_CRYSTALS:
            self.add_error("crystal_cards", gettext_noop("A game gives at most seven crystals."))
            return None
        return (game.crystals, 0) if winner == "a" else (0, game.crystals), winner or "", (game,)

    def _parse_match_line(self) -> tuple[tuple[int, int], str, tuple[ImportedGame, ...]] | None:
        """Parse a line that is a match: the crystals of both or the games, which give the winner (MATCH-03)."""
        before = len(self.faults)
        games = self._parse_games() if self.line["games"] else ()
        crystals = self._parse_crystals(games or ())
        winner = self._parse_winner()
        if len(self.faults) > before or crystals is None or games is None or winner is None:
            return None
        if not (winner or games or any(crystals)):
            self.add_error("winner", _WINNER_MISSING)
            return None
        follows = winner_by_crystals(crystals)
        if winner and winner != (follows or "draw"):
            template = gettext_noop("That doesn’t fit the score %(a)s : %(b)s: the player with more crystals wins.")
            self.add_error("winner", template, a=crystals[0], b=crystals[1])
            return None
        return crystals, follows, games

    def _parse_games(self) -> tuple[ImportedGame, ...] | None:
        games = []
        for word in re.split(r"[\s;,/]+", self.line["games"].strip(" ;,/")):
            match = _GAME_PATTERN.fullmatch(word)
            game = _game_from_regex_match(match) if match else None
            if game is None:
                template = gettext_noop(
                    "“%(text)s” isn’t a valid game result. Write w2 for a win with two dragons, l0 for a loss, w1+1 "
                    "for a win with one dragon and a crystal card, or t for time."
                )
                self.add_error("games", template, text=word)
                return None
            games.append(game)
        return tuple(games)

    def _parse_crystals(self, games: tuple[ImportedGame, ...]) -> tuple[int, int] | None:
        counted = crystals_of_games(games)
        if games and not self.line["crystals"] and not self.line["opponent_crystals"]:
            return counted
        pair = _SCORE_PATTERN.fullmatch(self.line["crystals"])
        if pair and not self.line["opponent_crystals"]:
            self.line.cells.update(crystals=pair[1], opponent_crystals=pair[2])
        if not self.line["crystals"] and not self.line["opponent_crystals"]:
            template = gettext_noop("The result is missing. Enter both players’ crystals, or the games.")
            self.add_error("crystals", template)
            return None
        a, b = (self._parse_number(column, maximum=MAX_MATCH_CRYSTALS) for column in ("crystals", "opponent_crystals"))
        if a is None or b is None:
            return None
        if games and counted != (a, b):
            template = gettext_noop("The games add up to %(a)s : %(b)s crystals, but the line says %(x)s : %(y)s.")
            self.add_error("games", template, a=counted[0], b=counted[1], x=a, y=b)
            return None
        return a, b


def _game_from_regex_match(match: re.Match[str]) -> ImportedGame | None:
    if match[4]:
        return ImportedGame("")
    game = ImportedGame("a" if match[1].lower() == "w" else "b", int(match[2]), int(match[3] or 0))
    return game if game.dragons <= MAX_DRAGONS and game.crystals <= MAX_GAME_CRYSTALS else None


def crystals_of_games(games: tuple[ImportedGame, ...]) -> tuple[int, int]:
    """Return the crystals that both sides won in these games.

    >>> crystals_of_games((ImportedGame("a", 2), ImportedGame("b"), ImportedGame("")))
    (3, 1)
    """
    a, b = (sum(game.crystals for game in games if game.winner == side) for side in ("a", "b"))
    return a, b


def winner_by_crystals(crystals: tuple[int, int]) -> str:
    """Return the winner by crystals: "a", "b", or "" for a draw."""
    return "" if crystals[0] == crystals[1] else "a" if crystals[0] > crystals[1] else "b"


def merge_game_lines(matches: Sequence[PastMatch]) -> PastMatch:
    """Merge the lines of a match, one per game; side a is the player of the first line."""
    first_match = matches[0]
    same = fold(first_match.a)
    games = (game if fold(match.a) == same else _swap_game_sides(game) for match in matches for game in match.games)
    every = tuple(games)
    crystals = crystals_of_games(every)
    return replace(first_match, games=every, crystals=crystals, winner=winner_by_crystals(crystals))


def _swap_game_sides(game: ImportedGame) -> ImportedGame:
    return replace(game, winner={"a": "b", "b": "a"}.get(game.winner, ""))


def parse_day(text: str) -> date:
    """Parse a day such as 2025-03-14, 14.3.25 or 14/3/2025; raises ValueError otherwise (3/4/2025 is ambiguous)."""
    plain = re.sub(r"[T ]+0{1,2}:00(:00)?$", "", text)
    if year_first := re.fullmatch(r"(\d{4})[./-](\d{1,2})[./-](\d{1,2})", plain):
        return date(*map(int, year_first.groups()))
    if parts := re.fullmatch(r"(\d{1,2})([./-])\s?(\d{1,2})\2\s?((?:\d\d)?\d\d)", plain):
        day, month, year = int(parts[1]), int(parts[3]), int(f"20{parts[4]}"[-4:])
        if parts[2] == "." or day > 12 or day == month:
            return date(year, month, day)
    return date.fromisoformat(plain)
