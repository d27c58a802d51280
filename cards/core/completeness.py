"""Completeness of a catalogue: how many facts are known, and which are missing; by people, or by numbered set."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cards.core import stats
from cards.core.emissary_sets import EmissarySet, cards_without_emissary, emissary_sets
from cards.core.facts import CardFacts, CardType, People

# Facts that decide verdicts come first; the rest only complete a card.
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


def missing_facts_csv(completeness: CatalogueCompleteness) -> str:
    """Return a table of unknown facts to fill in and upload; unfilled, it changes nothing."""
    cards = dict.fromkeys((*completeness.gaps, *completeness.wanting, *completeness.unplaced))
    # A gap is found by its slot, and gets its code from the person who has the card.
    rows = (
        {column: str(getattr(card, column)) for column in _IDENTIFYING_COLUMNS if card.known or column != "code"}
        for card in cards
    )
    return _format_csv(TEMPLATE_COLUMNS, rows)


def _format_csv(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


# Cards of a game whose facts include set, faction and `unknown` (`cards.games.cthulhu.facts`).
SetCard = Any


@dataclass(frozen=True, slots=True)
class FactionCompleteness:
    """How many cards a faction has, and how many of them are complete."""

    label: str
    cards: int
    complete: int

    @property
    def percent(self) -> int:
        return 100 * self.complete // self.cards if self.cards else 100


@dataclass(frozen=True, slots=True)
class CardSetCompleteness:
    """A set: its size, how many of its numbers have a card, how many are complete, and the numbers without a card."""

    label: str
    size: int
    printings: int
    complete: int
    missing: tuple[str, ...]

    @property
    def percent(self) -> int:
        return 100 * self.complete // self.size if self.size else 100


@dataclass(frozen=True, slots=True)
class CompletenessBySet:
    """How complete a catalogue is: in all, by faction and by set; `wanting` are the cards with unknown facts."""

    cards: int
    complete: int
    by_faction: tuple[FactionCompleteness, ...]
    by_set: tuple[CardSetCompleteness, ...]
    wanting: tuple[SetCard, ...]

    @property
    def numbers(self) -> int:
        return sum(share.size for share in self.by_set)

    @property
    def printings(self) -> int:
        return sum(share.printings for share in self.by_set)


def completeness_by_set(
    cards: Iterable[SetCard], *, factions: Sequence[str], sets: Mapping[str, tuple[str, int]]
) -> CompletenessBySet:
    """Return how complete these cards are; `sets` has each set’s kind and number of cards. Cards without a faction
    (stories) are counted under an empty label."""
    every = tuple(cards)
    by_faction = {faction: [card for card in every if card.people == faction] for faction in (*factions, "")}
    return CompletenessBySet(
        cards=len(every),
        complete=sum(card.complete for card in every),
        by_faction=tuple(
            FactionCompleteness(faction, len(own), sum(card.complete for card in own))
            for faction, own in by_faction.items()
            if own
        ),
        by_set=tuple(
            CardSetCompleteness(
                summary.name,
                summary.size,
                summary.known_count,
                sum(printed_card.card.complete for printed_card in summary.printed),
                summary.missing_numbers,
            )
            for summary in stats.summaries_of_sets(every, sets)
        ),
        wanting=tuple(card for card in every if not card.complete),
    )


def missing_facts_csv_of_sets(completeness: CompletenessBySet, columns: Sequence[str]) -> str:
    """Return a table of the cards with unknown facts, to fill in and upload; unchanged, it changes nothing.

    It has `printing` and `code`, which identify the card, its name, and the columns that any of them lacks.
    """
    lacking = {_COLUMN_NAMES.get(column, column) for card in completeness.wanting for column in card.unknown}
    filled = [column for column in columns if column in _KEY_COLUMNS or column in lacking]
    return _format_csv(
        filled, ({column: getattr(card, column) for column in _KEY_COLUMNS} for card in completeness.wanting)
    )


_KEY_COLUMNS = ("printing", "code", "name", "title")
_COLUMN_NAMES = {"people": "faction"}
