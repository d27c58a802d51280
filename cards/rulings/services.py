"""Services of rulings: everything that writes a ruling, an erratum, a list or an unanswered question uses these."""

import re
import unicodedata
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, fields, replace
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Any

from django.db import DatabaseError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from cards import models as rows
from cards.catalogue.change_log import COMMAND, ChangeAuthor, log_rulings_entry_change
from cards.catalogue.queries import catalogue
from cards.catalogue.services import LoadResult, load_card_table, save_version, shipped_table_path, update_card_marks
from cards.core.catalogue_csv import raise_table_errors, read_table_file
from cards.core.facts import Catalogue
from cards.core.rulings import CardList, Reading, RulingsBook
from cards.core.rulings import csv_tables as read
from cards.games import GAMES
from cards.models import RULINGS_BOOK, UnansweredQuestion
from cards.rulings.queries import read_rulings_book, rulings_book_digest
from common.errors import Invalid
from common.text import gettext_noop, tidy_name

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class RulingsLoadResult:
    """Result of loading one table of the book, or of a dry run; ids of rows."""

    name: str
    added: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    same: int
    tried: bool


@dataclass(frozen=True, slots=True)
class RulingsTable:
    """A parsed table of the book: its kind, its rows by key, its file."""

    kind: str
    name: str
    values: Mapping[str, Values]


_MODEL_BY_TABLE: Mapping[str, Any] = {
    "topics": rows.RulingTopic,
    "readings": rows.RulingReading,
    "rulings": rows.Ruling,
    "errata": rows.Erratum,
    "lists": rows.CardList,
    "list_entries": rows.ListEntry,
}


def load_shipped_tables(game: str, *, dry_run: bool = False) -> list[LoadResult | RulingsLoadResult]:
    """Load everything of a game from the project’s own tables: cards, rulings, errata, lists; all or nothing.

    Raises `Invalid` with every faulty line of the first table that has any.
    """
    folder = shipped_table_path(game).parent
    reading = GAMES[game].parse(read_table_file(shipped_table_path(game)))
    raise_table_errors(shipped_table_path(game).name, reading.faults)
    with transaction.atomic():
        known = GAMES[game].build_catalogue({card.code: card for card in (*catalogue(game), *reading.cards)}.values())
        results: list[LoadResult | RulingsLoadResult] = []
        for kind in GAMES[game].tables:
            rulings_table = _read_rulings_table(kind, folder / f"{kind}.csv", game, known)
            results.append(_write_table(rulings_table, game, whole=True, tried=dry_run))
        marks = read_rulings_book().marks_by_card(game)
        results.insert(0, replace(load_card_table(game=game, marks=marks, reading=reading), tried=dry_run))
        save_book_version()
        transaction.set_rollback(dry_run)
    return results


def load_rulings_table(path: Path, *, game: str, dry_run: bool = False) -> RulingsLoadResult:
    """Load a table that adds and changes rows and removes none; raises `Invalid` with every faulty line."""
    kind = read.detect_table_kind(read_table_file(path))
    if not kind:
        raise Invalid(gettext_noop("%(file)s isn’t a catalogue table."), {"file": path.name})
    with transaction.atomic():
        done = _write_table(_read_rulings_table(kind, path, game, catalogue(game)), game, whole=False, tried=dry_run)
        save_book_version()
        transaction.set_rollback(dry_run)
    return done


def _read_rulings_table(kind: str, path: Path, game: str, known: Catalogue) -> RulingsTable:
    """Parse a table of a kind; its references must exist in the catalogue or in the current book."""
    text = read_table_file(path)
    names = read.KnownReferences(
        code_of=lambda name: known.find_card(name).code,
        topics=_entry_keys(rows.RulingTopic.objects.filter(game=game)),
        readings=_entry_keys(rows.RulingReading.objects.all()),
        lists=_entry_keys(rows.CardList.objects.filter(game=game)),
    )
    entries, faults = read.parse_rulings_table(kind, text, game, names)
    raise_table_errors(path.name, faults)
    return RulingsTable(kind, path.name, {_entry_key(entry): _entry_values(entry) for entry in entries})


def _entry_keys(entries: QuerySet[Any]) -> frozenset[str]:
    return frozenset(entries.values_list("key", flat=True))


def _entry_key(entry: Any) -> str:
    return str(next(getattr(entry, name) for name in ("id", "slug", "number", "version") if hasattr(entry, name)))


def _entry_values(entry: Any) -> Values:
    names = {field.name for field in fields(entry)} - {"id", "slug", "game", "entries"}
    names -= {"number"} if isinstance(entry, Reading) else {"version"} if isinstance(entry, CardList) else set()
    named_values = {name: getattr(entry, name) for name in names}
    values: Values = {name: list(value) if isinstance(value, tuple) else value for name, value in named_values.items()}
    if "issued" in values:
        values["issued"] = date.fromisoformat(values["issued"]) if values["issued"] else None
    return {name: str(value) if isinstance(value, StrEnum) else value for name, value in values.items()}


