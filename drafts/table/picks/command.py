"""Pick command: a pick on its way to the database, and the results of picks that were written together."""

import time
from dataclasses import dataclass, field

from drafts.table.loaded import Loaded, Who


@dataclass(frozen=True, slots=True)
class PickCommand:
    """Keep this card of the packet that round and pick number name.

    `instead` is the card of the same packet that was taken before and is put back, while the packet has not passed.
    `asked` is the moment the command arrived, for metrics.
    """

    key: str
    who: Who
    round: int
    number: int
    card: str
    instead: str = ""
    asked: float = field(default_factory=time.perf_counter, compare=False)


@dataclass(frozen=True, slots=True)
class PickResults:
    """The outcome of each command, in their order, and the drafts that were written by them."""

    outcomes: list[Loaded | Exception]
    written: list[Loaded]

    @property
    def notices(self) -> list[tuple[str, int]]:
        """Topic and version of each draft whose readers are to be notified."""
        return [(loaded.draft.topic, loaded.draft.version) for loaded in self.written]
