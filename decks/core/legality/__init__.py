"""Deck legality: one verdict, with every finding, by the rules DECK-01 to DECK-25 and COC-01 to COC-17."""

from decks.core.legality.deck import Agreement, DeckList, Edition, Entry, FamilyRule, Format, House, Play
from decks.core.legality.formats import FORMATS
from decks.core.legality.games import GAME_RULES, GameRules, judge
from decks.core.legality.house import declaration_of, house_of, read_house
from decks.core.legality.report import HOUSE, Finding, Report, Severity, Status, while_unread
from decks.core.legality.sets import extras, family, leader_of, people_deck
