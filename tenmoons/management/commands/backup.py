"""Command: write the whole site to one backup file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from common.errors import DomainError
from common.i18n import translated
from tenmoons.backup.write import write_backup


class Command(BaseCommand):
    """`manage.py backup FILE`: consistent while the site runs, for SQLite and PostgreSQL alike."""

    help = (
        "Write the whole site to a new file that only you can read. It contains everything: password hashes, email"
        " addresses, sessions and the hidden packets of drafts in progress, but not SECRET_KEY."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the new file")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            manifest = write_backup(path)
        except DomainError as error:
            raise CommandError(translated(error)) from error
        size = path.stat().st_size / 1_000_000
        self.stdout.write(
            f"Saved {manifest.row_count} rows from {len(manifest.members)} tables ({size:.1f} MB) to {path}."
        )
        self.stdout.write("Keep it as safe as a password. It gives access to every account and every hidden packet.")
        self.stdout.write("It doesn’t contain SECRET_KEY. With a different key, everyone has to log in again.")
