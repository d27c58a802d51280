"""When somebody is told that a packet waits for them. Pure: a clock, a deadline and the present moment in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from drafts.core.engine.clock import Clock

# The part of a long clock that has run off when its owner is told.
SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Waiting:
    """A packet in front of a seat: its round and number, since when it lies there, and when its time is up."""

    round: int
    number: int
    since: datetime
    deadline: datetime

    @property
    def step(self) -> str:
        """By what a packet is remembered, so that nobody is told twice of the same."""
        return f"{self.round}.{self.number}"

    @property
    def remind_at(self) -> datetime:
        """When its owner is told."""
        return self.since + (self.deadline - self.since) * SHARE

    def is_due(self, now: datetime, *, reminded: str) -> bool:
        """Whether to remind the owner now; `reminded` is the step of the last reminder. Never when time is up."""
        return reminded != self.step and self.remind_at <= now < self.deadline


def waiting(clock: Clock, *, place: tuple[int, int], size: int, full: int, deadline: datetime) -> Waiting | None:
    """The packet of `size` cards (`full` when dealt) at that round and number; None unless the clock is a long one."""
    seconds = clock.time_for(size, full) if clock.is_long else None
    if seconds is None:
        return None
    return Waiting(*place, deadline - timedelta(seconds=seconds), deadline)
