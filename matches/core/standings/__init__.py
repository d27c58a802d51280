"""Standings: one engine for events, groups and seasons, and the registry of tie-breaks; pure."""

from __future__ import annotations

from matches.core.standings.criteria import DEFAULT_ORDER, POINTS, TIE_BREAKS, Criterion, Points, Tally
from matches.core.standings.engine import Outcome, PlayedMatch, Reason, Rules, StandingRow, standings
from matches.core.standings.groups import GROUP_RULES, between, place_and_name

__all__ = [
    "DEFAULT_ORDER",
    "GROUP_RULES",
    "POINTS",
    "TIE_BREAKS",
    "Criterion",
    "Outcome",
    "PlayedMatch",
    "Points",
    "Reason",
    "Rules",
    "StandingRow",
    "Tally",
    "between",
    "place_and_name",
    "standings",
]
