"""Standings: one engine for events, groups and seasons, and the registry of tie-breaks; pure."""

from matches.core.standings.criteria import DEFAULT_ORDER, TIE_BREAKS, Points, columns
from matches.core.standings.engine import (
    GROUP_RULES,
    Outcome,
    PlayedMatch,
    Reason,
    Rules,
    StandingRow,
    between,
    shared_place,
    standings,
)
