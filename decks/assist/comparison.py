"""Comparison of two decks: the cards they share, and the cards in only one of them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cards.catalogue.queries import catalogue
from cards.core.facts import CardFacts, Catalogue, People
from common.errors import Invalid
from common.text import gettext_noop
from decks.core.legality import DeckList, judge_deck
from decks.core.odds import DeckShape, deck_shape, similarity
from decks.deck.choice import ChosenDeck
from decks.deck.presenters import DeckVerdict, verdict_of
from decks.deck.queries import people_of_row
from decks.models import Deck


@dataclass(frozen=True, slots=True)
class ComparedDeck:
    """One of two decks; `only` are the copies of cards that the other doesn’t have."""

    chosen: ChosenDeck
    shape: DeckShape
    verdict: DeckVerdict
    only: Counter[CardFacts]
    people: People | None

    @property
    def row(self) -> Deck:
        return self.chosen.row

    @property
    def own(self) -> frozenset[str]:
        return self.verdict.own_cards(self.chosen.deck.codes)


@dataclass(frozen=True, slots=True)
class DeckComparison:
    """Two decks of a game, the copies of cards that are in both, and the percentage of cards they share."""

    sides: list[ComparedDeck]
    both: Mapping[CardFacts, int]
    likeness: int


def playable_cards(deck: DeckList, cards: Catalogue) -> list[CardFacts]:
    return [cards[code] for code in deck.codes if code in cards and cards[code].playable]


def compare_decks(found: Sequence[ChosenDeck]) -> DeckComparison:
    """Compare two decks, copies counted; raises `Invalid` if they are for different games."""
    if found[0].row.game != found[1].row.game:
        raise Invalid(gettext_noop("These two decks are for different games. Choose two of the same game."))
    cards = catalogue(found[0].row.game)
    copies = [Counter(playable_cards(one.deck, cards)) for one in found]
    shared = copies[0] & copies[1]
    sides = [
        ComparedDeck(
            one,
            deck_shape(list(mine.elements())),
            verdict_of(judge_deck(one.deck, cards), cards),
            mine - shared,
            people_of_row(one.row, cards),
        )
        for one, mine in zip(found, copies, strict=True)
    ]
    codes = [{card.code for card in mine} for mine in copies]
    both = {card: shared[card] for card in cards if card in shared}
    return DeckComparison(sides, both, round(100 * similarity(*codes)))
