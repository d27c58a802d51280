"""The one door to the floor below: what the engine needs of the card catalogue."""

from __future__ import annotations

from cards.core.catalogue_csv import read_cards
from cards.core.facts import PEOPLES, CardFacts, CardType, Catalogue, IconKind, People

__all__ = ["PEOPLES", "CardFacts", "CardType", "Catalogue", "IconKind", "People", "read_cards"]
