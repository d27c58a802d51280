"""Scoring: games and crystals by the rules MATCH-01 to MATCH-13 and GAME-10 to GAME-24; pure."""

from decks.core.legality.decklist import DeckChanges, Edition
from matches.core.scoring.dragons import (
    Direction,
    DragonPosition,
    attract,
    count_for_six,
    dragon_track,
    dragons_for_fight,
)
from matches.core.scoring.game_checks import game_from_fights
from matches.core.scoring.match import (
    DEFAULT_SHEET,
    DEFAULT_TARGET,
    MAX_DRAGONS,
    MAX_PENALTY_CRYSTALS,
    MAX_TARGET,
    DecksShown,
    Fight,
    GameEnd,
    GameRecord,
    Issue,
    MatchRecord,
    MatchScore,
    MatchSettings,
    PenalisedMistake,
    Penalty,
    Severity,
    SixCardsRule,
    default_mistake_penalty,
)
from matches.core.scoring.score import score_match
