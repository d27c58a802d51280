"""A deck laid on the table: its codes looked up once, so that every rule sees cards and none looks up anything."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cards.facts import PEOPLES, CardFacts, CardType, Catalogue, People
from decks.legality.deck import DeckList
from decks.legality.report import Finding, MoonRow, Severity
from decks.legality.sets import family

SHOWN = 6  # cards a sentence names before it says how many more there are


@dataclass(frozen=True, slots=True)
class Limits:
    """Size and moons a deck must keep; None where there is no limit or nobody can know it."""

    size: int | None
    moons: int | None


@dataclass(frozen=True, slots=True)
class Case:
    """What the rules look at. `cards` has each card once, with its copies, in the order of the list."""

    deck: DeckList
    catalogue: Catalogue
    cards: tuple[tuple[CardFacts, int], ...]
    strangers: tuple[str, ...]
    leaders: tuple[CardFacts, ...]
    limits: Limits = Limits(None, None)

    @property
    def leader(self) -> CardFacts | None:
        """The one leader of a people, None as long as DECK-01 is not kept."""
        if len(self.leaders) != 1 or len(self.deck.leaders) != 1:
            return None
        return self.leaders[0] if is_leader(self.leaders[0]) else None

    @property
    def people(self) -> People | None:
        """The people of the leader."""
        return self.leader.people if self.leader else None

    @property
    def size(self) -> int:
        """Cards in the deck, copies counted."""
        return sum(copies for _, copies in self.cards)

    @property
    def foreign(self) -> tuple[tuple[CardFacts, int], ...]:
        """Cards of another affiliation than the leader's (DECK-03, DECK-06), whatever deck they are packed in."""
        if self.people is None:
            return ()
        return tuple((card, copies) for card, copies in self.cards if card.people is not self.people and card.playable)

    @property
    def rows(self) -> tuple[MoonRow, ...]:
        """The moon sum, a row for each foreign card; an unprinted moon counts 0 (DECK-07), an unknown one is None."""
        return tuple(
            MoonRow(card.code, None if card.moons is None else card.moons * copies) for card, copies in self.foreign
        )

    def named(self, codes: tuple[str, ...]) -> Iterator[CardFacts]:
        """The cards of these codes that exist."""
        return (self.catalogue[code] for code in codes if code in self.catalogue)


def is_leader(card: CardFacts) -> bool:
    """Whether a card is the leader of one of the nine peoples."""
    return card.type is CardType.LEADER and card.people in PEOPLES


def lay_out(deck: DeckList, catalogue: Catalogue) -> Case:
    """Look up a deck. A family that is named but not listed at all is its five cards; nothing else is added."""
    copies: dict[str, int] = {}
    for entry in deck.entries:
        copies[entry.code] = copies.get(entry.code, 0) + entry.copies
    for letter in deck.families:
        five = [card.code for card in family(catalogue, letter)]
        if not any(code in copies for code in five):
            copies.update(dict.fromkeys(five, 1))
    known = catalogue.by_code
    beside = (*deck.leaders, *deck.inquisitors, *deck.emissaries)
    return Case(
        deck=deck,
        catalogue=catalogue,
        cards=tuple((known[code], number) for code, number in copies.items() if code in known),
        strangers=tuple(code for code in (*copies, *beside) if code not in known),
        leaders=tuple(known[code] for code in deck.leaders if code in known),
    )


def full_name(card: CardFacts) -> str:
    """Code and name, as a sentence names a card.

    >>> full_name(CardFacts("Vulca 10", People.VULCA, CardType.CHARACTER, name="Sear"))
    'Vulca 10 Sear'
    """
    return card.code if card.label == card.code else f"{card.code} {card.label}"


def listing(cards: list[CardFacts]) -> str:
    """Cards named in a sentence, the first few in full."""
    shown = ", ".join(full_name(card) for card in cards[:SHOWN])
    return shown if len(cards) <= SHOWN else f"{shown} … (+{len(cards) - SHOWN})"


def error(code: str, template: str, **params: object) -> Finding:
    """A finding that makes the deck illegal and names no card."""
    return Finding(code, Severity.ERROR, template, params)
