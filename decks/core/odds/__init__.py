"""Odds of a deck: exact probabilities, and hands dealt from a seed; pure."""

from __future__ import annotations

from decks.core.odds.hypergeometric import ANY_OF, Odds, any_class, odds_of, seen_by
from decks.core.odds.opening_hands import HAND, Dealt, deal

__all__ = ["ANY_OF", "HAND", "Dealt", "Odds", "any_class", "deal", "odds_of", "seen_by"]
