"""Scoring: games and crystals by the rules MATCH-01 to MATCH-13 and GAME-10 to GAME-24; pure."""

from decks.core.legality.decklist import DeckChanges, Edition
from matches.core.scoring.dragons import DragonPosition, Side, attract, cards_that_count, dragons_for_fight, track_of
from matches.core.scoring.games import game_from_fights
from matches.core.scoring.match import (
    DEFAULT_SHEET,
    DEFAULT_TARGET,
    MAX_DRAGONS,
    MAX_PENALTY_CRYSTALS,
    MAX_TARGET,
    DecksShown,
    Ended,
    Fight,
    Finding,
    Game,
    MatchRecord,
    MatchScore,
    Mistake,
    Penalty,
    Severity,
    Sheet,
    SixCardsRule,
    default_penalty,
)
from matches.core.scoring.score import score_match
