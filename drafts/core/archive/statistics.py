"""Statistics of picks over many drafts; figures about few picks say about how few."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt

# Fewer picks of a card than this say next to nothing about it.
MIN_PICKS = 5


@dataclass(frozen=True, slots=True)
class PickTally:
    """The picks of one card by people: `times` of them, the sum of the numbers of the picks, that of their squares,
    and how many were the `first` of a fresh packet."""

    code: str
    times: int
    total: int
    squares: int
    first: int


@dataclass(frozen=True, slots=True)
class Taken:
    """Statistics of one card: `times` taken by people in the `drafts` whose pool it was in; `mean` is the average
    number of the pick (1 = first), `margin` about twice its standard error, None where that would say nothing."""

    code: str
    times: int
    drafts: int
    first: int
    mean: float
    margin: float | None

    @property
    def few(self) -> bool:
        """Whether that is too little to go by."""
        return self.times < MIN_PICKS


def pick_order(tallies: Iterable[PickTally], pools: Mapping[str, int]) -> tuple[Taken, ...]:
    """The cards that were taken at least once, the earliest taken first; `pools` is card -> drafts with that card."""
    rows = [_taken(tally, pools.get(tally.code, 0)) for tally in tallies if tally.times]
    return tuple(sorted(rows, key=lambda row: (row.mean, -row.times, row.code)))


def _taken(tally: PickTally, drafts: int) -> Taken:
    mean = tally.total / tally.times
    return Taken(tally.code, tally.times, max(drafts, tally.times), tally.first, mean, _margin(tally, mean))


def _margin(tally: PickTally, mean: float) -> float | None:
    if tally.times < MIN_PICKS:
        return None
    variance = max(tally.squares - tally.times * mean * mean, 0) / (tally.times - 1)
    return 2 * sqrt(variance / tally.times)
