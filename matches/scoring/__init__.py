"""Games, crystals and standings: the rules of MATCH-01 to MATCH-13 and GAME-19 to GAME-22, pure."""

from __future__ import annotations

from decks.legality.deck import Edition
from matches.scoring.records import (
    TARGET,
    DeckChanges,
    Ended,
    Finding,
    Game,
    MatchRecord,
    MatchScore,
    Penalty,
    Severity,
    Sheet,
    usual_penalty,
)
from matches.scoring.score import crystals_for, most_games, score
from matches.scoring.standings import Reason, Result, Row, standings
from matches.scoring.tug import DRAGONS, Side, SixCards, Tug, attract, cards_that_count, dragons_for_fight

__all__ = [
    "DRAGONS",
    "TARGET",
    "DeckChanges",
    "Edition",
    "Ended",
    "Finding",
    "Game",
    "MatchRecord",
    "MatchScore",
    "Penalty",
    "Reason",
    "Result",
    "Row",
    "Severity",
    "Sheet",
    "Side",
    "SixCards",
    "Tug",
    "attract",
    "cards_that_count",
    "crystals_for",
    "dragons_for_fight",
    "most_games",
    "score",
    "standings",
    "usual_penalty",
]
