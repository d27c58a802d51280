"""Registry of what follows a draft: the app of matches registers the evening played after it."""

from dataclasses import dataclass

from common.hooks import SingleHook


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match of people who drafted together: both names, the crystals of each, who has won (None: not yet)."""

    a: str
    b: str
    crystals_a: int
    crystals_b: int
    winner: str | None


@dataclass(frozen=True, slots=True)
class EveningStanding:
    """A row of the evening's standings: the place from 1, the name, matches won, drawn and lost, crystals."""

    place: int
    name: str
    won: int
    drawn: int
    lost: int
    crystals: int


@dataclass(frozen=True, slots=True)
class MatchEvening:
    """Evening after a draft: the next pairs and who sits out, the matches, the standings."""

    pairs: tuple[tuple[str, str], ...]
    sits_out: str
    matches: tuple[PlayedMatch, ...]
    places: tuple[EveningStanding, ...]


@SingleHook
def evening_after_draft(draft_key: str) -> MatchEvening | None:
    """Return the evening of those who drafted together; None before its first match."""
    return None
