"""The clock of a draft over days sleeps at night, in the time zone that was agreed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.core.facts import PEOPLES
from common.errors import Invalid
from drafts.core.engine.clock import Clock, QuietHours, expected_duration, waiting_packet
from drafts.core.engine.setup import LastDealDirection, PassingMode, Setup

HOUR = 3600
BERLIN = QuietHours(22, 8, "Europe/Berlin")
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Chatham")
nights = st.builds(
    lambda start, hours, zone: QuietHours(start, (start + hours) % 24, zone),
    st.integers(0, 23),
    st.integers(1, 14),
    st.sampled_from(ZONES),
)
moments = st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31)).map(lambda at: at.replace(tzinfo=UTC))


def berlin(day: int, hour: int, month: int = 7) -> datetime:
    """Return a moment in the local time of Berlin in summer."""
    return datetime(2026, month, day, hour, tzinfo=UTC) - timedelta(hours=2)


@pytest.mark.parametrize(
    ("start", "hours", "end"),
    [
        ((1, 9), 12, (1, 21)),  # a day long enough
        ((1, 20), 12, (2, 18)),  # two hours before the night and ten after it
        ((1, 23), 12, (2, 20)),  # came in the night: begins in the morning
        ((1, 9), 13, (1, 22)),  # just before the night
        ((1, 9), 14, (2, 9)),
        ((1, 9), 28, (3, 9)),
    ],
)
def test_twelve_hours_are_hours_of_daylight(start: tuple[int, int], hours: int, end: tuple[int, int]) -> None:
    due = BERLIN.add_seconds(berlin(*start), hours * HOUR)
    assert due == berlin(*end)
    assert BERLIN.seconds_between(berlin(*start), due) == hours * HOUR


def test_the_night_on_which_clocks_are_put_forward_is_an_hour_shorter() -> None:
    evening = datetime(2026, 3, 28, 21, tzinfo=UTC)  # 22:00 in Berlin
    assert BERLIN.add_seconds(evening, 0.0) == datetime(2026, 3, 29, 6, tzinfo=UTC)
    autumn = datetime(2026, 10, 24, 20, tzinfo=UTC)  # 22:00
    assert BERLIN.add_seconds(autumn, 0.0) == datetime(2026, 10, 25, 7, tzinfo=UTC)


@given(nights, moments, st.integers(0, 5 * 24 * HOUR))
def test_a_clock_never_ends_in_the_night_and_can_be_read_backwards(
    quiet: QuietHours, moment: datetime, seconds: int
) -> None:
    due = quiet.add_seconds(moment, seconds)
    assert not quiet.contains(due - timedelta(microseconds=1)) or seconds == 0
    assert quiet.seconds_between(moment, due) == seconds
    if seconds and not quiet.contains(moment):
        assert quiet.seconds_between(quiet.subtract_seconds(due, seconds), due) == seconds


@given(nights)
def test_what_is_written_is_read(quiet: QuietHours) -> None:
    assert QuietHours.parse(str(quiet)) == quiet
    assert QuietHours.parse("") is None


@pytest.mark.parametrize(
    "text", ["22-8", "22-22 UTC", "24-8 UTC", "22-8 Europe/Atlantis", "22-8 ../../etc", "night UTC"]
)
def test_what_is_no_night_is_refused(text: str) -> None:
    with pytest.raises(Invalid):
        QuietHours.parse(text)


def test_only_a_clock_of_hours_has_nights() -> None:
    with pytest.raises(Invalid, match="an hour or more"):
        Clock(60, quiet=BERLIN)
    assert Clock(12 * HOUR, quiet=BERLIN).deadline_for_packet(berlin(1, 20), 5, 5) == berlin(2, 18)
    assert Clock(None).deadline_for_packet(berlin(1, 20), 5, 5) is None


def test_a_reminder_counts_hours_of_daylight_and_is_not_sent_at_night() -> None:
    clock = Clock(12 * HOUR, quiet=BERLIN)
    packet = waiting_packet(clock, place=(1, 1), size=5, full=5, deadline=berlin(2, 18))
    assert packet is not None
    assert packet.since == berlin(1, 20)
    assert packet.remind_at == berlin(2, 12)
    late = waiting_packet(clock, place=(1, 1), size=5, full=5, deadline=berlin(2, 14))
    assert late is not None
    assert late.remind_at == berlin(1, 22)
    assert not late.is_reminder_due(berlin(1, 23), reminded="")
    assert late.is_reminder_due(berlin(2, 8), reminded="")


def test_a_draft_whose_clock_sleeps_takes_longer() -> None:
    setup = Setup(2, tuple(PEOPLES[:3]), LastDealDirection.RIGHT, PassingMode.QUEUED)
    without, sleeping = (expected_duration(setup, Clock(12 * HOUR, quiet=quiet)) for quiet in (None, BERLIN))
    assert without.max_seconds is not None
    assert sleeping.max_seconds == round(without.max_seconds * 24 / 14)
    assert sleeping.usual_seconds == round(without.usual_seconds * 24 / 14)
