"""Shipped evidence: the measured values that come with the site, read once per process."""

from functools import cache
from pathlib import Path

from django.conf import settings

from cards.core.facts import CardFacts
from cards.hooks import MeasuredWorth
from game.evidence.tables import Evidence, read_evidence
from game.evidence.worth import DRAFTED, MEASUREMENT_CONTEXTS
from game.players.position_value import FittedValue, Network, read_network
from game.records.coverage import cards_played_without_text


@cache
def _shipped_network() -> Network:
    return read_network(Path(settings.BASE_DIR) / "fixtures" / "bluemoon" / "position_value.json")


def shipped_position_value() -> FittedValue:
    """The fitted value of positions, for one game: it holds on to the figures of its table."""
    return FittedValue(
        _shipped_network(),
        {code: worth.value for (context, code), worth in shipped_evidence().cards.items() if context == DRAFTED},
    )


def shipped_evidence() -> Evidence:
    """The measured worths of cards, traits and peoples."""
    return read_evidence(Path(settings.BASE_DIR) / "fixtures" / "bluemoon")


def measured_values_of(card: CardFacts) -> list[MeasuredWorth]:
    """The worth of a card in a draft and in the deck of each people, as far as it was measured."""
    if card.game != "bluemoon":
        return []
    evidence, left_out = shipped_evidence(), bool(cards_played_without_text([card]))
    return [
        MeasuredWorth("" if context == DRAFTED else context, worth.value, worth.low, worth.high, worth.games, left_out)
        for context in MEASUREMENT_CONTEXTS
        if (worth := evidence.of(card.code, context))
    ]
