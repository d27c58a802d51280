"""Command: generate the references of `docs/reference/` from the code."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tenmoons.help_site.reference import stale, update


class Command(BaseCommand):
    """`manage.py write_reference [--check]`: settings, commands, rules, search keys, API, webhook notices."""

    help = "Write docs/reference/ from the code; with --check only say which files are stale."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing; exit status 1 when a file is stale")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["check"]:
            old = stale()
            if old:
                raise CommandError(f"Stale: {', '.join(old)}. Run manage.py write_reference.")
            return
        for name in update():
            self.stdout.write(f"docs/reference/{name}")
