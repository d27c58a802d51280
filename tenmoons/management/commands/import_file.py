"""`manage.py import_file FILE --for PERSON [--group KEY] [--dry-run]`: a file that another site has exported."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import Person
from common.errors import DomainError
from common.i18n import error_detail_message
from tenmoons.moving.reading import decode_exported_file
from tenmoons.moving.services import ImportRequest, import_file, preview_import


class Command(BaseCommand):
    """Exit status 0 when it was imported (or could be), 1 for a file that can’t be."""

    help = "Import a file that another Ten Moons site has exported. If anything in it is wrong, nothing is imported."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a .json file, or the zip of “My data”")
        parser.add_argument("--for", required=True, metavar="USER", help="the user name whose it will be")
        parser.add_argument("--group", default="", metavar="KEY", help="the key of the group it goes into")
        parser.add_argument("--me", default="", metavar="NAME", help="this user’s own name in the file")
        parser.add_argument("--dry-run", action="store_true", help="check the file without importing anything")
        parser.add_argument(
            "--name",
            action="append",
            default=[],
            metavar="NAME=MEMBER",
            help="the member that a name in the file stands for; NAME= for a guest (can be repeated)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        by = Person.objects.filter(user__username=options["for"]).first()
        if by is None:
            raise CommandError(f"There’s no user “{options['for']}”.")
        names = dict(pair.partition("=")[::2] for pair in options["name"])
        try:
            text = decode_exported_file(Path(options["file"]).read_bytes())
            request = ImportRequest(text, options["group"], options["me"], names)
            service = preview_import if options["dry_run"] else import_file
            report = service(by=by, request=request)
        except (OSError, ValueError) as error:
            self.stderr.write(str(error))
            if isinstance(error, DomainError):
                for detail in error.details:
                    self.stderr.write(f"{detail.field or detail.line}: {error_detail_message(detail)}")
            sys.exit(1)
        for kind in dict.fromkeys((*report.new, *report.known)):
            self.stdout.write(f"{kind}: {report.new[kind]} new, {report.known[kind]} already here")
        if report.people is not None:
            for question in report.people.questions:
                if question.choice is None:
                    self.stdout.write(f"choose --name “{question.name}=…”: {', '.join(question.alike)}?")
