"""Records: how often a card, a deck or a people has won; `matches` registers the functions."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date

from common.hooks import SingleHook


@dataclass(frozen=True, slots=True)
class GameTally:
    """Games of one kind: `what` they have in common, how many had a winner and were won, crystals for and against.

    `low` to `high` is the interval of the share of games won, in percent; `percent` is None under ten games.
    """

    what: str
    games: int
    won: int
    percent: int | None
    low: int
    high: int
    crystals_for: int
    crystals_against: int


@dataclass(frozen=True, slots=True)
class WinRecord:
    """Record in played games: in all, by format and by year.

    `template` and `params` say how small the sample is; `mirrors` are games in which both sides had it, which count for
    neither; `players` and `matches` are how many there were; `current` are the games with the deck’s current cards.
    """

    whole: GameTally
    formats: tuple[GameTally, ...]
    years: tuple[GameTally, ...]
    template: str
    params: Mapping[str, object] = field(default_factory=dict)
    mirrors: int = 0
    matches: int = 0
    players: int = 0
    current: int | None = None


@dataclass(frozen=True, slots=True)
class DateSpan:
    """A range of days, both included; None leaves an end open."""

    first: date | None = None
    last: date | None = None


ALL_TIME = DateSpan()


@SingleHook
def record_of_card(game: str, code: str, span: DateSpan = ALL_TIME) -> WinRecord | None:
    """Return the record of a card; None if records aren’t available."""
    return None


@SingleHook
def record_of_deck(pk: int, span: DateSpan = ALL_TIME) -> WinRecord | None:
    """Return the record of a deck, by its primary key; None if records aren’t available."""
    return None


@SingleHook
def tallies_of_decks(keys: Collection[int]) -> Mapping[int, GameTally]:
    """Return the games of each deck, by primary key, without those that played none."""
    return {}


@SingleHook
def records_of_peoples(span: DateSpan = ALL_TIME) -> Mapping[str, WinRecord]:
    return {}
