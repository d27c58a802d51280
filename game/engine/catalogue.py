"""The one door to the floor below: what the engine needs of the card catalogue."""

from __future__ import annotations

from cards.facts import PEOPLES, CardFacts, CardType, Catalogue, IconKind, People
from cards.tables import read_cards

__all__ = ["PEOPLES", "CardFacts", "CardType", "Catalogue", "IconKind", "People", "read_cards"]
