"""Scoring: games and crystals by the rules MATCH-01 to MATCH-13 and GAME-10 to GAME-24; pure."""

from __future__ import annotations

from decks.core.legality.deck import Edition
from decks.core.legality.sideboarding import DeckChanges
from matches.core.scoring.dragons import (
    Side,
    Track,
    Tug,
    attract,
    cards_that_count,
    dragons_for_fight,
    dragons_of,
    own_dragons,
    track_of,
    winner_by_dragons,
)
from matches.core.scoring.games import game_from_fights
from matches.core.scoring.records import (
    DRAGONS,
    MAX_PENALTY_CRYSTALS,
    TARGET,
    USUAL_SHEET,
    DecksShown,
    Ended,
    Fight,
    Finding,
    Game,
    MatchRecord,
    MatchScore,
    Penalised,
    Penalty,
    Severity,
    Sheet,
    SixCards,
    usual_penalty,
)
from matches.core.scoring.score import crystals_for, score

__all__ = [
    "DRAGONS",
    "MAX_PENALTY_CRYSTALS",
    "TARGET",
    "USUAL_SHEET",
    "DeckChanges",
    "DecksShown",
    "Edition",
    "Ended",
    "Fight",
    "Finding",
    "Game",
    "MatchRecord",
    "MatchScore",
    "Penalised",
    "Penalty",
    "Severity",
    "Sheet",
    "Side",
    "SixCards",
    "Track",
    "Tug",
    "attract",
    "cards_that_count",
    "crystals_for",
    "dragons_for_fight",
    "dragons_of",
    "game_from_fights",
    "own_dragons",
    "score",
    "track_of",
    "usual_penalty",
    "winner_by_dragons",
]
