"""`manage.py verify_game FILE`: check the proof in the file of a game that was played at a site."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from common.errors import DomainError
from common.management.problems import file_problem
from game.management.catalogue import shipped_catalogue
from game.records.games import MAX_FILE_BYTES, parse_game_file
from online.core.proof import ProofCheck, check_game_proof

EXIT_NOT_PROVEN, EXIT_UNREADABLE = 1, 3


class Command(BaseCommand):
    """Check a game file and print the result."""

    help = "Check the proof in a game’s file. Exit status: 0 valid, 1 not valid, 3 unreadable."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the downloaded file")
        parser.add_argument("--commitment", default="", help="the commitment you noted before the game")
        parser.add_argument("--seal", default="", help="the seal you noted after it")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Exit with 0 if valid, 1 if not, 3 if unreadable."""
        path = Path(options["file"])
        try:
            with path.open("rb") as file:
                data = parse_game_file(file.read(MAX_FILE_BYTES + 1))
            checks = check_game_proof(shipped_catalogue(), data, commitment=options["commitment"], seal=options["seal"])
        except (OSError, DomainError) as error:
            self.stderr.write(file_problem(path, error) if isinstance(error, OSError) else str(error))
            raise SystemExit(EXIT_UNREADABLE) from error
        self._write_verdict(checks, as_json=options["json"])

    def _write_verdict(self, checks: list[ProofCheck], *, as_json: bool) -> None:
        proven = all(check.holds for check in checks)
        if as_json:
            answers = {check.sentence: check.holds for check in checks}
            self.stdout.write(json.dumps({"holds": proven, "checks": answers}))
        else:
            for check in checks:
                self.stdout.write(f"{'✓' if check.holds else '✗'} {check.sentence}")
            self.stdout.write("The proof holds." if proven else "The proof doesn’t hold.")
        if not proven:
            raise SystemExit(EXIT_NOT_PROVEN)
