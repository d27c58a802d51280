"""Files of commands: a file or standard input, JSON out, and the exit status."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from common.errors import DomainError

EXIT_UNREADABLE = 3


def read_bytes(name: str) -> bytes:
    """The bytes of a file, of standard input for "-"; raises OSError."""
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()


def as_json(value: object) -> str:
    """One value as readable JSON."""
    return json.dumps(value, ensure_ascii=False, indent=2)


def error_json(error: DomainError | OSError) -> str:
    """`{"error": {"line", "message"}}` for a file that cannot be read."""
    if isinstance(error, OSError):
        return as_json({"error": {"line": None, "message": error.strerror or str(error)}})
    line = error.details[0].line if error.details else None
    return as_json({"error": {"line": line, "message": error.message}})
