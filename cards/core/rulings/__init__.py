"""Rulings, errata and lists: their facts, which of them concern a card, and finding one; pure, no Django."""

from cards.core.rulings.book import RulingsBook, rulings_about_card
from cards.core.rulings.facts import CardList, Erratum, ListEntry, ListKind, Reading, Ruling, Topic, Trust
from cards.core.rulings.finding import RulingQuery, RulingsFound, search_rulings
