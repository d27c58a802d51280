"""Standings: the engine for events, groups and seasons, and the registry of tie-breaks; pure."""

from matches.core.standings.criteria import DEFAULT_ORDER, TIE_BREAKS, Points, criteria_with_column
from matches.core.standings.engine import (
    GROUP_STANDINGS_RULES,
    Outcome,
    PlayedMatch,
    Reason,
    StandingRow,
    StandingsRules,
    compute_standings,
    played_match_between,
    points_of_bye,
    tied_reason,
)
