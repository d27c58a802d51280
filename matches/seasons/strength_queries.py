"""Queries of strengths: peoples and cards of a season, with their labels."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from cards.catalogue.queries import catalogue
from cards.core.facts import CardFacts
from matches.core.seasons import Encounter, MeasuredStrength, WinShare, card_strengths, people_strengths


@dataclass(frozen=True, slots=True)
class StrengthLine:
    """The strength of a people or a card, with the facts of the card."""

    strength: MeasuredStrength
    card: CardFacts | None

    @property
    def win_share(self) -> WinShare:
        return self.strength.games if self.strength.games.of or not self.strength.matches.of else self.strength.matches

    @property
    def width(self) -> int:
        """Return the width of the interval in percent, at least enough to be visible."""
        return max(1, self.win_share.high - self.win_share.low)

    @property
    def url(self) -> str:
        """Return the page of the card; empty for a people."""
        return reverse("cards:card", args=[self.card.slug]) if self.card else ""

    @property
    def label(self) -> str:
        return self.card.label if self.card else self.strength.what


def people_strength_lines(played: Sequence[Encounter]) -> list[StrengthLine]:
    return [StrengthLine(strength, None) for strength in people_strengths(played)]


def card_strength_lines(played: Sequence[Encounter]) -> list[StrengthLine]:
    cards = catalogue()
    return [
        StrengthLine(strength, next(iter(cards.lookup(strength.what)), None)) for strength in card_strengths(played)
    ]
