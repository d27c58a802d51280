"""A deck laid on the table: its codes looked up once, so that every rule sees cards and none looks up anything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from cards.facts import CardFacts, Catalogue, People
from decks.legality.deck import DeckList, Entry
from decks.legality.report import Finding, MoonRow, Severity
from decks.legality.sets import family
from decks.legality.table import Side, full_name, table_of

SHOWN = 6  # cards a sentence names before it says how many more there are
NOTHING: tuple[Finding, ...] = ()
NONE_OFTEN: Mapping[str, int] = MappingProxyType({})


class Limits(NamedTuple):
    """Size and moons a deck must keep; None where there is no limit or nobody can know it."""

    size: int | None
    moons: int | None


NO_LIMITS = Limits(None, None)


class Case:
    """What the rules look at; made once for a verdict and not changed after its limits are set.

    `copies` has each code once, in the order of the list, families that were only named included; `often` those of
    more than one copy. `rows` is the moon sum: a row for each foreign card, an unprinted moon 0 (DECK-07), an unknown
    one None; `moons` is their sum, and `guessed` whether one of them is unknown.
    `special` are the codes DECK-09 and DECK-11 are about.
    """

    __slots__ = (
        *("catalogue", "copies", "deck", "guessed", "leader", "limits", "moons", "often", "people", "rows", "side"),
        *("size", "special", "strangers", "table"),
    )

    def __init__(self, deck: DeckList, catalogue: Catalogue) -> None:
        self.deck, self.catalogue = deck, catalogue
        self.table = table = table_of(catalogue)
        self.copies = copies = _copies(deck, catalogue)
        self.size = sum(copies.values())
        self.often = {code: n for code, n in copies.items() if n > 1} if self.size != len(copies) else NONE_OFTEN
        self.strangers: tuple[str, ...] = ()
        self.special: tuple[str, ...] = ()
        beside = deck.leaders + deck.inquisitors + deck.emissaries
        if not (copies.keys() <= table.plain and table.known.issuperset(beside)):
            self._look_closer(copies, beside)
        self.limits = NO_LIMITS
        self.rows: tuple[MoonRow, ...] = ()
        self.moons, self.guessed = 0, False
        self.side = side = table.sides.get(deck.leaders[0]) if len(deck.leaders) == 1 else None
        self.leader: CardFacts | None = None
        self.people: People | None = None
        if side is not None:
            self.leader, self.people = side.leader, side.people
            self._count(side, copies)

    def _look_closer(self, copies: dict[str, int], beside: tuple[str, ...]) -> None:
        known = self.table.known
        self.strangers = tuple(code for code in (*copies, *beside) if code not in known)
        self.special = tuple(code for code in copies if code in known and code not in self.table.plain)
        self.size = sum(number for code, number in copies.items() if code in known)

    def _count(self, side: Side, copies: dict[str, int]) -> None:
        rows = [*filter(None, map(side.rows.get, copies))]
        if often := self.often:
            rows = [_times(row, often[row.card]) if row.card in often else row for row in rows]
        moons = [row.moons for row in rows]
        self.rows, self.moons, self.guessed = tuple(rows), sum(filter(None, moons)), None in moons

    @property
    def cards(self) -> list[tuple[CardFacts, int]]:
        """Each known card with its copies, in the order of the list."""
        known = self.table.cards
        return [(known[code], copies) for code, copies in self.copies.items() if code in known]

    def named(self, codes: Iterable[str]) -> list[CardFacts]:
        """The cards of these codes that exist."""
        known = self.table.cards
        return [known[code] for code in codes if code in known]


def _times(row: MoonRow, copies: int) -> MoonRow:
    return MoonRow(row.card, None if row.moons is None else row.moons * copies)


def _merged(entries: tuple[Entry, ...], codes: Iterable[str]) -> dict[str, int]:
    """Copies by code where a code stands on several lines; `codes` has each once, in the order of the list."""
    copies = dict.fromkeys(codes, 0)
    for entry in entries:
        copies[entry.code] += entry.copies
    return copies


def _copies(deck: DeckList, catalogue: Catalogue) -> dict[str, int]:
    """Codes with their copies. A family that is named but not listed is its five cards; nothing else is added."""
    entries = deck.entries
    copies = {entry.code: entry.copies for entry in entries}
    if len(copies) != len(entries):
        copies = _merged(entries, copies)
    for letter in deck.families:
        five = [card.code for card in family(catalogue, letter)]
        if not any(code in copies for code in five):
            copies.update(dict.fromkeys(five, 1))
    return copies


def listing(cards: Sequence[CardFacts]) -> str:
    """Cards named in a sentence, the first few in full."""
    return in_a_row([full_name(card) for card in cards[:SHOWN]], len(cards))


def in_a_row(names: Sequence[str], count: int) -> str:
    """Names in a sentence, the first few of so many.

    >>> in_a_row(["a", "b"], 2)
    'a, b'
    """
    shown = ", ".join(names[:SHOWN])
    return shown if count <= SHOWN else f"{shown} … (+{count - SHOWN})"


def error(code: str, template: str, **params: object) -> Finding:
    """A finding that makes the deck illegal and names no card."""
    return Finding(code, Severity.ERROR, template, params)
