"""The measured worths of a card, for its page."""

from cards.core.facts import CardFacts
from cards.hooks import MeasuredWorth
from game.evidence.worth import CONTEXTS, DRAFTED
from game.records.coverage import without_text
from game.shipped_evidence import shipped_evidence


def worths_of(card: CardFacts) -> list[MeasuredWorth]:
    """The worth of a card in a draft and in the deck of each people, as far as it was measured."""
    if card.game != "bluemoon":
        return []
    evidence, left_out = shipped_evidence(), bool(without_text([card]))
    return [
        MeasuredWorth("" if context == DRAFTED else context, worth.value, worth.low, worth.high, worth.games, left_out)
        for context in CONTEXTS
        if (worth := evidence.of(card.code, context))
    ]
