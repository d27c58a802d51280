"""A season of a group: standings, crystals over time, head-to-heads, ratings, strengths, imports; pure."""

from matches.core.seasons.encounters import Bout, DeckBrought, Encounter, people_of_deck
from matches.core.seasons.head_to_head import cross_table, encounters_between, head_to_head, wins_by_deck
from matches.core.seasons.orders import DEFAULT_ORDER, SeasonOrder, season_standings
from matches.core.seasons.strengths import (
    MIN_GAMES,
    MIN_RATED_MATCHES,
    MeasuredStrength,
    WinShare,
    card_strengths,
    people_strengths,
    ratings_by_match,
)
from matches.core.seasons.totals import CrystalsOverTime, SeasonTotals, season_totals
