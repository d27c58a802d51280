"""What was taken when, over several drafts: figures about few picks, and they say about how few."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from drafts.afterwards.log import Entry

# Fewer picks of a card than this say next to nothing about it.
FEW = 5


@dataclass(frozen=True, slots=True)
class Taken:
    """How one card fared: `times` taken, of `seen` times held; `mean` is the average number of the pick (1 = first)
    and `first` how often it was the first card out of a fresh packet."""

    code: str
    times: int
    seen: int
    first: int
    mean: float

    @property
    def few(self) -> bool:
        """Whether that is too little to go by."""
        return self.times < FEW


def pick_order(logs: Iterable[Iterable[Entry]]) -> tuple[Taken, ...]:
    """The cards of those logs that were taken at least once, the earliest taken first; picks by bots do not count."""
    places: dict[str, list[int]] = {}
    seen: dict[str, int] = {}
    for log in logs:
        for entry in log:
            for code in entry.packet:
                seen[code] = seen.get(code, 0) + 1
            if entry.by == "player":
                places.setdefault(entry.taken, []).append(entry.number)
    rows = [
        Taken(code, len(found), seen[code], found.count(1), sum(found) / len(found)) for code, found in places.items()
    ]
    return tuple(sorted(rows, key=lambda row: (row.mean, -row.times, row.code)))
