"""Import of a past season: a file is read and judged line by line, before anything is kept; pure."""

from matches.core.seasons.csv_import.columns import COLUMNS
from matches.core.seasons.csv_import.preview import (
    Fingerprint,
    Judged,
    LineState,
    NameChoice,
    Preview,
    fingerprint,
    read_season,
)
from matches.core.seasons.csv_import.rows import CellFault, PastMatch
