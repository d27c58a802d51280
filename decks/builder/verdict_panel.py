"""Verdict panel of the builder after every tap: the verdict and the strip."""

from cards.core.facts import Catalogue
from decks.core.legality import DeckList
from decks.deck.judging import verdict_on
from decks.deck.presenters import verdict
from decks.deck.summary_strip import strip_of


def judged(deck: DeckList, cards: Catalogue) -> dict[str, object]:
    panel = verdict(verdict_on(deck, cards), cards)
    return {"verdict": panel, "strip": strip_of(deck, cards, panel)}
