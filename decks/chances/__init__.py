"""How a deck will draw: exact odds, and hands dealt from a seed; pure."""

from __future__ import annotations

from decks.chances.hands import HAND, Dealt, deal
from decks.chances.odds import ANY_OF, Odds, any_class, at_least, odds_of, seen_by

__all__ = ["ANY_OF", "HAND", "Dealt", "Odds", "any_class", "at_least", "deal", "odds_of", "seen_by"]
