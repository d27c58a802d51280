"""`manage.py game_coverage [--json]`: the powers the engine carries out, and the cards played without their text."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from game.management.catalogue import shipped_catalogue
from game.records.coverage import Coverage, coverage


class Command(BaseCommand):
    """Prints the list."""

    help = (
        "List the powers the game engine carries out, by people and by verb, and the cards it plays without their text."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print the list as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        covered = coverage(shipped_catalogue())
        self.stdout.write(
            json.dumps(covered.as_dict(), ensure_ascii=False, indent=2) if options["json"] else _words(covered)
        )


def _words(covered: Coverage) -> str:
    lines = [f"{len(covered.done)} of {covered.known} known powers are fully carried out."]
    lines += [f"  {people}: {done} of {of}" for people, (done, of) in covered.peoples.items()]
    lines += [f"Partly carried out: {code}. {why}" for code, why in covered.partly.items()]
    lines += [f"Played without its text: {code}. {why}" for code, why in covered.undone.items()]
    lines += [f"Not known well enough to play: {code}" for code in covered.unplayable]
    lines += [f"  {verb}: {', '.join(codes)}" for verb, codes in covered.verbs.items()]
    return "\n".join(lines)
