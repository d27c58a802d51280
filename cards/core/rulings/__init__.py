"""Rulings, errata and lists: what they are, which of them concern a card, and how one is found; pure, no Django."""

from cards.core.rulings.book import Book, rulings_about_card
from cards.core.rulings.facts import CardList, Erratum, ListEntry, ListKind, Reading, Ruling, Topic, Trust
from cards.core.rulings.finding import RulingQuery, RulingsFound, search_rulings
