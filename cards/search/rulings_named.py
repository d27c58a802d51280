"""Rulings for a search without cards: those on the cards whose names the text contains."""

from typing import Any

from cards.catalogue.queries import catalogues
from cards.core.facts import CardFacts
from cards.core.rulings import Asked
from cards.rulings.presenters import shown_rulings, spoken_book
from cards.rulings.queries import answered, book

MAX_RULINGS = 3


def rulings_for(text: str, *, words: bool = False) -> dict[str, Any]:
    """`named`: the cards that a question names; `rulings`: those on them, first those that name all of them.

    Where it names no card, the rulings with its `words` if they are asked for, else none: it was a query for cards.
    """
    now, cards = book(), catalogues()
    answer = answered(Asked(text=text), now, cards, spoken_book(now))
    named: list[CardFacts] = [
        card.by_code[code] for code in answer.cards for card in cards.values() if code in card.by_code
    ]
    if not named and not words:
        return {"named": [], "rulings": []}
    found = (*answer.rulings, *answer.near)[:MAX_RULINGS]
    return {"named": named, "rulings": shown_rulings(found, now, cards)}
