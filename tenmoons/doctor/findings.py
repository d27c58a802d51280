"""Findings of the doctor: one line a check, with what to do where something is wrong."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """Level of a finding: `wrong` needs action now, `hint` could be better."""

    GOOD = "good"
    HINT = "hint"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: what was looked at, how it is, and what to do about it."""

    name: str
    level: Level
    message: str
    advice: str = ""


Check = Callable[[], Iterable[Finding]]


def good(name: str, message: str) -> Finding:
    """Return a finding that all is well."""
    return Finding(name, Level.GOOD, message)


def hint(name: str, message: str, advice: str) -> Finding:
    """Return a finding that works and could be better."""
    return Finding(name, Level.HINT, message, advice)


def wrong(name: str, message: str, advice: str) -> Finding:
    """Return a finding that needs action."""
    return Finding(name, Level.WRONG, message, advice)


def run(name: str, check: Check) -> Iterator[Finding]:
    """Yield the findings of a check; one that fails itself is a finding too, so that the others still run."""
    try:
        yield from check()
    except Exception as error:
        yield wrong(
            name, f"couldn’t be checked: {type(error).__name__}: {error}", "Fix this first, then run the check again."
        )
