"""Quiet hours: the part of the night in which the clock of a long draft stands still. Pure: moments in, moments out.

Days begin and end by the wall clock of one time zone, so that a night on which the clocks are put forward is an hour
shorter. Between two nights the clock runs as always.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from common.errors import Invalid
from common.text import gettext_noop

HOURS_A_DAY = 24
_WRITTEN = re.compile(r"(\d{1,2})-(\d{1,2}) (\S{1,40})")


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From the hour `start` to the hour `end` of the next day, or of the same day where `start` is the smaller.

    `zone` is a name of the IANA database ("Europe/Berlin"). Raises `Invalid` for what is no such time.
    """

    start: int
    end: int
    zone: str

    def __post_init__(self) -> None:
        if not (0 <= self.start < HOURS_A_DAY and 0 <= self.end < HOURS_A_DAY) or self.start == self.end:
            raise Invalid(gettext_noop("Quiet hours go from one full hour of the day to another, like 22-8."))
        try:
            ZoneInfo(self.zone)
        except (KeyError, ValueError, OSError):
            template = gettext_noop("There is no time zone called %(zone)s. They are written like Europe/Berlin.")
            raise Invalid(template, {"zone": self.zone}) from None

    @classmethod
    def parse(cls, text: str) -> QuietHours | None:
        """Read "22-8 Europe/Berlin", as `str` writes it; None for no text. Raises `Invalid`."""
        if not text:
            return None
        match = _WRITTEN.fullmatch(text)
        if match is None:
            raise Invalid(gettext_noop("Quiet hours are written like 22-8 Europe/Berlin."))
        return cls(int(match[1]), int(match[2]), match[3])

    def __str__(self) -> str:
        return f"{self.start}-{self.end} {self.zone}"

    @property
    def hours(self) -> int:
        """How long a night is."""
        return (self.end - self.start) % HOURS_A_DAY

    def contains(self, moment: datetime) -> bool:
        """Whether the clock stands still at that moment."""
        hour = moment.astimezone(ZoneInfo(self.zone)).hour
        return (hour - self.start) % HOURS_A_DAY < self.hours

    def after(self, moment: datetime, seconds: float) -> datetime:
        """The moment at which the clock has run for so many seconds."""
        left = timedelta(seconds=seconds)
        while True:
            if self.contains(moment):
                moment = self._next(moment, self.end)
            night = self._next(moment, self.start)
            if left <= night - moment:
                return moment + left
            left -= night - moment
            moment = night

    def before(self, moment: datetime, seconds: float) -> datetime:
        """The moment since which the clock has run for so many seconds: `after`, turned round."""
        left = timedelta(seconds=seconds)
        while True:
            # A deadline may be at the very beginning of a night; before that the clock ran.
            if self.contains(moment - timedelta(microseconds=1)):
                moment = self._last(moment, self.start)
            morning = self._last(moment, self.end)
            if left <= moment - morning:
                return moment - left
            left -= moment - morning
            moment = morning

    def seconds_between(self, start: datetime, end: datetime) -> float:
        """How long the clock runs from one moment to a later one."""
        total = timedelta()
        while start < end:
            if self.contains(start):
                start = self._next(start, self.end)
            night = self._next(start, self.start)
            total += max(min(night, end) - start, timedelta())
            start = night
        return total.total_seconds()

    def _next(self, moment: datetime, hour: int) -> datetime:
        """The first time after `moment` at which it is that hour."""
        return next(at for day in (0, 1, 2) if (at := self._at(moment, day, hour)) > moment)

    def _last(self, moment: datetime, hour: int) -> datetime:
        """The last time before `moment` at which it is that hour."""
        return next(at for day in (0, -1, -2) if (at := self._at(moment, day, hour)) < moment)

    def _at(self, moment: datetime, days: int, hour: int) -> datetime:
        """That hour so many days from the day of `moment`, in UTC."""
        zone = ZoneInfo(self.zone)
        day = moment.astimezone(zone).date() + timedelta(days=days)
        return datetime.combine(day, time(hour), zone).astimezone(UTC)
