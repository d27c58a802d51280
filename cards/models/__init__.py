"""The tables of this app, by subject."""

from cards.models.catalogue import BOOK, GAME, Card, CatalogueVersion, SavedSearch
from cards.models.editing import CardWitness, CatalogueChange, TextPack, TextPackReader, TextPackText, Way
from cards.models.rulings import CardList, Erratum, ListEntry, Ruling, RulingReading, RulingTopic
