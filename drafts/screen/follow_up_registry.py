"""Registry of what follows a draft: the matches app registers the evening played after it."""

from dataclasses import dataclass

from common.hooks import SingleHook


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match after a draft: names `a` and `b`, their crystals, and the winner’s name (None: not decided)."""

    a: str
    b: str
    crystals_a: int
    crystals_b: int
    winner: str | None


@dataclass(frozen=True, slots=True)
class EveningStanding:
    """A row of the evening’s standings; `place` counts from 1."""

    place: int
    name: str
    won: int
    drawn: int
    lost: int
    crystals: int


@dataclass(frozen=True, slots=True)
class MatchEvening:
    """Evening after a draft: next pairs, who sits out (empty: nobody), matches, standings."""

    pairs: tuple[tuple[str, str], ...]
    sits_out: str
    matches: tuple[PlayedMatch, ...]
    places: tuple[EveningStanding, ...]


@SingleHook
def evening_after_draft(draft_key: str) -> MatchEvening | None:
    """Return the evening after a draft; None before its first match."""
    return None
