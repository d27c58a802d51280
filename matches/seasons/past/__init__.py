"""A past season from a file: read, judged line by line, before anything is kept; pure."""

from __future__ import annotations

from matches.seasons.past.columns import COLUMNS, Column
from matches.seasons.past.lines import Fault, PastMatch
from matches.seasons.past.preview import Fingerprint, Judged, NameChoice, Preview, State, fingerprint, read_season

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
