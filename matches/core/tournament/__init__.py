"""Events: who stands where and why, and who meets whom in each stage; pure."""

from __future__ import annotations

from matches.core.standings.events import DEFAULT_ORDER, Line, Outcome, Played, Points, Rules, TieBreak, Why, table
from matches.core.tournament.roles import RIGHTS, Deed, Who, allowed
from matches.core.tournament.stages import MOST_CUT, Seeded, bracket, next_bracket, pods, round_robin, seed_cut

__all__ = [
    "DEFAULT_ORDER",
    "MOST_CUT",
    "RIGHTS",
    "Deed",
    "Line",
    "Outcome",
    "Played",
    "Points",
    "Rules",
    "Seeded",
    "TieBreak",
    "Who",
    "Why",
    "allowed",
    "bracket",
    "next_bracket",
    "pods",
    "round_robin",
    "seed_cut",
    "table",
]
