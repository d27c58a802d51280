"""Clocks of a game as data: how much time each side has left, who is thinking since when, and when the time is up.

A clock in minutes gives each side ten minutes, and fifteen seconds for each turn of its own. Answers in the opponent’s
turn first use a bank of one minute per game. A clock in days times each decision; it stops in quiet hours.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from drafts.core.engine.clock import HOURS_A_DAY, QuietHours
from online.core.terms import ClockKind

MINUTE_MS = 60_000
START_MS, TURN_BONUS_MS, BANK_MS = 10 * MINUTE_MS, 15_000, MINUTE_MS
_DAYS = {"day": 1, "three_days": 3}


@dataclass(frozen=True, slots=True)
class GameClock:
    """Time left and bank by side, the side that decides (-1: stopped), since when, and if it `is_answer`."""

    kind: ClockKind
    left: tuple[int, int]
    bank: tuple[int, int] = (0, 0)
    side: int = -1
    is_answer: bool = False
    since: datetime | None = None
    quiet: QuietHours | None = None


def initial_clock(
    kind: ClockKind, *, decides: int, turn_of: int, now: datetime, quiet: QuietHours | None = None
) -> GameClock | None:
    """Return the clock at the start of a game, running for the side that decides; None for a game without a clock."""
    if kind == "none":
        return None
    if kind == "minutes":
        clock = _add_turn_bonus(GameClock(kind, (START_MS, START_MS), (BANK_MS, BANK_MS)), turn_of)
    else:
        clock = GameClock(kind, (_decision_ms(kind, quiet),) * 2, quiet=quiet)
    return replace(clock, side=decides, is_answer=decides != turn_of, since=now)


def clock_after_action(clock: GameClock, *, decides: int, turn_of: int, is_new_turn: bool, now: datetime) -> GameClock:
    """Return the clock after an action: the time used is subtracted, and side `decides` runs (-1: game over)."""
    before, clock = clock.side, clock_after_thinking(clock, now)
    if clock.kind == "minutes" and is_new_turn:
        clock = _add_turn_bonus(clock, turn_of)
    elif clock.kind != "minutes" and (is_new_turn or decides != before):
        clock = replace(clock, left=(_decision_ms(clock.kind, clock.quiet),) * 2)
    return replace(clock, side=decides, is_answer=decides != turn_of, since=now if decides >= 0 else None)


def clock_after_thinking(clock: GameClock, now: datetime) -> GameClock:
    """Return the clock minus the time used until now; answers use the bank first."""
    if clock.side < 0 or clock.since is None:
        return clock
    used = _awake_ms(clock, clock.since, now)
    side, bank, left = clock.side, [*clock.bank], [*clock.left]
    from_bank = min(used, bank[side]) if clock.is_answer else 0
    bank[side] -= from_bank
    left[side] = max(0, left[side] - used + from_bank)
    return replace(clock, left=(left[0], left[1]), bank=(bank[0], bank[1]), since=now)


def clock_deadline(clock: GameClock) -> datetime | None:
    """Return when the time of the side that decides is up; None while the clock is stopped."""
    if clock.side < 0 or clock.since is None:
        return None
    left = clock.left[clock.side] + (clock.bank[clock.side] if clock.is_answer else 0)
    if clock.quiet is not None:
        return clock.quiet.add_seconds(clock.since, left / 1000)
    return clock.since + timedelta(milliseconds=left)


def _add_turn_bonus(clock: GameClock, side: int) -> GameClock:
    left = [*clock.left]
    left[side] += TURN_BONUS_MS
    return replace(clock, left=(left[0], left[1]))


def _decision_ms(kind: ClockKind, quiet: QuietHours | None) -> int:
    """Return how many milliseconds a decision may take; only the hours of a day that aren’t quiet count."""
    hours = HOURS_A_DAY - (quiet.length_in_hours if quiet else 0)
    return _DAYS[kind] * hours * 60 * MINUTE_MS


def _awake_ms(clock: GameClock, start: datetime, end: datetime) -> int:
    seconds = clock.quiet.seconds_between(start, end) if clock.quiet else (end - start).total_seconds()
    return max(0, round(seconds * 1000))
