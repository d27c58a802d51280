"""Completeness of a game’s catalogue whose sets are numbered; pure, no Django."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cards.core import set_stats

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
class CompletenessOfSet:
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
class SetCompleteness:
    """How complete a catalogue is: in all, by faction and by set; `wanting` are the cards with unknown facts."""

    cards: int
    complete: int
    by_faction: tuple[FactionCompleteness, ...]
    by_set: tuple[CompletenessOfSet, ...]
    wanting: tuple[SetCard, ...]

    @property
    def numbers(self) -> int:
        return sum(share.size for share in self.by_set)

    @property
    def printings(self) -> int:
        return sum(share.printings for share in self.by_set)


def completeness_by_set(
    cards: Iterable[SetCard], *, factions: Sequence[str], sets: Mapping[str, tuple[str, int]]
) -> SetCompleteness:
    """Return how complete these cards are; `sets` has each set’s kind and number of cards. Cards without a faction
    (stories) are counted under an empty label."""
    every = tuple(cards)
    by_faction = {faction: [card for card in every if card.people == faction] for faction in (*factions, "")}
    return SetCompleteness(
        cards=len(every),
        complete=sum(card.complete for card in every),
        by_faction=tuple(
            FactionCompleteness(faction, len(own), sum(card.complete for card in own))
            for faction, own in by_faction.items()
            if own
        ),
        by_set=tuple(
            CompletenessOfSet(
                found.name, found.size, found.known, sum(one.card.complete for one in found.printed), found.missing
            )
            for found in set_stats.set_summaries(every, sets)
        ),
        wanting=tuple(card for card in every if not card.complete),
    )


def set_facts_template(completeness: SetCompleteness, columns: Sequence[str]) -> str:
    """Return a table of the cards with unknown facts, to fill in and upload; unchanged, it changes nothing.

    It has `printing` and `code`, which identify the card, its name, and the columns that any of them lacks.
    """
    lacking = {_COLUMN_NAMES.get(column, column) for card in completeness.wanting for column in card.unknown}
    filled = [column for column in columns if column in _KEY_COLUMNS or column in lacking]
    out = io.StringIO()
    writer = csv.DictWriter(out, filled, lineterminator="\n")
    writer.writeheader()
    for card in completeness.wanting:
        writer.writerow({column: getattr(card, column) for column in _KEY_COLUMNS})
    return out.getvalue()


_KEY_COLUMNS = ("printing", "code", "name", "title")
_COLUMN_NAMES = {"people": "faction"}
