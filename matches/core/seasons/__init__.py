"""A season of a group: its table of crystals, how it moved, who beats whom, ratings, strengths, past seasons; pure."""

from matches.core.seasons.encounters import Bout, Brought, Encounter, people_of
from matches.core.seasons.head_to_head import between, cross_table, duel_of, played_with
from matches.core.seasons.orders import USUAL_ORDER, SeasonOrder, season_table
from matches.core.seasons.ratings import MIN_RATED_MATCHES, rating_courses
from matches.core.seasons.strengths import MIN_GAMES, Share, Strength, by_card, by_people, wilson
from matches.core.seasons.totals import Course, Season, season
