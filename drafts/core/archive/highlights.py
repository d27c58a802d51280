"""Highlights: what one tells of a draft when it is over; from a seat's own log, so nothing new is told (DRAFT-18)."""

from collections.abc import Sequence
from dataclasses import dataclass

from drafts.core.archive.log import PacketEntry
from game.evidence.tables import Evidence

# A card that is still there at this pick of its packet has come late.
LATE = 3
BEST = 6


@dataclass(frozen=True, slots=True)
class Highlights:
    """The packet with a card that came late for what it is worth, the best card passed on and gone, the best kept."""

    late: PacketEntry | None
    gone: str
    best: tuple[str, ...]


def highlights(entries: Sequence[PacketEntry], evidence: Evidence) -> Highlights:
    """By what cards are worth alone; no card that is worth nothing is a gem."""

    def worth(code: str) -> tuple[float, str]:
        return evidence.worth(code), code

    kept = {entry.taken for entry in entries}
    late = max((e for e in entries if e.number >= LATE), key=lambda entry: worth(entry.taken), default=None)
    passed = {card for entry in entries for card in entry.passed} - kept
    gone = max(passed, key=worth, default="")
    return Highlights(
        late if late is not None and evidence.worth(late.taken) > 0 else None,
        gone if evidence.worth(gone) > 0 else "",
        tuple(sorted(kept, key=worth, reverse=True)[:BEST]),
    )
