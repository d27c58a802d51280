"""Command: write the documents as static pages."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tenmoons.help_site.static_site import write_static_site


class Command(BaseCommand):
    """`manage.py write_static_docs FOLDER`: guides, documents, references and rules for any web server."""

    help = "Write docs/ to a folder as static pages. Needs DEBUG=yes or collected static files."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "folder", type=Path, help="the folder; emptied first if it contains pages from an earlier run"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            count = write_static_site(options["folder"])
        except ValueError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Wrote {count} pages to {options['folder']}. Start at {options['folder'] / 'index.html'}")
