"""`manage.py verify_draft FILE`: check a downloaded proof against the commitment."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from common.errors import DomainError
from common.json_depth import parse_json
from common.management.problems import file_problem
from drafts.core.proof.verify import ProofVerdict, check_proof

EXIT_NOT_PROVEN, EXIT_UNREADABLE = 1, 3


class Command(BaseCommand):
    """Check a proof file and print the result."""

    help = "Check the proof that a player downloads after a draft. Exit status: 0 valid, 1 not valid, 3 unreadable."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the downloaded file, or - for standard input")
        parser.add_argument("--commitment", default="", help="the commitment you noted before the first pick")
        parser.add_argument(
            "--picks", type=int, help="the draft was cancelled after this many picks by this seat, or answers at piles"
        )
        parser.add_argument("--real-cards", action="store_true", help="the file is from a draft with real cards")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Exit with 0 if valid, 1 if not, 3 if unreadable."""
        try:
            text = sys.stdin.read() if options["file"] == "-" else Path(options["file"]).read_text(encoding="utf-8")
            known = {"picks": options["picks"], "real_cards": options["real_cards"]}
            verdict = check_proof(parse_json(text), noted=options["commitment"], **known)
        except DomainError as error:
            self.exit_with_error(error.message)
        except (OSError, ValueError) as error:
            self.exit_with_error(file_problem(options["file"], error))
        as_text = json.dumps(_verdict_as_dict(verdict)) if options["json"] else "\n".join(_verdict_as_lines(verdict))
        self.stdout.write(as_text)
        if not verdict.is_valid:
            raise SystemExit(EXIT_NOT_PROVEN)

    def exit_with_error(self, message: str) -> None:
        self.stderr.write(message)
        raise SystemExit(EXIT_UNREADABLE)


def _verdict_as_dict(verdict: ProofVerdict) -> dict[str, object]:
    faults = [{"where": fault.where, "at": fault.at, "message": str(fault)} for fault in verdict.faults]
    return {
        "holds": verdict.is_valid,
        "commitment": verdict.commitment,
        "cards": verdict.cards,
        "packets": verdict.packets,
        "steps": verdict.steps,
        "faults": faults,
    }


def _verdict_as_lines(verdict: ProofVerdict) -> list[str]:
    if verdict.is_valid:
        of = f"{verdict.packets} of {verdict.steps} packets"
        cards = f"{verdict.cards} cards in {of}" if verdict.steps else f"{verdict.cards} cards"
        return [
            f"Confirmed: {cards} are the ones committed to before the draft.",
            *([f"The draft was cancelled after {of}."] if verdict.packets < verdict.steps else []),
            f"Commitment {verdict.commitment}: compare it with the one shown before the first pick.",
        ]
    return ["This proof isn’t valid.", *(f"  {fault}" for fault in verdict.faults)]
