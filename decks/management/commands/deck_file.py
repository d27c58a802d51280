"""Command: exports a member’s decks to a file, and imports a file of decks for a member."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import Person, User
from common.errors import DomainError
from common.i18n import error_detail_message, translated
from common.management.problems import file_problem
from decks.deck.queries import decks_of
from decks.exchange.deck_files import deck_file_of, import_deck_file


class Command(BaseCommand):
    """`manage.py deck_file export|import MEMBER [FILE]`; without a file, standard output or input."""

    help = "Export a member’s decks with their notes, tags, guides and Maybe cards to a file, or import such a file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=["export", "import"])
        parser.add_argument("member", help="the member’s user name")
        parser.add_argument("file", type=Path, nargs="?", help="the file (default: standard output or input)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file, or import it and report on each deck; exits with status 1 on errors."""
        user = User.objects.filter(username=options["member"]).first()
        if user is None:
            raise CommandError(f"We couldn’t find a member called “{options['member']}”.")
        person, file = Person.objects.get_or_create(user=user)[0], options["file"]
        if options["what"] == "export":
            text = deck_file_of(decks_of(person).prefetch_related("guides"))
            file.write_text(text, encoding="utf-8") if file else self.stdout.write(text)
            return
        try:
            text = file.read_text(encoding="utf-8") if file else sys.stdin.read()
            for brought in import_deck_file(text, person):
                self.stdout.write(f"{brought.became.value:8} {brought.key} {brought.name}")
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(file_problem(file or "standard input", error)) from error
        except DomainError as error:
            faults = [f"{fault.field}: {error_detail_message(fault)}" for fault in error.details]
            raise CommandError("\n".join([translated(error), *faults])) from error
