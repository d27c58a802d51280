"""Import of a past season: a file is read and judged line by line, before anything is kept; pure."""

from matches.core.seasons.csv_import.columns import COLUMNS
from matches.core.seasons.csv_import.preview import (
    Judged,
    LineState,
    MatchKey,
    Preview,
    UnknownName,
    match_fingerprint,
    read_season,
)
from matches.core.seasons.csv_import.rows import CellError, PastMatch
