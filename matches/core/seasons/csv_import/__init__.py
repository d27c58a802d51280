"""A past season from a file: read, judged line by line, before anything is kept; pure."""

from __future__ import annotations

from matches.core.seasons.csv_import.columns import COLUMNS, Column
from matches.core.seasons.csv_import.preview import (
    Fingerprint,
    Judged,
    NameChoice,
    Preview,
    State,
    fingerprint,
    read_season,
)
from matches.core.seasons.csv_import.rows import Fault, PastMatch

__all__ = [
    "COLUMNS",
    "Column",
    "Fault",
    "Fingerprint",
    "Judged",
    "NameChoice",
    "PastMatch",
    "Preview",
    "State",
    "fingerprint",
    "read_season",
]
