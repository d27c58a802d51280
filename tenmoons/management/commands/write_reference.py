"""Command: generate the references of `docs/reference/` from the code."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tenmoons.help_site.reference import stale, update


class Command(BaseCommand):
    """`manage.py write_reference [--check]`: settings, commands, rules, search keys, API, webhook notices."""

    help = "Write docs/reference/ from the code, or with --check, list the files that are out of date."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing, and exit with status 1 if a file is out of date"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["check"]:
            old = stale()
            if old:
                raise CommandError(f"Out of date: {', '.join(old)}. Run manage.py write_reference.")
            return
        for name in update():
            self.stdout.write(f"docs/reference/{name}")
