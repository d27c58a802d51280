"""`manage.py score_match FILE`: the crystals of a match from its games, as JSON."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from common.errors import DomainError
from matches.core.scoring import score
from matches.core.scoring.json_io import read_match, score_as_dict
from matches.management.commands._files import EXIT_UNREADABLE, as_json, error_json, read_bytes


class Command(BaseCommand):
    """Exit status 0 for a possible match, 1 when a finding says it is not, 3 for a file that cannot be read."""

    help = "Count the crystals of a match from its games (JSON in, JSON out)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One file."""
        parser.add_argument("file", nargs="?", default="-", help="a JSON file, or - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, compute, print."""
        try:
            result = score(read_match(read_bytes(options["file"])))
        except (OSError, DomainError) as error:
            self.stdout.write(error_json(error))
            sys.exit(EXIT_UNREADABLE)
        self.stdout.write(as_json(score_as_dict(result)))
        if not result.possible:
            sys.exit(1)
