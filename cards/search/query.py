"""What is asked for, as a value."""

from __future__ import annotations

from dataclasses import dataclass

from cards.facts import CardType, IconKind, People, Timing

# The orders a result may have; "best" is by nearness to the words, and catalogue order where there are none.
SORTS: tuple[str, ...] = ("best", "order", "name", "fire", "earth", "moons")


@dataclass(frozen=True, slots=True)
class Query:
    """Every condition must hold; within one that lists several values, one of them is enough.

    An empty or None condition asks for nothing. A card whose value is not known fails every condition on it.
    """

    words: tuple[str, ...] = ()
    people: frozenset[People] = frozenset()
    types: frozenset[CardType] = frozenset()
    icons: frozenset[IconKind] = frozenset()
    timings: frozenset[Timing] = frozenset()
    decks: frozenset[str] = frozenset()
    families: frozenset[str] = frozenset()
    fire_min: int | None = None
    fire_max: int | None = None
    earth_min: int | None = None
    earth_max: int | None = None
    moons_min: int | None = None
    moons_max: int | None = None
    known: bool | None = None
    sort: str = "best"

    @property
    def everything(self) -> bool:
        """Whether nothing at all is asked for."""
        return self == Query(sort=self.sort)

    @property
    def text(self) -> str:
        """The words as they were typed."""
        return " ".join(self.words)
