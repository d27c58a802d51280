"""Registry of records: the app of matches registers here how often a card, a deck or a people has won."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import date


@dataclass(frozen=True, slots=True)
class Tally:
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

    whole: Tally
    formats: tuple[Tally, ...]
    years: tuple[Tally, ...]
    template: str
    params: Mapping[str, object] = field(default_factory=dict)
    mirrors: int = 0
    matches: int = 0
    players: int = 0
    current: int | None = None


@dataclass(frozen=True, slots=True)
class Span:
    """Days from one to another, both included; None leaves an end open."""

    first: date | None = None
    last: date | None = None


CardSource = Callable[[str, str, Span], Record]
DeckSource = Callable[[int, Span], Record]
ListSource = Callable[[Collection[int]], Mapping[int, Tally]]
PeoplesSource = Callable[[Span], Mapping[str, Record]]
_cards: list[CardSource] = []
_decks: list[DeckSource] = []
_lists: list[ListSource] = []
_peoples: list[PeoplesSource] = []


def register(*, cards: CardSource, decks: DeckSource, lists: ListSource, peoples: PeoplesSource) -> None:
    """Say who counts: given the game and the code of a card, the number of a deck's row, or of several, or nothing for
    all peoples.

    The last one counts.
    """
    _cards[:], _decks[:], _lists[:], _peoples[:] = [cards], [decks], [lists], [peoples]


def record_of_card(game: str, code: str, span: Span | None = None) -> Record | None:
    """The record of a card; None where nobody counts."""
    return _cards[0](game, code, span or Span()) if _cards else None


def record_of_deck(pk: int, span: Span | None = None) -> Record | None:
    """The record of a deck; None where nobody counts."""
    return _decks[0](pk, span or Span()) if _decks else None


def tallies_of_decks(keys: Collection[int]) -> Mapping[int, Tally]:
    """The games of each of some decks, by the number of its row; those that played none are left out."""
    return _lists[0](keys) if _lists and keys else {}


def records_of_peoples(span: Span | None = None) -> Mapping[str, Record]:
    """The record of each people that was played, by its name; nothing where nobody counts."""
    return _peoples[0](span or Span()) if _peoples else {}
