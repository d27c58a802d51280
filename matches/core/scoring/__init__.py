"""Games, crystals and standings: the rules of MATCH-01 to MATCH-13 and GAME-10 to GAME-24, pure."""

from __future__ import annotations

from decks.core.legality.deck import Edition
from matches.core.scoring.dragons import DRAGONS, Side, SixCards, Tug, attract, cards_that_count, dragons_for_fight
from matches.core.scoring.fights import Fight, Track, dragons_of, own_dragons, track_of, winner_by_dragons
from matches.core.scoring.games import game_from_fights
from matches.core.scoring.records import (
    MOST_PENALTY,
    TARGET,
    DeckChanges,
    DecksShown,
    Ended,
    Finding,
    Game,
    MatchRecord,
    MatchScore,
    Penalised,
    Penalty,
    Severity,
    Sheet,
    usual_penalty,
)
from matches.core.scoring.score import crystals_for, most_games, score
from matches.core.standings.groups import First, Reason, Result, Row, standings

__all__ = [
    "DRAGONS",
    "MOST_PENALTY",
    "TARGET",
    "DeckChanges",
    "DecksShown",
    "Edition",
    "Ended",
    "Fight",
    "Finding",
    "First",
    "Game",
    "MatchRecord",
    "MatchScore",
    "Penalised",
    "Penalty",
    "Reason",
    "Result",
    "Row",
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
    "most_games",
    "own_dragons",
    "score",
    "standings",
    "track_of",
    "usual_penalty",
    "winner_by_dragons",
]
