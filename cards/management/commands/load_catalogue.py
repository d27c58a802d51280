"""`manage.py load_catalogue [FILE] [--game GAME] [--dry-run] [--if-changed]`: load the tables of the catalogue."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from cards.catalogue.services import (
    LoadResult,
    are_tables_loaded,
    load_card_table,
    mark_tables_loaded,
    tables_fingerprint,
)
from cards.core.catalogue_csv import read_table_file
from cards.core.import_plan import Plan
from cards.core.rulings.csv_tables import detect_table_kind
from cards.games import GAMES
from cards.models import GAME
from cards.rulings.services import RulingsLoadResult, load_rulings_table, load_shipped_tables
from common.errors import DomainError

MAX_CHANGES_LISTED = 60


class Command(BaseCommand):
    """Load the project’s own tables, or a file that adds to one of them."""

    help = (
        "Load the project’s own tables for every game. With FILE, add to the catalogue from a CSV table with the same"
        " columns (cards, rulings, errata or lists). If any line has an error, nothing is loaded."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="a CSV table (default: the project’s own tables)")
        parser.add_argument("--dry-run", action="store_true", help="show what would change without changing anything")
        parser.add_argument(
            "--if-changed", action="store_true", help="without FILE: do nothing if these tables are already loaded"
        )
        parser.add_argument("--game", choices=list(GAMES), help=f"which game (default: all of them; with FILE, {GAME})")

    def handle(self, *args: Any, **options: Any) -> None:
        """Load, and print what changed; exits with status 1 if a file is rejected."""
        try:
            done = self._load(options["file"], options["game"], dry_run=options["dry_run"], lazy=options["if_changed"])
        except DomainError as error:
            self.stderr.write(error.message)
            name = str(error.params.get("file", options["file"] or "the tables"))
            for detail in error.details:
                self.stderr.write(f"{name}:{detail.line}: {detail.field or 'file'}: {detail.message}")
            sys.exit(1)
        if options["verbosity"] > 0:
            for loaded in done:
                self._print_result(loaded, every=options["verbosity"] > 1)

    def _load(
        self, path: Path | None, game: str | None, *, dry_run: bool, lazy: bool
    ) -> list[LoadResult | RulingsLoadResult]:
        if path is None:
            return self._load_shipped(game, dry_run=dry_run, lazy=lazy)
        if detect_table_kind(read_table_file(path)):
            return [load_rulings_table(path, game=game or GAME, dry_run=dry_run)]
        return [load_card_table(path, game=game or GAME, dry_run=dry_run)]

    def _load_shipped(self, game: str | None, *, dry_run: bool, lazy: bool) -> list[LoadResult | RulingsLoadResult]:
        """Load the project’s own tables, each game in its own transaction."""
        mark = tables_fingerprint()
        if lazy and are_tables_loaded(mark):
            return []
        done = [loaded for key in ([game] if game else GAMES) for loaded in load_shipped_tables(key, dry_run=dry_run)]
        if not (game or dry_run):
            mark_tables_loaded(mark)
        return done

    def _print_result(self, loaded: LoadResult | RulingsLoadResult, *, every: bool) -> None:
        if isinstance(loaded, RulingsLoadResult):
            signs = (("+", loaded.added), ("~", loaded.changed), ("-", loaded.removed))
            lines = [f"{sign} {key}" for sign, keys in signs for key in keys]
        else:
            lines = _describe_import_plan(loaded.plan)
        visible = lines if every or len(lines) <= MAX_CHANGES_LISTED else lines[:MAX_CHANGES_LISTED]
        for line in visible:
            self.stdout.write(line)
        if len(visible) < len(lines):
            self.stdout.write(f"… and {len(lines) - len(visible)} more (list them all with --verbosity 2)")
        part = loaded if isinstance(loaded, RulingsLoadResult) else loaded.plan
        counts = (
            f"{len(part.added)} added, {len(part.changed)} changed, {len(part.removed)} removed, {part.same} unchanged"
        )
        after = "" if isinstance(loaded, RulingsLoadResult) else f"; catalogue version {loaded.version}"
        after = "; dry run, nothing was changed" if loaded.tried else after
        self.stdout.write(f"{loaded.name}: {counts}{after}")


def _describe_import_plan(plan: Plan) -> list[str]:
    lines = [f"+ {card.code} {card.name or card.name_de}".rstrip() for card in plan.added]
    for change in plan.changed:
        for field, (before, after) in change.fields.items():
            lines.append(f"~ {change.after.code} {field}: “{before}” → “{after}”")
    return lines + [f"- {stored.facts.code} {stored.facts.name}".rstrip() for stored in plan.removed]
