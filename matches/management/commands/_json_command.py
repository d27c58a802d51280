"""JSON commands: a file or standard input, JSON out, and the exit status."""

import json
import sys
from abc import abstractmethod
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from common.errors import DomainError
from common.management.problems import file_problem

EXIT_UNREADABLE = 3


def read_bytes(name: str) -> bytes:
    """Return the bytes of a file, of standard input for "-"; raises OSError."""
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()


def value_as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def error_as_json(error: DomainError | OSError) -> str:
    """Return `{"error": {"line", "message"}}` for a file that cannot be read."""
    if isinstance(error, OSError):
        return value_as_json({"error": {"line": None, "message": file_problem(error.filename, error)}})
    line = error.details[0].line if error.details else None
    return value_as_json({"error": {"line": line, "message": error.message}})


class JsonCommand(BaseCommand):
    """A command that computes something from a file: JSON in, JSON out.

    Exit status 3 for a file that cannot be read or is inconsistent, else the computed one.
    """

    requires_system_checks: list[str] = []

    @abstractmethod
    def compute_answer(self, body: bytes) -> tuple[object, int]:
        """Return the answer to a file and the exit status; raises `DomainError`."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", default="-", help="a JSON file, or - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            answer, status = self.compute_answer(read_bytes(options["file"]))
        except (OSError, DomainError) as error:
            self.stdout.write(error_as_json(error))
            sys.exit(EXIT_UNREADABLE)
        self.stdout.write(value_as_json(answer))
        if status:
            sys.exit(status)
