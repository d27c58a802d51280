"""Book: index of all rulings, errata and lists, by card among others, with the rules on properties of cards; pure."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from cards.core.rulings.facts import CardList, Erratum, ListEntry, Reading, Ruling, Topic, Trust

_TRUST_ORDER = {trust: index for index, trust in enumerate(Trust)}


class HasRulings(Protocol):
    """Protocol of a card for rulings, of any game."""

    @property
    def code(self) -> str:
        """Return the code of the card."""

    @property
    def game(self) -> str:
        """Return its game."""

    @property
    def facets(self) -> Mapping[str, tuple[str, ...]]:
        """Return the properties that rulings can be about without naming the card, by the ruling’s field."""


class RulingsBook:
    """Index of rulings by id, card and topic, with the errata and lists. `version` rises with every change."""

    def __init__(
        self,
        *,
        rulings: Iterable[Ruling] = (),
        errata: Iterable[Erratum] = (),
        lists: Iterable[CardList] = (),
        topics: Iterable[Topic] = (),
        readings: Iterable[Reading] = (),
        version: int = 0,
    ) -> None:
        self.version = version
        self.rulings: tuple[Ruling, ...] = tuple(rulings)
        self.errata: tuple[Erratum, ...] = tuple(errata)
        self.lists: tuple[CardList, ...] = tuple(lists)
        self.topics: Mapping[str, Topic] = {topic.slug: topic for topic in topics}
        self.readings: Mapping[str, Reading] = {reading.number: reading for reading in readings}
        self.by_slug: Mapping[str, Ruling] = {ruling.slug: ruling for ruling in self.rulings}
        self._by_card: dict[tuple[str, str], list[Ruling]] = {}
        for ruling in self.rulings:
            for code in ruling.cards:
                self._by_card.setdefault((ruling.game, code), []).append(ruling)

    def rulings_naming(self, game: str, code: str) -> tuple[Ruling, ...]:
        return most_trusted_first(self._by_card.get((game, code), ()))

    def errata_of(self, game: str, code: str) -> tuple[Erratum, ...]:
        return tuple(erratum for erratum in self.errata if (erratum.game, erratum.card) == (game, code))

    def entries_of(self, game: str, code: str) -> tuple[tuple[CardList, ListEntry], ...]:
        return tuple(
            (card_list, entry)
            for card_list in self.lists
            if card_list.game == game
            for entry in card_list.entries
            if entry.card == code
        )

    def readings_of(self, entry: Ruling | Erratum) -> tuple[Reading, ...]:
        return tuple(self.readings[number] for number in entry.readings if number in self.readings)

    def related(self, ruling: Ruling) -> tuple[Ruling, ...]:
        ids = set(ruling.see)
        return tuple(other for other in self.rulings if other.id in ids or ruling.id in other.see)

    def marks_by_card(self, game: str) -> dict[str, tuple[str, ...]]:
        """Return by card its marks: `errata`, `rulings`, and the current lists it is on."""
        kinds: dict[str, set[str]] = {}
        for erratum in self.errata:
            if erratum.game == game:
                kinds.setdefault(erratum.card, set()).add("errata")
        for card_list in self.lists:
            if card_list.game == game and card_list.current:
                for entry in card_list.entries:
                    kinds.setdefault(entry.card, set()).add(card_list.kind.value)
        for of, code in self._by_card:
            if of == game:
                kinds.setdefault(code, set()).add("rulings")
        return {code: tuple(sorted(marks)) for code, marks in kinds.items()}


@dataclass(frozen=True, slots=True)
class CardRulings:
    """The book’s entries on one card; `on` has rulings on its icons, type or timing that don’t name it."""

    named: tuple[Ruling, ...]
    errata: tuple[Erratum, ...]
    lists: tuple[tuple[CardList, ListEntry], ...]
    on: tuple[tuple[str, str, tuple[Ruling, ...]], ...]


def rulings_about_card(card: HasRulings, book: RulingsBook) -> CardRulings:
    """Return the rulings, errata and list entries on a card: those that name it, then those on its icons, type and
    timing class; each ruling once, and rulings of low trust only if they name it."""
    rulings = book.rulings_naming(card.game, card.code)
    taken = {ruling.id for ruling in rulings}
    general = [ruling for ruling in book.rulings if ruling.game == card.game and not ruling.doubtful]
    groups: list[tuple[str, str, tuple[Ruling, ...]]] = []
    for facet, values in card.facets.items():
        for value in values:
            on = [ruling for ruling in general if ruling.id not in taken and value in getattr(ruling, facet)]
            taken |= {ruling.id for ruling in on}
            if on:
                groups.append((facet, value, most_trusted_first(on)))
    return CardRulings(
        rulings, book.errata_of(card.game, card.code), book.entries_of(card.game, card.code), tuple(groups)
    )


def most_trusted_first(rulings: Iterable[Ruling]) -> tuple[Ruling, ...]:
    return tuple(sorted(rulings, key=lambda ruling: _TRUST_ORDER[ruling.trust]))


# The facets that a rule is about, by its number, with their values as in the catalogue.
with Path(__file__).with_name("rule_numbers.csv").open(encoding="utf-8", newline="") as _file:
    FACETS_BY_RULE = {row["rule"]: tuple(row["facets"].split("|")) for row in csv.DictReader(_file)}


def rule_numbers_for_cards(cards: Iterable[HasRulings]) -> tuple[str, ...]:
    borne = {value for card in cards for facet in card.facets.values() for value in facet}
    return tuple(number for number, values in FACETS_BY_RULE.items() if borne & set(values))


def rulings_on_properties(cards: Sequence[HasRulings], book: RulingsBook) -> tuple[Ruling, ...]:
    """Return the rulings on icons, types and timing of these cards: those on most cards first, then in book order."""
    found = [ruling for card in cards for _, _, rulings in rulings_about_card(card, book).on for ruling in rulings]
    return tuple(sorted(dict.fromkeys(found), key=lambda ruling: -found.count(ruling)))
