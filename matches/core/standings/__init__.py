"""Standings: one engine for events, groups and seasons, and the registry of tie-breaks; pure."""

from matches.core.standings.criteria import DEFAULT_ORDER, TIE_BREAKS, Points, columns
from matches.core.standings.engine import Outcome, PlayedMatch, Reason, Rules, StandingRow, standings
from matches.core.standings.groups import GROUP_RULES, between, place_and_name
