"""Results of a long measurement in a file, one JSON object per line: an interrupted run continues where it stopped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Row = dict[str, Any]


class StoredResults:
    """The rows of a file by their number; without a file, only in memory."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.rows: dict[int, Row] = {}
        if path is not None and path.exists():
            lines = path.read_text(encoding="utf-8").split("\n")
            # Whatever is after the last line break was being written when the run was interrupted.
            path.write_text("".join(f"{line}\n" for line in lines[:-1]), encoding="utf-8")
            for line in lines[:-1]:
                row = json.loads(line)
                self.rows[row["number"]] = row

    def __contains__(self, number: int) -> bool:
        return number in self.rows

    def add(self, number: int, row: Row) -> None:
        """Store a row and write it at once."""
        self.rows[number] = {"number": number, **row}
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(self.rows[number]) + "\n")
