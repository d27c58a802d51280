"""Registry of what follows a draft: the app of matches registers here what the people of one play after it."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match of people who drafted together: both names, the crystals of each, who has won (None: not yet)."""

    a: str
    b: str
    crystals_a: int
    crystals_b: int
    winner: str | None


@dataclass(frozen=True, slots=True)
class Place:
    """A row of the evening's standings: the place from 1, the name, matches won, drawn and lost, crystals."""

    place: int
    name: str
    won: int
    drawn: int
    lost: int
    crystals: int


@dataclass(frozen=True, slots=True)
class Evening:
    """What is played after a draft: the pairs of the next round and who sits out, the matches, the standings."""

    pairs: tuple[tuple[str, str], ...]
    sits_out: str
    matches: tuple[PlayedMatch, ...]
    places: tuple[Place, ...]


Source = Callable[[str], Evening | None]
_sources: list[Source] = []


def register(source: Source) -> None:
    """Ask this, too, what is played after a draft; it is given the draft's key. Registering twice is once."""
    if source not in _sources:
        _sources.append(source)


def evening_after(key: str) -> Evening | None:
    """What those who drafted together play; None as long as nobody has gone on to the matches."""
    return next((evening for source in _sources if (evening := source(key)) is not None), None)
