"""`manage.py import_season FILE --group KEY [--dry-run]`: a past season from CSV, checked line by line."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from common.errors import DomainError
from common.i18n import translated
from common.management.problems import file_problem
from decks.core.text.encodings import decode_text_file
from matches.core.seasons.csv_import import Preview
from matches.management.commands._json_command import EXIT_UNREADABLE, read_file_or_stdin, value_as_json
from matches.play.queries import group_by_key
from matches.seasons import import_services
from matches.seasons.import_services import SubmittedFile

EXIT_WRONG_LINE = 1


class Command(BaseCommand):
    """Command: Exit status 0 if the season was imported (or could be), 1 if a line is wrong or nothing is new, 3 if the
    file is missing."""

    help = "Import a past season into a group from a CSV file. If any line has an error, nothing is imported."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a CSV file, or - for standard input")
        parser.add_argument("--group", required=True, metavar="KEY", help="the group’s key, from its link")
        parser.add_argument("--dry-run", action="store_true", help="check every line without importing anything")
        parser.add_argument(
            "--name",
            action="append",
            default=[],
            metavar="NAME=MEMBER",
            help="the member that a name in the file stands for; NAME= for a new guest (can be repeated)",
        )
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            raw = read_file_or_stdin(options["file"])
        except OSError as error:
            self.stderr.write(file_problem(options["file"], error))
            sys.exit(EXIT_UNREADABLE)
        names = dict(pair.partition("=")[::2] for pair in options["name"])
        file = SubmittedFile(decode_text_file(raw).text, Path(options["file"]).name, names)
        try:
            self._import_season(file, options)
        except DomainError as error:
            self.stderr.write(translated(error))
            sys.exit(EXIT_WRONG_LINE)

    def _import_season(self, file: SubmittedFile, options: dict[str, Any]) -> None:
        group = group_by_key(options["group"])
        preview = import_services.preview_import(by=group.owner, key=group.key, file=file)
        self.stdout.write(value_as_json(_preview_as_dict(preview)) if options["json"] else _preview_summary(preview))
        if options["dry_run"]:
            if not preview.ready:
                sys.exit(EXIT_WRONG_LINE)
            return
        season_import = import_services.import_season(by=group.owner, key=group.key, file=file)
        if not options["json"]:
            self.stdout.write(f"imported: {season_import.count} (import {season_import.pk})")


def _preview_summary(preview: Preview) -> str:
    faults = [
        f"line {line.number}: {f'{fault.column}: ' if fault.column else ''}{translated(fault)}"
        for line in preview.wrong
        for fault in line.faults
    ]
    guests = [f"new guest: {name}" for name in preview.guests]
    return "\n".join(
        [
            *faults,
            *guests,
            f"new: {len(preview.new)}, already there: {len(preview.known)}, with errors: {len(preview.wrong)}",
        ]
    )


def _preview_as_dict(preview: Preview) -> dict[str, object]:
    return {
        "ready": preview.ready,
        "new": len(preview.new),
        "known": len(preview.known),
        "wrong": len(preview.wrong),
        "guests": list(preview.guests),
        "lines": [
            {
                "line": line.number,
                "state": line.state.value,
                "faults": [{"column": fault.column, "message": translated(fault)} for fault in line.faults],
            }
            for line in preview.lines
        ],
    }
