"""Command: restore the database from a backup file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from common.errors import DomainError
from common.i18n import translated
from tenmoons.backup.restore import check_backup, restore_backup


class Command(BaseCommand):
    """`manage.py restore FILE [--replace] [--check]`: into SQLite or PostgreSQL, wherever the file comes from."""

    help = "Restore a backup into an empty database, or with --replace over an existing one. Stop the site first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the backup")
        parser.add_argument("--replace", action="store_true", help="delete what is in the database now")
        parser.add_argument("--check", action="store_true", help="check the whole file without changing anything")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            manifest = check_backup(path) if options["check"] else restore_backup(path, replace=options["replace"])
        except DomainError as error:
            raise CommandError(translated(error)) from error
        count, tables, where = manifest.row_count, len(manifest.members), manifest.database
        self.stdout.write(
            f"This backup is complete: {count} rows from {tables} tables, made {manifest.made} on {where}."
        )
        if not options["check"]:
            self.stdout.write(self.style.SUCCESS("Restored. The database now matches the backup."))
