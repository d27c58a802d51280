"""Command: write the whole site to one backup file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from common.errors import DomainError
from common.i18n import translated
from tenmoons.backup.write import backup


class Command(BaseCommand):
    """`manage.py backup FILE`: consistent while the site runs, for SQLite and PostgreSQL alike."""

    help = (
        "Write the whole site to one new file that only you may read. It holds everything: password digests, e-mail"
        " addresses, sessions, sealed packets of running drafts. It does not hold SECRET_KEY."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            manifest = backup(path)
        except DomainError as error:
            raise CommandError(translated(error)) from error
        size = path.stat().st_size / 1_000_000
        self.stdout.write(f"{manifest.rows} rows of {len(manifest.members)} tables, {size:.1f} MB, in {path}.")
        self.stdout.write("Keep it as you keep a password: with it anybody has all accounts and all sealed packets.")
        self.stdout.write("SECRET_KEY is not in it; without the same key everybody has to log in once more.")
