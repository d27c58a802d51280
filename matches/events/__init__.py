"""Events: who stands where and why, and who meets whom in each stage; pure."""

from __future__ import annotations

from matches.events.rights import RIGHTS, Deed, Who, allowed
from matches.events.stages import MOST_CUT, Seeded, bracket, next_bracket, pods, round_robin, seed_cut
from matches.events.standings import DEFAULT_ORDER, Line, Outcome, Played, Points, Rules, TieBreak, Why, table

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
