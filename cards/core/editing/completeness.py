"""Completeness of a catalogue: how many facts are known, and which are missing."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cards.core.emissary_sets import EmissarySet, cards_without_emissary, emissary_sets
from cards.core.facts import CardFacts, CardType, People

# Facts that decide verdicts come first; the others are nice to have.
TEMPLATE_COLUMNS: tuple[str, ...] = (
    *("code", "slot", "people", "name", "number", "type", "moons", "extra_cards", "extra_moons", "emissary"),
    *("name_de", "fire", "earth", "icons", "timing", "summary", "source"),
)
_IDENTIFYING_COLUMNS = ("code", "slot", "people", "name", "number", "type")


@dataclass(frozen=True, slots=True)
class FactCounts:
    """How many cards have each fact. `moons_wanted` leaves out types without moons, such as leaders; cards of an
    unknown type are included."""

    label: str
    cards: int
    known: int
    english: int
    numbers: int
    moons: int
    moons_wanted: int
    complete: int

    @property
    def percent(self) -> int:
        """Return the percentage of complete cards, rounded down: 100 means all of them."""
        return 100 * self.complete // self.cards if self.cards else 100


@dataclass(frozen=True, slots=True)
class CatalogueCompleteness:
    """How complete a catalogue is: in all, by affiliation, by deck indicator; unseen cards (`gaps`); known cards that
    lack a fact that verdicts need (`wanting`); emissary sets, and their cards whose emissary is unknown (DECK-13)."""

    total: FactCounts
    by_people: tuple[FactCounts, ...]
    by_deck: tuple[FactCounts, ...]
    gaps: tuple[CardFacts, ...]
    wanting: tuple[CardFacts, ...]
    emissaries: tuple[EmissarySet, ...]
    unplaced: tuple[CardFacts, ...]


def catalogue_completeness(cards: Iterable[CardFacts]) -> CatalogueCompleteness:
    every = tuple(cards)
    peoples = tuple(count_facts(people.value, [card for card in every if card.people is people]) for people in People)
    decks = tuple(dict.fromkeys(card.deck for card in every))
    return CatalogueCompleteness(
        total=count_facts("", every),
        by_people=tuple(people for people in peoples if people.cards),
        by_deck=tuple(count_facts(deck, [card for card in every if card.deck == deck]) for deck in decks),
        gaps=tuple(card for card in every if not card.known),
        wanting=tuple(card for card in every if card.known and not card.complete),
        emissaries=emissary_sets(every),
        unplaced=cards_without_emissary(every),
    )


def count_facts(label: str, cards: Sequence[CardFacts]) -> FactCounts:
    with_moons = [card for card in cards if card.type is CardType.UNKNOWN or card.playable]
    return FactCounts(
        label=label,
        cards=len(cards),
        known=sum(card.known for card in cards),
        english=sum(bool(card.name) for card in cards),
        numbers=sum(bool(card.number) for card in cards),
        moons=sum(card.moons is not None for card in with_moons),
        moons_wanted=len(with_moons),
        complete=sum(card.complete for card in cards),
    )


def missing_facts_template(completeness: CatalogueCompleteness) -> str:
    """Return a table of unknown facts to fill in and upload; unfilled, it changes nothing."""
    out = io.StringIO()
    writer = csv.DictWriter(out, TEMPLATE_COLUMNS, lineterminator="\n")
    writer.writeheader()
    for card in dict.fromkeys((*completeness.gaps, *completeness.wanting, *completeness.unplaced)):
        row = {column: str(getattr(card, column)) for column in _IDENTIFYING_COLUMNS}
        # A gap is found by its slot, and gets its code from the person who has the card.
        writer.writerow(row if card.known else row | {"code": ""})
    return out.getvalue()
