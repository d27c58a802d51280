"""`manage.py check_deck [FILE|-] [--json]`: judge a written deck, without a server."""

import json
import sys
from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import DatabaseError

from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from cards.core.rulings import RulingsBook, csv_tables
from cards.games import GAMES
from cards.rulings.queries import current_rulings_book
from common.errors import DomainError, Invalid
from common.management.problems import file_problem
from decks.core.legality import DeckList, Report, Status, judge_deck
from decks.core.legality.case import full_name
from decks.core.text import (
    MAX_DECK_BYTES,
    BadLine,
    decode_text_file,
    detect_game,
    named_game,
    parse_deck_text,
    parse_picks,
)
from decks.core.text.encodings import NOT_UTF_8_MESSAGE
from decks.deck.judging import house_by_name

EXIT_UNREADABLE = 3


class _Unreadable(Exception):
    """The file, or a line of it (1-based; None if no line is at fault), cannot be read."""

    def __init__(self, line: int | None, message: str, more: tuple[BadLine, ...] = ()) -> None:
        super().__init__(message)
        self.line, self.message, self.more = line, message, more


class Command(BaseCommand):
    """Reads, judges, prints; all rules are in `decks.core.legality`."""

    help = "Check whether a deck is legal. Exit status: 0 legal, 1 not legal, 2 unknown, 3 the file can’t be read."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", default="-", help="a deck as text, or - for standard input (default)")
        parser.add_argument("--json", action="store_true", help="print the report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            text = _text_of_file(options["file"])
            game = named_game(text) or _recognised_game(text)
            cards = _site_or_shipped_catalogue(game)
            deck = _deck_of_file(options["file"], text, cards)
        except _Unreadable as error:
            self._print_error(error, as_json=options["json"])
            sys.exit(EXIT_UNREADABLE)
        report = judge_deck(deck, cards, _site_or_shipped_rule_book(game, cards))
        answer = json.dumps(report.as_dict(), ensure_ascii=False, indent=2) if options["json"] else None
        self.stdout.write(answer or _report_as_text(deck, report, cards))
        sys.exit({Status.LEGAL: 0, Status.ILLEGAL: 1, Status.UNKNOWN: 2}[report.status])

    def _print_error(self, error: _Unreadable, *, as_json: bool) -> None:
        if as_json:
            answer = {"error": {"line": error.line, "message": error.message}}
            self.stdout.write(json.dumps(answer, ensure_ascii=False, indent=2))
            return
        self.stderr.write(_message_with_line(error.line, error.message))
        for problem in error.more:
            self.stderr.write(_message_with_line(problem.line, problem.message))


def _message_with_line(line: int | None, message: str) -> str:
    return message if line is None else f"Line {line}: {message}"


def _recognised_game(text: str) -> str:
    """Return the game to which most names on the lines belong."""
    try:
        return detect_game(text, {key: _site_or_shipped_catalogue(key) for key in GAMES}).game_or_raise()
    except Invalid as error:
        raise _Unreadable(None, error.message) from error


def _site_or_shipped_catalogue(game: str) -> Catalogue:
    """Return the site’s catalogue if it is loaded, otherwise the one that comes with the project."""
    try:
        stored = catalogue(game)
    except DatabaseError:
        stored = Catalogue(())
    return stored if len(stored) else GAMES[game].build_catalogue(GAMES[game].parse(_fixture_text(game, "cards")).cards)


def _site_or_shipped_rule_book(game: str, cards: Catalogue) -> RulingsBook | None:
    """Return the lists and errata that decks of a game are judged by: the site’s, otherwise the project’s."""
    if "lists" not in GAMES[game].tables:
        return None
    try:
        stored = current_rulings_book()
    except DatabaseError:
        stored = RulingsBook()
    if any(card_list.game == game for card_list in stored.lists):
        return stored
    names = csv_tables.KnownReferences(code_of=lambda text: cards.find_card(text).code)
    lists, _ = csv_tables.parse_rulings_table("lists", _fixture_text(game, "lists"), game, names)
    names = replace(names, lists=frozenset(card_list.version for card_list in lists))
    entries, _ = csv_tables.parse_rulings_table("list_entries", _fixture_text(game, "list_entries"), game, names)
    errata, _ = csv_tables.parse_rulings_table("errata", _fixture_text(game, "errata"), game, names)
    full = [
        replace(card_list, entries=tuple(e for e in entries if e.version == card_list.version)) for card_list in lists
    ]
    return RulingsBook(lists=full, errata=errata)


def _fixture_text(game: str, table: str) -> str:
    path = settings.BASE_DIR / "fixtures" / game / f"{table}.csv"
    return str(path.read_text(encoding="utf-8"))


def _deck_of_file(name: str, text: str, cards: Catalogue) -> DeckList:
    """Return the deck of a file; its pool is in a file beside it."""
    try:
        reading, _ = parse_deck_text(text, cards, houses=house_by_name)
    except DomainError as error:
        raise _Unreadable(error.details[0].line if error.details else None, error.message) from error
    if reading.problems:
        first_line, *more = (reading.notice, *reading.problems) if reading.notice else reading.problems
        raise _Unreadable(first_line.line, first_line.message, tuple(more))
    if not reading.pool_file:
        return reading.deck
    base = Path() if name == "-" else Path(name).parent
    return replace(reading.deck, pool=_pool_beside(base / reading.pool_file, cards))


def _pool_beside(path: Path, cards: Catalogue) -> tuple[str, ...]:
    try:
        codes, problems = parse_picks(_text_of_file(str(path)), cards)
    except DomainError as error:
        raise _Unreadable(error.details[0].line if error.details else None, f"{path.name}: {error.message}") from error
    if problems:
        raise _Unreadable(problems[0].line, f"{path.name}: {problems[0].message}")
    return codes


def _text_of_file(name: str) -> str:
    """Return the text of a file or of standard input; only UTF-8 or UTF-16, nothing is guessed."""
    try:
        if name == "-":
            buffer = getattr(sys.stdin, "buffer", None)
            raw = buffer.read(MAX_DECK_BYTES + 1) if buffer else sys.stdin.read().encode()
        else:
            with Path(name).open("rb") as file:
                raw = file.read(MAX_DECK_BYTES + 1)
    except OSError as error:
        raise _Unreadable(None, file_problem(name, error)) from error
    if len(raw) > MAX_DECK_BYTES:
        raise _Unreadable(None, f"The text is longer than {MAX_DECK_BYTES} bytes. A deck needs far less.")
    try:
        decoded = decode_text_file(raw)
    except DomainError as error:
        raise _Unreadable(error.details[0].line if error.details else None, error.message) from error
    if decoded.line:
        raise _Unreadable(decoded.line, NOT_UTF_8_MESSAGE % decoded.params)
    return decoded.text


def _report_as_text(deck: DeckList, report: Report, cards: Catalogue) -> str:
    """Return the report as text: verdict, size, the moon sum row by row, every finding."""
    size = _count_of_allowed(report.have, report.required)
    if report.list_version and report.required is not None:
        size = f"{report.have}, at least {report.required}"
    lines = [f"{deck.name or 'This deck'}: {report.status.value}", "", f"Cards: {size}"]
    if report.moons_have is not None:
        lines.append(f"Moons of other peoples: {_count_of_allowed(report.moons_have, report.moons_allowed)}")
        for row in report.rows:
            moons = "?" if row.moons is None else row.moons
            lines.append(f"  {moons:>3}  {full_name(cards[row.card])}")
        if report.rows:
            lines += ["  ---", f"  {report.moons_have:>3}"]
    if report.list_version:
        lines.append(f"Lists and errata: {report.list_version}")
    if report.findings:
        lines.append("")
    lines += [f"{finding.code} {finding.severity.value}: {finding.message}" for finding in report.findings]
    return "\n".join(lines)


def _count_of_allowed(have: int, allowed: int | None) -> str:
    return str(have) if allowed is None else f"{have} of {allowed}"