def _write_table(rulings_table: RulingsTable, game: str, *, whole: bool, tried: bool) -> RulingsLoadResult:
    """Bring the rows of a kind in line with a table; with `whole`, remove rows that it lacks."""
    model = _MODEL_BY_TABLE[rulings_table.kind]
    stored = {row.key: row for row in model.objects.filter(game=game)}
    before: dict[str, Any] = {}
    added, changed = [], []
    for place, (key, values) in enumerate(rulings_table.values.items()):
        row = stored.get(key)
        if row is None:
            row = model(game=game, key=key, here=not whole, position=place if whole else len(stored) + place)
            added.append(_set_row_values(row, values))
        elif not (whole and row.here) and any(getattr(row, name) != value for name, value in values.items()):
            before[key] = copy(row)
            row.here = row.here or not whole
            changed.append(_set_row_values(row, values))
    removed = [row.key for key, row in stored.items() if whole and not row.here and key not in rulings_table.values]
    _log_table_changes(stored, before, added=added, changed=changed, removed=removed)
    model.objects.filter(game=game, key__in=removed).delete()
    # A list that is no longer in force must be changed before the list that replaces it.
    model.objects.bulk_create(sorted(added, key=lambda row: bool(getattr(row, "current", False))))
    for row in sorted(changed, key=lambda row: bool(getattr(row, "current", False))):
        row.save()
    same = len(rulings_table.values) - len(added) - len(changed)
    names = [tuple(row.key for row in part) for part in (added, changed)]
    return RulingsLoadResult(rulings_table.name, names[0], names[1], tuple(removed), same, tried)


def _log_table_changes(
    stored: Mapping[str, Any],
    before: Mapping[str, Any],
    *,
    added: list[Any],
    changed: list[Any],
    removed: list[str],
) -> None:
    """Log the changes of a table; the first load isn’t logged."""
    if not stored:
        return
    for row in (*added, *changed):
        log_rulings_entry_change(before.get(row.key), row, by=COMMAND)
    for key in removed:
        log_rulings_entry_change(stored[key], None, by=COMMAND)


def _set_row_values(row: Any, values: Values) -> Any:
    for name, value in values.items():
        setattr(row, name, value)
    return row


def save_book_version() -> RulingsBook:
    """After a change, save a new version of the book if it differs, and update the marks on cards."""
    book = read_rulings_book()
    _number, is_new = save_version(RULINGS_BOOK, rulings_book_digest(book))
    if is_new:
        for game in GAMES:
            update_card_marks(book.marks_by_card(game), game=game)
    return book


def save_book_entry(row: Any, *, by: ChangeAuthor = COMMAND) -> None:
    """Save an edited row of the book; the project’s own table no longer overwrites it."""
    with transaction.atomic():
        before = type(row).objects.filter(pk=row.pk).first()
        row.here = True
        row.save()
        log_rulings_entry_change(before, row, by=by)
        save_book_version()


def delete_book_entry(row: Any, *, by: ChangeAuthor = COMMAND) -> None:
    with transaction.atomic():
        log_rulings_entry_change(row, None, by=by)
        row.delete()
        save_book_version()


MIN_WORDS = 3
MAX_QUESTIONS, MAX_QUESTIONS_PER_DAY = 1000, 100
# Addresses, in any notation, and long numbers are personal data.
_PERSONAL = re.compile(r"@|[(\[]at[)\]]|\d(?:\W*\d){5}|://|\w\.[^\W\d]{2}")


def save_unanswered_question(text: str, language: str) -> None:
    """Store a question of several words, or count it again.

    When there are too many, the oldest of the rarest are deleted, so that nobody can push out what many have typed.
    While the database is busy, nothing is stored.
    """
    question = tidy_name(unicodedata.normalize("NFKC", text).lower(), length=200)
    if len(question.split()) < MIN_WORDS or _PERSONAL.search(question):
        return
    today, questions = timezone.localdate(), UnansweredQuestion.objects
    try:
        with transaction.atomic():
            same = questions.filter(text=question, language=language)
            if (
                same.update(day=today, times=F("times") + 1)
                or questions.filter(day=today).count() >= MAX_QUESTIONS_PER_DAY
            ):
                return
            newest = questions.create(text=question, language=language, day=today)
            others = questions.exclude(pk=newest.pk).order_by("-times", "-day", "-pk")
            questions.filter(pk__in=list(others.values_list("pk", flat=True)[MAX_QUESTIONS - 1 :])).delete()
    except DatabaseError:
        return
