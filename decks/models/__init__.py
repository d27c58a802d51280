"""The tables of this app, by subject."""

from decks.models.collection import Shelf, ShelfBox, ShelfMember
from decks.models.deck import MAX_FOLDER, MAX_NAME, MAX_NOTES, Deck, DeckCard, Pool
from decks.models.editors import DeckEditor, EditingLink
from decks.models.history import DeckChange, VersionName
from decks.models.house_format import HouseFormat
from decks.models.listing import MAX_GUIDE, DeckAuthor, DeckGuide, DeckLike, DeckListing
from decks.models.search_job import SearchJob
