"""Deck legality: one verdict, with every finding, by the rules DECK-01 to DECK-25 and COC-01 to COC-17."""

from decks.core.legality.decklist import Agreement, DeckList, Edition, Entry, FamilyRule, Format, HouseRules, Play
from decks.core.legality.formats import FORMAT_RULES
from decks.core.legality.games import GAME_RULES, GameRules, judge_deck
from decks.core.legality.house import house_rules_as_data, house_rules_from_data, parse_house_rules
from decks.core.legality.report import HOUSE_RULE_NUMBER, Finding, Report, Severity, Status, report_with_unread_lines
from decks.core.legality.sets import extra_cards, family, leader_of, people_deck
