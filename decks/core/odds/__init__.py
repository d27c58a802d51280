"""Odds of a deck: exact probabilities, and hands dealt from a seed; pure."""

from decks.core.odds.hypergeometric import Odds, any_class, odds_of, seen_by
from decks.core.odds.opening_hands import HAND, deal
