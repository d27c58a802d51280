"""Rulings for a search without cards: those on the cards whose names the text contains."""

from typing import Any

from cards.catalogue.queries import catalogues
from cards.core.facts import CardFacts
from cards.core.rulings import Asked, find
from cards.rulings.presenters import shown_rulings, spoken_book
from cards.rulings.queries import book, names

MAX_RULINGS = 3


def rulings_for(text: str) -> dict[str, Any]:
    """`named`: the cards that a question names; `rulings`: those on them, first those that name all of them.

    Empty where it names no card: then the words were a query for cards that fits none.
    """
    now, cards = book(), catalogues()
    answer = find(Asked(text=text), now, names(), spoken_book(now))
    named: list[CardFacts] = [
        card.by_code[code] for code in answer.cards for card in cards.values() if code in card.by_code
    ]
    if not named:
        return {"named": [], "rulings": []}
    return {"named": named, "rulings": shown_rulings(answer.rulings[:MAX_RULINGS], now, cards)}
