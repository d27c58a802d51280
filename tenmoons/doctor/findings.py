"""Findings of the doctor: one line per check, with advice if something is wrong."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """Level of a finding: `wrong` needs action now, `hint` could be better."""

    GOOD = "good"
    HINT = "hint"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class DoctorFinding:
    """One line: the subject, its state, and advice."""

    name: str
    level: Level
    message: str
    advice: str = ""


CheckFunction = Callable[[], Iterable[DoctorFinding]]


def passing(name: str, message: str) -> DoctorFinding:
    return DoctorFinding(name, Level.GOOD, message)


def hint(name: str, message: str, advice: str) -> DoctorFinding:
    return DoctorFinding(name, Level.HINT, message, advice)


def failing(name: str, message: str, advice: str) -> DoctorFinding:
    return DoctorFinding(name, Level.WRONG, message, advice)


def run_check(name: str, check: CheckFunction) -> Iterator[DoctorFinding]:
    """Yield the findings of a check; a check that crashes becomes a finding, so that the other checks still run."""
    try:
        yield from check()
    except Exception as error:
        yield failing(
            name, f"couldn’t be checked: {type(error).__name__}: {error}", "Fix this first, then run the check again."
        )
