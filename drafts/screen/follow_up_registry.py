"""What follows a draft: the app of matches registers what the people of one play after it."""

from dataclasses import dataclass

from common.hooks import Hook


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
class Evening:
    """What is played after a draft: the pairs of the next round and who sits out, the matches, the standings."""

    pairs: tuple[tuple[str, str], ...]
    sits_out: str
    matches: tuple[PlayedMatch, ...]
    places: tuple[EveningStanding, ...]


@Hook
def evening_after(draft_key: str) -> Evening | None:
    """What those who drafted together play; None until somebody has gone on to the matches."""
    return None
