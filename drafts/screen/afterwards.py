"""Registry of what follows a draft: the app of matches registers here which matches are played after one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match of people who drafted together: both names, the crystals of each, who has won (None: not yet)."""

    a: str
    b: str
    crystals_a: int
    crystals_b: int
    winner: str | None


Source = Callable[[str], Sequence[PlayedMatch]]
_sources: list[Source] = []


def register(source: Source) -> None:
    """Ask this, too, what is played after a draft; it is given the draft's key. Registering twice is once."""
    if source not in _sources:
        _sources.append(source)


def played_after(key: str) -> list[PlayedMatch]:
    """The matches of those who drafted together, the newest first."""
    return [match for source in _sources for match in source(key)]
