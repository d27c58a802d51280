"""A season of a group: its table of crystals, how it moved, who beats whom, ratings, strengths, past seasons; pure."""

from __future__ import annotations

from matches.core.seasons.encounters import NOTHING, Bout, Brought, Encounter, people_of
from matches.core.seasons.head_to_head import CrossCell, Duel, WinCount, between, cross_table, duel_of, played_with
from matches.core.seasons.ratings import MIN_RATED_MATCHES, Rating, rating_courses
from matches.core.seasons.strengths import MIN_GAMES, Share, Strength, by_card, by_people, wilson
from matches.core.seasons.totals import Course, Season, Standing, course_of, season

__all__ = [
    "MIN_GAMES",
    "MIN_RATED_MATCHES",
    "NOTHING",
    "Bout",
    "Brought",
    "Course",
    "CrossCell",
    "Duel",
    "Encounter",
    "Rating",
    "Season",
    "Share",
    "Standing",
    "Strength",
    "WinCount",
    "between",
    "by_card",
    "by_people",
    "course_of",
    "cross_table",
    "duel_of",
    "people_of",
    "played_with",
    "rating_courses",
    "season",
    "wilson",
]
