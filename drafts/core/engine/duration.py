"""Duration: how long a draft is expected to take, before it begins. Pure: seconds in, seconds out."""

from dataclasses import dataclass

from drafts.core.engine.clock import Clock
from drafts.core.engine.setup import Flow, Setup

# What a pick takes at a table where nobody is in a hurry, and the part of a long clock that people use who are told of
# a packet and choose when they find the time.
USUAL_PICK_SECONDS = 40
USUAL_SHARE_OF_LONG_CLOCK = 1 / 3
# With packets that pass together the slowest of all decides, every time.
TOGETHER_SHARE_OF_LONG_CLOCK = 2 / 3


@dataclass(frozen=True, slots=True)
class Duration:
    """Length of a draft in seconds: the usual one, and the most that the clock allows (None: there is no clock)."""

    usual: int
    most: int | None


def expected_duration(setup: Setup, clock: Clock) -> Duration:
    """All picks of a seat one after the other, and the pauses between the rounds."""
    pauses = clock.review * (setup.rounds - 1)
    allowed = [clock.time_for(size - number + 1, size) for size in setup.sizes for number in range(1, size)]
    if clock.seconds is None:
        return Duration(len(allowed) * USUAL_PICK_SECONDS + pauses, None)
    most = round(sum(seconds for seconds in allowed if seconds is not None) / clock.share_awake)
    if clock.is_long:
        share = USUAL_SHARE_OF_LONG_CLOCK if setup.flow is Flow.QUEUED else TOGETHER_SHARE_OF_LONG_CLOCK
        usual = round(most * share)
    else:
        usual = sum(min(USUAL_PICK_SECONDS, seconds) for seconds in allowed if seconds is not None)
    return Duration(usual + pauses, most + pauses)
