"""Encounters: finished matches by names, with their games and decks where known; pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from cards.core.facts import PEOPLES, Catalogue
from matches.core.standings import PlayedMatch, between


@dataclass(frozen=True, slots=True)
class Brought:
    """Deck of a player: people ("" for a mixed or unknown one), name, codes of its cards."""

    people: str = ""
    name: str = ""
    cards: frozenset[str] = frozenset()

    @property
    def known(self) -> bool:
        return bool(self.people or self.name or self.cards)


NOTHING = Brought()
Decks = tuple[Brought, Brought]


@dataclass(frozen=True, slots=True)
class Bout:
    """A game of an encounter: name of the winner ("" if time ended it), crystals, both decks."""

    winner: str
    crystals: int
    decks: Decks = (NOTHING, NOTHING)


@dataclass(frozen=True, slots=True)
class Encounter:
    """A finished match by names: crystals of both, and the winner ("" for a draw).

    `day` is None if unknown. `bouts` are empty if only the result is known; then `decks` are those of the match. `key`
    is that of the match, "" for an imported one.
    """

    a: str
    b: str
    crystals_a: int
    crystals_b: int
    winner: str = ""
    day: date | None = None
    event: str = ""
    round: str = ""
    bouts: tuple[Bout, ...] = ()
    decks: Decks = (NOTHING, NOTHING)
    key: str = ""
    notes: str = ""

    @property
    def result(self) -> PlayedMatch[str]:
        return between((self.a, self.b), (self.crystals_a, self.crystals_b), self.winner)

    def has(self, name: str) -> bool:
        return name in (self.a, self.b)

    def from_side_of(self, name: str) -> Encounter:
        if name != self.b:
            return self
        bouts = tuple(Bout(bout.winner, bout.crystals, bout.decks[::-1]) for bout in self.bouts)
        turned = (self.b, self.a, self.crystals_b, self.crystals_a, self.winner)
        return Encounter(
            *turned, self.day, self.event, self.round, bouts, self.decks[::-1], key=self.key, notes=self.notes
        )


def played_with(played: Iterable[Encounter], name: str) -> str:
    """Return the people somebody has played most; "" if unknown."""
    own_view = [each.from_side_of(name) for each in played if each.has(name)]
    decks = [brought[0] for each in own_view for brought in ([bout.decks for bout in each.bouts] or [each.decks])]
    used = Counter(deck.people for deck in decks if deck.people)
    return used.most_common(1)[0][0] if used else ""


def people_of(codes: Iterable[str], catalogue: Catalogue) -> str:
    """Return the people of more than half of the cards of a deck, whoever leads it; "" for a mixed deck."""
    every = list(codes)
    counted = Counter(catalogue[code].people for code in every if code in catalogue)
    for people, most in counted.most_common(1):
        if people in PEOPLES and 2 * most > len(every):
            return str(people)
    return ""
