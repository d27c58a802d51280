"""`manage.py pair_round FILE`: the pairings of the next round, as JSON."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from common.errors import DomainError
from matches.core.pairing import pair_round
from matches.core.pairing.json_io import read_field, round_as_dict
from matches.management.commands._files import EXIT_UNREADABLE, as_json, error_json, read_bytes


class Command(BaseCommand):
    """Exit status 0 for a paired round, 3 for a file that cannot be read or contradicts itself."""

    help = "Pair a Swiss round (JSON in, JSON out)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One file."""
        parser.add_argument("file", nargs="?", default="-", help="a JSON file, or - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, compute, print."""
        try:
            field = read_field(read_bytes(options["file"]))
            paired = pair_round(field.entrants, seed=field.seed, fixed=field.fixed)
        except (OSError, DomainError) as error:
            self.stdout.write(error_json(error))
            sys.exit(EXIT_UNREADABLE)
        self.stdout.write(as_json(round_as_dict(paired)))
