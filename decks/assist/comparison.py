"""Comparison of two decks: the cards they share, and the cards in only one of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from cards.catalogue.queries import catalogue
from cards.core.facts import CardFacts, Catalogue, People
from decks.core.legality import DeckList, judge_deck
from decks.core.odds import DeckShape, deck_shape, similarity
from decks.deck.choice import ChosenDeck
from decks.deck.presenters import DeckVerdict, people_of, verdict_of
from decks.models import Deck


@dataclass(frozen=True, slots=True)
class ComparedDeck:
    """One of two decks; `only` are the cards that the other doesn’t have."""

    chosen: ChosenDeck
    shape: DeckShape
    verdict: DeckVerdict
    only: list[CardFacts]
    people: People | None

    @property
    def row(self) -> Deck:
        return self.chosen.row


@dataclass(frozen=True, slots=True)
class DeckComparison:
    """Two decks, the cards that are in both, and the percentage of cards they share."""

    sides: list[ComparedDeck]
    both: list[CardFacts]
    likeness: int


def playable_cards(deck: DeckList, cards: Catalogue) -> list[CardFacts]:
    return [cards[code] for code in deck.codes if code in cards and cards[code].playable]


def compare_decks(found: Sequence[ChosenDeck]) -> DeckComparison:
    books = [catalogue(one.row.game) for one in found]
    facts = [playable_cards(one.deck, cards) for one, cards in zip(found, books, strict=True)]
    codes = [{card.code for card in deck_facts} for deck_facts in facts]
    sides = [
        ComparedDeck(
            one,
            deck_shape(mine),
            verdict_of(judge_deck(one.deck, cards), cards),
            [card for card in mine if card.code not in codes[1 - at]],
            people_of(one.deck, cards),
        )
        for at, (one, cards, mine) in enumerate(zip(found, books, facts, strict=True))
    ]
    both = [card for card in books[0] if card.code in codes[0] & codes[1]]
    return DeckComparison(sides, both, round(100 * similarity(codes[0], codes[1])))
