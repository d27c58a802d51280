"""`manage.py load_catalogue [FILE] [--dry-run]`: the catalogue from its table."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from cards.changes import Plan
from cards.models import GAME
from cards.services import Loaded, load
from common.errors import DomainError


class Command(BaseCommand):
    """Load the cards: the project's own table, or a file that completes it."""

    help = (
        "Loads the project's own table of cards, or, with FILE, completes the catalogue from a table with the same"
        " columns. A file that has any faulty line is refused whole."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """The arguments."""
        parser.add_argument("file", nargs="?", type=Path, help="a CSV table of cards; without it the project's own")
        parser.add_argument("--dry-run", action="store_true", help="say what would change and change nothing")
        parser.add_argument("--game", default=GAME, choices=[GAME], help="which game's catalogue")

    def handle(self, *args: Any, **options: Any) -> None:
        """Load, and say what changed; exit status 1 when the file is refused."""
        try:
            loaded = load(options["file"], game=options["game"], dry_run=options["dry_run"])
        except DomainError as error:
            self.stderr.write(error.message)
            name = options["file"].name if options["file"] else "cards.csv"
            for detail in error.details:
                self.stderr.write(f"{name}:{detail.line}: {detail.field or 'file'}: {detail.message}")
            sys.exit(1)
        if options["verbosity"] > 0:
            self._tell(loaded, every=options["verbosity"] > 1)

    def _tell(self, loaded: Loaded, *, every: bool) -> None:
        plan = loaded.plan
        lines = _lines(plan)
        shown = lines if every or len(lines) <= 60 else lines[:60]
        for line in shown:
            self.stdout.write(line)
        if len(shown) < len(lines):
            self.stdout.write(f"… and {len(lines) - len(shown)} more (--verbosity 2 lists all)")
        counts = (
            f"{len(plan.added)} added, {len(plan.changed)} changed, {len(plan.removed)} removed, {plan.same} the same"
        )
        after = "tried only, nothing was changed" if loaded.tried else f"catalogue version {loaded.version}"
        self.stdout.write(f"{loaded.name}: {counts}; {after}")


def _lines(plan: Plan) -> list[str]:
    lines = [f"+ {card.code} {card.name or card.name_de}".rstrip() for card in plan.added]
    for change in plan.changed:
        for field, (before, after) in change.fields.items():
            lines.append(f"~ {change.after.code} {field}: “{before}” → “{after}”")
    return lines + [f"- {kept.facts.code} {kept.facts.name}".rstrip() for kept in plan.removed]
