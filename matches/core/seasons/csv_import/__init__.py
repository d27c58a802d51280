"""Import of a past season: a file is parsed and checked line by line before anything is saved; pure."""

from matches.core.seasons.csv_import.columns import COLUMNS
from matches.core.seasons.csv_import.preview import (
    CheckedLine,
    LineState,
    MatchKey,
    Preview,
    UnknownName,
    match_fingerprint,
    preview_season,
)
from matches.core.seasons.csv_import.rows import CellError, PastMatch
