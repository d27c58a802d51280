"""Records: how often a card, a deck or a people has won; `matches` registers the functions."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date

from common.hooks import SingleHook


@dataclass(frozen=True, slots=True)
class GameTally:
    """Games of one kind: `what` they have in common, how many had a winner and were won, crystals for and against.

    `low` and `high` are the ends of the interval of the share of games won, in percent; `percent` is None under ten
    games.
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
class Record:
    """Record of games that were played: in all, by format and by year.

    `template` and `params` say how little it rests on; `mirrors` are games in which both sides had it, which count for
    nobody; `players` and `matches` are how many there were; `current` are the games with the cards a deck has now.
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
    """Days from one to another, both included; None leaves an end open."""

    first: date | None = None
    last: date | None = None


ALL_TIME = DateSpan()


@SingleHook
def record_of_card(game: str, code: str, span: DateSpan = ALL_TIME) -> Record | None:
    """The record of a card; None where nobody counts."""
    return None


@SingleHook
def record_of_deck(pk: int, span: DateSpan = ALL_TIME) -> Record | None:
    """The record of a deck, by the number of its row; None where nobody counts."""
    return None


@SingleHook
def tallies_of_decks(keys: Collection[int]) -> Mapping[int, GameTally]:
    """The games of each of some decks, by the number of its row; those that played none are left out."""
    return {}


@SingleHook
def records_of_peoples(span: DateSpan = ALL_TIME) -> Mapping[str, Record]:
    return {}
