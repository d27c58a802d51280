"""Catalogue of the engine: the only module of this app that imports `cards`."""

from cards.core.catalogue_csv import read_catalogue_file
from cards.core.facts import PEOPLES, CardFacts, CardType, Catalogue, IconKind, People, card_sort_key

__all__ = ["PEOPLES", "CardFacts", "CardType", "Catalogue", "IconKind", "People"]
__all__ += ["card_sort_key", "read_catalogue_file"]
