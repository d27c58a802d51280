"""Clock: time for a packet, quiet hours, reminders, and how long a draft lasts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from math import ceil
from zoneinfo import ZoneInfo

from common.errors import Invalid
from common.text import gettext_noop
from drafts.core.engine.setup import PassingMode, Setup
from drafts.core.engine.sharing import Sharing

HOURS_A_DAY = 24
# For the expected duration: seconds per pick at a relaxed table.
USUAL_PICK_SECONDS = 40
# Shorter if seats take turns, because players think during other players’ turns.
USUAL_TURN_SECONDS = 12
USUAL_SHARE_OF_LONG_CLOCK = 1 / 3
TOGETHER_SHARE_OF_LONG_CLOCK = 2 / 3  # the slowest player decides when packets pass
_QUIET_HOURS_PATTERN = re.compile(r"(\d{1,2})-(\d{1,2}) (\S{1,40})")


@dataclass(frozen=True, slots=True)
class QuietHours:
    """Hours without the clock, from `start` to `end` in an IANA `zone`, often overnight; raises `Invalid`."""

    start: int
    end: int
    zone: str

    def __post_init__(self) -> None:
        if not (0 <= self.start < HOURS_A_DAY and 0 <= self.end < HOURS_A_DAY) or self.start == self.end:
            raise Invalid(
                gettext_noop("Quiet hours must run from one full hour to another, such as 22-8."), field="quiet_hours"
            )
        try:
            ZoneInfo(self.zone)
        except (KeyError, ValueError, OSError):
            template = gettext_noop("We don’t know the time zone %(zone)s. Write it like Europe/Berlin.")
            raise Invalid(template, {"zone": self.zone}, field="quiet_hours") from None

    @classmethod
    def parse(cls, text: str) -> QuietHours | None:
        """Read "22-8 Europe/Berlin", as `str` writes it; None for an empty text. Raises `Invalid`."""
        if not text:
            return None
        match = _QUIET_HOURS_PATTERN.fullmatch(text)
        if match is None:
            raise Invalid(gettext_noop("Write quiet hours like this: 22-8 Europe/Berlin."), field="quiet_hours")
        return cls(int(match[1]), int(match[2]), match[3])

    def __str__(self) -> str:
        return f"{self.start}-{self.end} {self.zone}"

    @property
    def length_in_hours(self) -> int:
        return (self.end - self.start) % HOURS_A_DAY

    def contains(self, moment: datetime) -> bool:
        hour = moment.astimezone(ZoneInfo(self.zone)).hour
        return (hour - self.start) % HOURS_A_DAY < self.length_in_hours

    def add_seconds(self, moment: datetime, seconds: float) -> datetime:
        left = timedelta(seconds=seconds)
        while True:
            if self.contains(moment):
                moment = self._next_time_at(moment, self.end)
            night = self._next_time_at(moment, self.start)
            if left <= night - moment:
                return moment + left
            left -= night - moment
            moment = night

    def subtract_seconds(self, moment: datetime, seconds: float) -> datetime:
        """Return the moment from which the clock runs this many seconds until `moment`, not counting quiet hours."""
        left = timedelta(seconds=seconds)
        while True:
            # A deadline may be exactly when quiet hours begin; the clock ran until then.
            if self.contains(moment - timedelta(microseconds=1)):
                moment = self._last_time_at(moment, self.start)
            morning = self._last_time_at(moment, self.end)
            if left <= moment - morning:
                return moment - left
            left -= moment - morning
            moment = morning

    def seconds_between(self, start: datetime, end: datetime) -> float:
        """Return how many seconds the clock runs between two moments."""
        total = timedelta()
        while start < end:
            if self.contains(start):
                start = self._next_time_at(start, self.end)
            night = self._next_time_at(start, self.start)
            total += max(min(night, end) - start, timedelta())
            start = night
        return total.total_seconds()

    def _next_time_at(self, moment: datetime, hour: int) -> datetime:
        return next(later for day in (0, 1, 2) if (later := self._moment_at_hour(moment, day, hour)) > moment)

    def _last_time_at(self, moment: datetime, hour: int) -> datetime:
        return next(earlier for day in (0, -1, -2) if (earlier := self._moment_at_hour(moment, day, hour)) < moment)

    def _moment_at_hour(self, moment: datetime, days: int, hour: int) -> datetime:
        """Return the moment, in UTC, of a local hour, `days` after the local day of `moment`."""
        zone = ZoneInfo(self.zone)
        day = moment.astimezone(zone).date() + timedelta(days=days)
        return datetime.combine(day, time(hour), zone).astimezone(UTC)


MIN_PICK_SECONDS, MAX_PICK_SECONDS = 10, 7 * 24 * 3600
MAX_REVIEW_SECONDS = 3600
# With at least this time per pick, a draft goes on over days and players get reminders.
LONG_CLOCK_SECONDS = 3600
# When the host has been silent for this long, any player can become host.
HOST_SILENCE_LIMIT = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Clock:
    """Clock of a draft: `seconds` for a full packet (None: no clock), fewer for a smaller packet if `shrinking`.

    `review_seconds` is the break between rounds, in which nobody can pick. Only a long clock may have `quiet` hours, in
    which it stands still. Raises `Invalid` for impossible values.
    """

    seconds: int | None = None
    shrinking: bool = False
    review_seconds: int = 0
    quiet: QuietHours | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not MIN_PICK_SECONDS <= self.seconds <= MAX_PICK_SECONDS:
            template = gettext_noop("The time per pick must be between %(fewest)d and %(most)d seconds.")
            raise Invalid(template, {"fewest": MIN_PICK_SECONDS, "most": MAX_PICK_SECONDS}, field="pick_seconds")
        if not 0 <= self.review_seconds <= MAX_REVIEW_SECONDS:
            raise Invalid(
                gettext_noop("The break between rounds must be between 0 and %(most)d seconds."),
                {"most": MAX_REVIEW_SECONDS},
                field="review_seconds",
            )

        if self.quiet is not None and not self.is_long:
            raise Invalid(
                gettext_noop("You can only set quiet hours if the time per pick is an hour or more."),
                field="quiet_hours",
            )

    @property
    def running_share_of_day(self) -> float:
        """Return the share of a day in which the clock runs, from 0 to 1."""
        return 1 - self.quiet.length_in_hours / HOURS_A_DAY if self.quiet is not None else 1.0

    @property
    def is_long(self) -> bool:
        return self.seconds is not None and self.seconds >= LONG_CLOCK_SECONDS

    def seconds_for_packet(self, size: int, full: int) -> int | None:
        """Return the seconds for a packet of `size` cards, dealt with `full`; None without a clock."""
        if self.seconds is None or not self.shrinking:
            return self.seconds
        return max(MIN_PICK_SECONDS, ceil(self.seconds * size / full))

    def deadline_for_packet(self, now: datetime, size: int, full: int) -> datetime | None:
        """Return when the time for a packet that arrives now is up; None without a clock."""
        seconds = self.seconds_for_packet(size, full)
        return self.add_clock_seconds(now, seconds) if seconds is not None else None

    def add_clock_seconds(self, now: datetime, seconds: float) -> datetime:
        return self.quiet.add_seconds(now, seconds) if self.quiet is not None else now + timedelta(seconds=seconds)

    def subtract_clock_seconds(self, moment: datetime, seconds: float) -> datetime:
        return self.quiet.subtract_seconds(moment, seconds) if self.quiet else moment - timedelta(seconds=seconds)

    def deadline_after_pause(self, deadline: datetime, *, stopped: datetime, now: datetime) -> datetime:
        """Return the new deadline after a pause that began at `stopped`, with as much clock time left as then."""
        left = (deadline - stopped).total_seconds()
        if self.quiet is not None:
            left = self.quiet.seconds_between(stopped, deadline)
        return self.add_clock_seconds(now, left)


def is_host_gone(last_seen: datetime | None, now: datetime) -> bool:
    """Return whether a host last seen at `last_seen` has been silent for too long; False for None."""
    return last_seen is not None and now - last_seen >= HOST_SILENCE_LIMIT


# The share of a long clock after which the player is reminded.
REMIND_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class WaitingPacket:
    """A packet in front of a seat; its player is reminded at `remind_at`, but not in `quiet` hours."""

    round: int
    number: int
    since: datetime
    deadline: datetime
    remind_at: datetime
    quiet: QuietHours | None = None

    @property
    def key(self) -> str:
        """Return a key that identifies the packet in its draft, so that nobody is reminded twice."""
        return f"{self.round}.{self.number}"

    def is_reminder_due(self, now: datetime, *, reminded: str) -> bool:
        """Return whether to remind the player now; `reminded` is the key of the packet they were last reminded of."""
        asleep = self.quiet is not None and self.quiet.contains(now)
        return reminded != self.key and not asleep and self.remind_at <= now < self.deadline


def waiting_packet(
    clock: Clock, *, place: tuple[int, int], size: int, full: int, deadline: datetime
) -> WaitingPacket | None:
    """Return the packet of `size` cards, dealt with `full`; `place` is round and number. None for a short clock."""
    seconds = clock.seconds_for_packet(size, full) if clock.is_long else None
    if seconds is None:
        return None
    since = clock.subtract_clock_seconds(deadline, seconds)
    return WaitingPacket(*place, since, deadline, clock.add_clock_seconds(since, seconds * REMIND_SHARE), clock.quiet)


@dataclass(frozen=True, slots=True)
class DraftDuration:
    """Length of a draft in seconds: the usual one, and the longest the clock allows (None without a clock)."""

    usual_seconds: int
    max_seconds: int | None


def require_fitting_clock(way: Sharing, clock: Clock) -> None:
    """Raise `Invalid` for a long clock with piles, where a draft would take weeks."""
    if clock.is_long and way.has_piles:
        template = gettext_noop("With piles, a draft over days would take weeks. Choose a shorter time per pick.")
        raise Invalid(template, rule=way.rule, field="pick_seconds")


def expected_duration(setup: Setup, clock: Clock) -> DraftDuration:
    """Estimate how long a draft lasts: all picks of one seat, and the breaks between rounds."""
    pauses = clock.review_seconds * (setup.rounds - 1)
    allowed = [clock.seconds_for_packet(size - number + 1, size) for size in setup.sizes for number in range(1, size)]
    usual_seconds = USUAL_PICK_SECONDS
    if not setup.sharing.passes_packets:
        turns = {Sharing.ROTISSERIE: setup.players * setup.figures.kept, Sharing.WINCHESTER: setup.figures.rounds + 3}
        turns[Sharing.WINSTON] = 2 * setup.figures.rounds
        allowed, usual_seconds = [clock.seconds] * turns.get(setup.sharing, 0), USUAL_TURN_SECONDS
    if clock.seconds is None:
        return DraftDuration(len(allowed) * usual_seconds + pauses, None)
    max_seconds = round(sum(seconds for seconds in allowed if seconds is not None) / clock.running_share_of_day)
    if clock.is_long:
        alone = setup.flow is PassingMode.QUEUED or setup.sharing.takes_turns
        share = USUAL_SHARE_OF_LONG_CLOCK if alone else TOGETHER_SHARE_OF_LONG_CLOCK
        usual = round(max_seconds * share)
    else:
        usual = sum(min(usual_seconds, seconds) for seconds in allowed if seconds is not None)
    return DraftDuration(usual + pauses, max_seconds + pauses)
