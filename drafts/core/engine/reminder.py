"""Reminders: when somebody is notified that a packet waits. Pure: a clock, a deadline and the present moment in."""

from dataclasses import dataclass
from datetime import datetime

from drafts.core.engine.clock import Clock
from drafts.core.engine.quiet_hours import QuietHours

# The part of a long clock that has passed when its owner is notified.
SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Waiting:
    """A packet in front of a seat: its round and number, since when it lies there, and when its time is up.

    Its owner is notified at `remind_at`, and not in `quiet` hours.
    """

    round: int
    number: int
    since: datetime
    deadline: datetime
    remind_at: datetime
    quiet: QuietHours | None = None

    @property
    def step(self) -> str:
        """The key of a packet, so that nobody is notified twice of the same."""
        return f"{self.round}.{self.number}"

    def is_due(self, now: datetime, *, reminded: str) -> bool:
        """Whether to remind the owner now; `reminded` is the step of the last reminder. Never when time is up."""
        asleep = self.quiet is not None and self.quiet.contains(now)
        return reminded != self.step and not asleep and self.remind_at <= now < self.deadline


def waiting(clock: Clock, *, place: tuple[int, int], size: int, full: int, deadline: datetime) -> Waiting | None:
    """The packet of `size` cards (`full` when dealt) at that round and number; None unless the clock is a long one."""
    seconds = clock.time_for(size, full) if clock.is_long else None
    if seconds is None:
        return None
    since = clock.earlier(deadline, seconds)
    return Waiting(*place, since, deadline, clock.later(since, seconds * SHARE), clock.quiet)
