"""Catalogue of the engine: what it needs of the cards; nothing else here imports `cards`."""

from cards.core.catalogue_csv import read_cards
from cards.core.facts import PEOPLES, CardFacts, CardType, Catalogue, IconKind, People, catalogue_key

__all__ = ["PEOPLES", "CardFacts", "CardType", "Catalogue", "IconKind", "People", "catalogue_key", "read_cards"]
