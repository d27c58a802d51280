"""Clock: how long a seat has for a packet. Pure: seconds in, seconds out; `drafts.table.clocks` knows the moments."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from common.errors import Invalid
from common.text import gettext_noop
from drafts.core.engine.quiet_hours import HOURS_A_DAY, QuietHours

MIN_SECONDS, MAX_SECONDS = 10, 7 * 24 * 3600
MAX_REVIEW_SECONDS = 3600
# A clock of at least so many seconds is one for a draft over days: it reminds.
LONG_SECONDS = 3600
# A host who has given no sign of life for so long may be replaced by anybody who sits at the table.
HOST_TIMEOUT = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Clock:
    """Clock of a draft: `seconds` for a full packet (None: no clock), fewer for smaller ones if it is `shrinking`.

    `review` are seconds between rounds in which everyone looks at their cards and nobody can pick. A long clock stands
    still in its `quiet` hours. Raises `Invalid` for a clock that is none.
    """

    seconds: int | None = None
    shrinking: bool = False
    review: int = 0
    quiet: QuietHours | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not MIN_SECONDS <= self.seconds <= MAX_SECONDS:
            template = gettext_noop("A clock gives %(fewest)d seconds to %(most)d seconds for a pick.")
            raise Invalid(template, {"fewest": MIN_SECONDS, "most": MAX_SECONDS})
        if not 0 <= self.review <= MAX_REVIEW_SECONDS:
            raise Invalid(
                gettext_noop("The pause between rounds is 0 to %(most)d seconds."), {"most": MAX_REVIEW_SECONDS}
            )

        if self.quiet is not None and not self.is_long:
            raise Invalid(gettext_noop("Quiet hours are for clocks of an hour or more."))

    @property
    def share_awake(self) -> float:
        """The part of a day in which it runs."""
        return 1 - self.quiet.hours / HOURS_A_DAY if self.quiet is not None else 1.0

    @property
    def is_long(self) -> bool:
        """Whether this is the clock of a draft over days."""
        return self.seconds is not None and self.seconds >= LONG_SECONDS

    def time_for(self, size: int, full: int) -> int | None:
        """Seconds for a packet of `size` cards that had `full` when it was dealt; None without a clock."""
        if self.seconds is None or not self.shrinking:
            return self.seconds
        return max(MIN_SECONDS, ceil(self.seconds * size / full))

    def due(self, now: datetime, size: int, full: int) -> datetime | None:
        """When the time for a packet is up that comes now; None without a clock."""
        seconds = self.time_for(size, full)
        return self.later(now, seconds) if seconds is not None else None

    def later(self, now: datetime, seconds: float) -> datetime:
        """The moment at which the clock has run for so many seconds."""
        return self.quiet.after(now, seconds) if self.quiet is not None else now + timedelta(seconds=seconds)

    def earlier(self, moment: datetime, seconds: float) -> datetime:
        """The moment since which the clock has run for so many seconds."""
        return self.quiet.before(moment, seconds) if self.quiet is not None else moment - timedelta(seconds=seconds)

    def moved(self, deadline: datetime, *, stopped: datetime, now: datetime) -> datetime:
        """A deadline after the clock was stopped for a while: as much time is left as there was."""
        left = (deadline - stopped).total_seconds()
        if self.quiet is not None:
            left = self.quiet.seconds_between(stopped, deadline)
        return self.later(now, left)


def host_is_gone(seen: datetime | None, now: datetime) -> bool:
    """Whether a host last seen at that moment has been silent for too long; None: not looked up yet."""
    return seen is not None and now - seen >= HOST_TIMEOUT
