"""JSON commands: read a file or standard input, write JSON, set the exit status, and name the line in errors."""

import json
import sys
from abc import abstractmethod
from argparse import ArgumentParser
from collections.abc import Sequence
from json.decoder import JSONObject  # type: ignore[attr-defined]
from json.scanner import py_make_scanner  # type: ignore[attr-defined]
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from common.errors import Detail, DomainError, Invalid
from common.json_depth import refuse_lone_surrogates
from common.management.problems import file_problem
from common.text import gettext_noop, nearest


class LocatedObject(dict[str, Any]):
    """A JSON object with the line (from 1) on which it begins."""

    line: int = 1


class _LocatingDecoder(json.JSONDecoder):
    def __init__(self) -> None:
        super().__init__()
        self.parse_object = self._located
        # Only the Python scanner calls `parse_object`; the C scanner doesn’t.
        self.scan_once = py_make_scanner(self)

    def _located(self, s_and_end: tuple[str, int], *rest: Any) -> tuple[LocatedObject, int]:
        value, end = JSONObject(s_and_end, *rest)
        located = LocatedObject(value)
        located.line = s_and_end[0].count("\n", 0, s_and_end[1]) + 1
        return located, end


def unreadable_file_error(line: int, template: str, **params: object) -> Invalid:
    """Return the error for an unreadable file, with the line in a detail."""
    error = Invalid(template, params)
    error.details = (Detail(error.message, line=line),)
    return error


def parse_json_object(data: bytes | str) -> LocatedObject:
    """Parse a file with one JSON object; raises `Invalid` with the line of the error."""
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1 if isinstance(data, bytes) else 1
        raise unreadable_file_error(line, gettext_noop("The file must be UTF-8 text.")) from error
    try:
        refuse_lone_surrogates(text)
        decoded = _LocatingDecoder().decode(text)
    except json.JSONDecodeError as error:
        template = gettext_noop("This isn’t valid JSON: %(reason)s (column %(column)s).")
        raise unreadable_file_error(error.lineno, template, reason=error.msg, column=error.colno) from error
    except (RecursionError, ValueError) as error:
        raise unreadable_file_error(
            1, gettext_noop("The file is nested too deeply or contains a number that’s too long.")
        ) from error
    if not isinstance(decoded, LocatedObject):
        raise unreadable_file_error(1, gettext_noop("The file must contain one JSON object, { … }."))
    return decoded


def check_known_fields(located: LocatedObject, *known: str) -> LocatedObject:
    """Return the object; raises `Invalid` for an unknown field, with the line and the most similar known field."""
    for key in located:
        if key not in known:
            template = gettext_noop("“%(key)s” isn’t a valid field. Use one of these: %(known)s.")
            error = unreadable_file_error(located.line, template, key=key[:40], known=", ".join(known))
            error.details = (Detail(error.message, line=located.line, suggestions=tuple(nearest(key, known, limit=1))),)
            raise error
    return located


_NO_DEFAULT = object()


def get_typed(located: LocatedObject, key: str, kind: type | tuple[type, ...], default: Any = _NO_DEFAULT) -> Any:
    """Return a value of an object; raises `Invalid` if it is missing or of another type."""
    value = located.get(key, default)
    if value is _NO_DEFAULT:
        raise unreadable_file_error(located.line, gettext_noop("“%(wanted)s” is missing."), wanted=key)
    kinds = kind if isinstance(kind, tuple) else (kind,)
    # In Python, unlike JSON, bool is a subclass of int.
    wrong = not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds)
    if wrong and value is not default:
        wanted = " / ".join(_TYPE_NAMES[each] for each in kinds)
        raise unreadable_file_error(located.line, gettext_noop("“%(key)s” must be %(wanted)s."), key=key, wanted=wanted)
    return value


def get_objects(located: LocatedObject, key: str, default: Any = _NO_DEFAULT) -> Sequence[LocatedObject]:
    values = get_typed(located, key, list, default)
    if not all(isinstance(value, LocatedObject) for value in values):
        raise unreadable_file_error(located.line, gettext_noop("“%(key)s” must be a list of objects."), key=key)
    return list(values)


_TYPE_NAMES: dict[type, str] = {
    int: "a whole number",
    float: "a number",
    str: "a text",
    bool: "true or false",
    list: "a list",
    type(None): "null",
}


EXIT_UNREADABLE = 3


def read_file_or_stdin(name: str) -> bytes:
    """Return the bytes of a file, or of standard input for "-"; raises OSError."""
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

    The exit status is 3 for a file that is unreadable or inconsistent, or else the computed status.
    """

    requires_system_checks: list[str] = []

    @abstractmethod
    def compute_answer(self, body: bytes) -> tuple[object, int]:
        """Return the answer to a file and the exit status; raises `DomainError`."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", default="-", help="a JSON file, or - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            answer, status = self.compute_answer(read_file_or_stdin(options["file"]))
        except (OSError, DomainError) as error:
            self.stdout.write(error_as_json(error))
            sys.exit(EXIT_UNREADABLE)
        self.stdout.write(value_as_json(answer))
        if status:
            sys.exit(status)
