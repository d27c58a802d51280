"""Encounters: finished matches with the names of their players, and their games and decks if known; pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from cards.core.facts import PEOPLES, Catalogue
from matches.core.standings import PlayedMatch, played_match_between


@dataclass(frozen=True, slots=True)
class DeckBrought:
    """Deck of a player: people ("" for a mixed or unknown deck), name, codes of its cards."""

    people: str = ""
    name: str = ""
    cards: frozenset[str] = frozenset()

    @property
    def is_known(self) -> bool:
        return bool(self.people or self.name or self.cards)


UNKNOWN_DECK = DeckBrought()
DecksOfBoth = tuple[DeckBrought, DeckBrought]


@dataclass(frozen=True, slots=True)
class Bout:
    """A game of an encounter: name of the winner ("" if time ended it), crystals, both decks."""

    winner: str
    crystals: int
    decks: DecksOfBoth = (UNKNOWN_DECK, UNKNOWN_DECK)


@dataclass(frozen=True, slots=True)
class Encounter:
    """A finished match: the names of both players, their crystals, and the winner ("" for a draw).

    `day` is None if unknown. If only the result is known, `bouts` is empty and `decks` has the decks of the match.
    `key` is the key of the match, "" for an imported match.
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
    decks: DecksOfBoth = (UNKNOWN_DECK, UNKNOWN_DECK)
    key: str = ""
    notes: str = ""

    @property
    def result(self) -> PlayedMatch[str]:
        return played_match_between((self.a, self.b), (self.crystals_a, self.crystals_b), self.winner)

    def has_player(self, name: str) -> bool:
        return name in (self.a, self.b)

    def seen_from(self, name: str) -> Encounter:
        if name != self.b:
            return self
        bouts = tuple(replace(bout, decks=bout.decks[::-1]) for bout in self.bouts)
        turned = replace(self, a=self.b, b=self.a, bouts=bouts, decks=self.decks[::-1])
        return replace(turned, crystals_a=self.crystals_b, crystals_b=self.crystals_a)

    @property
    def deck_pairs(self) -> list[DecksOfBoth]:
        """Return the decks of the match and of each of its games."""
        return [self.decks, *(bout.decks for bout in self.bouts)]


def favourite_people_of(played: Iterable[Encounter], name: str) -> str:
    """Return the people that the player has used most; "" if unknown."""
    own_view = [encounter.seen_from(name) for encounter in played if encounter.has_player(name)]
    decks = [
        brought[0]
        for encounter in own_view
        for brought in ([bout.decks for bout in encounter.bouts] or [encounter.decks])
    ]
    used = Counter(deck.people for deck in decks if deck.people)
    return used.most_common(1)[0][0] if used else ""


def people_of_deck(codes: Iterable[str], catalogue: Catalogue) -> str:
    """Return the people of more than half of a deck’s cards, whatever its leader; "" for a mixed deck."""
    every = list(codes)
    counted = Counter(catalogue[code].people for code in every if code in catalogue)
    for people, most in counted.most_common(1):
        if people in PEOPLES and 2 * most > len(every):
            return str(people)
    return ""
