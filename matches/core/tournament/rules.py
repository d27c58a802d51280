"""The rules of an event, with every default and limit for model, form, API and services; pure."""

from dataclasses import dataclass
from datetime import date, time
from enum import StrEnum
from typing import Any

from decks.core.legality.decklist import DeckChanges
from matches.core.scoring.match import DEFAULT_SHEET, MatchSettings, default_mistake_penalty
from matches.core.standings.criteria import DEFAULT_ORDER, Points
from matches.core.tournament.stages import MAX_TABLE_NR

MAX_TITLE_LENGTH = 80
MAX_PRICE_LENGTH = 60
MAX_ANNOUNCEMENT_LENGTH = 300
MAX_EVENT_PLAYERS = 4000
MAX_LEAGUE_PLAYERS = 60
MAX_MATCH_POINTS = 99
MAX_ROUNDS = 40
MAX_ROUND_MINUTES = 1000
# The minimum and maximum of each numeric rule.
RULE_BOUNDS = {
    **dict.fromkeys(("points_win", "points_draw", "points_loss", "points_bye"), (0, MAX_MATCH_POINTS)),
    "rounds_planned": (1, MAX_ROUNDS),
    "cut_size": (0, 9999),
    "legs": (1, 2),  # the second time, the other player starts
    "round_minutes": (1, MAX_ROUND_MINUTES),
    "days_between": (0, 365),
    "max_players": (2, MAX_EVENT_PLAYERS),
    "first_table": (1, MAX_TABLE_NR),
}
# A league that begins on the last day still ends in a year that every calendar and time zone can write.
FIRST_DAY_BOUNDS = date(1900, 1, 1), date(2999, 12, 31)
_DEFAULT_MATCH_POINTS = Points()


class EventFormat(StrEnum):
    """The kind of event."""

    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    DRAFT = "draft"
    KNOCKOUT = "knockout"
    DOUBLE = "double"


# These formats are a tree of matches, so nobody can enter late.
ELIMINATION_FORMATS = (EventFormat.KNOCKOUT, EventFormat.DOUBLE)
# Version 1 of the API promised that there are no other formats, so elimination is a separate field.
API_FORMATS = (EventFormat.SWISS, EventFormat.ROUND_ROBIN, EventFormat.DRAFT)
ELIMINATIONS = {"": "", "single": EventFormat.KNOCKOUT, "double": EventFormat.DOUBLE}


class DecksOpen(StrEnum):
    """When everybody can see the decks of an event; with `staff`, never."""

    STAFF = "staff"
    CUT = "cut"
    END = "end"
    START = "start"


def default_match_settings(
    format_: str = EventFormat.SWISS, edition: str = MatchSettings().edition, target: int = MatchSettings().target
) -> MatchSettings:
    """Return the default match settings of an event of this format (MATCH-12)."""
    drafted = format_ == EventFormat.DRAFT
    return MatchSettings(
        edition=edition,
        target=target,
        draft=drafted,
        penalty=default_mistake_penalty(edition),
        deck_changes=DeckChanges.UNUSED_PICKS if drafted else DeckChanges.LOCKED,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRules:
    """Rules of an event, set by its organiser; all but the name have defaults.

    With `cut_double`, players are out of the playoff after two losses; with `third_place`, the losers of its semifinals
    meet. `listed` puts the event into the public calendar. `start_time` is in `time_zone`, such as "Europe/Berlin".
    Players beyond `max_players` join a waiting list, `approval` makes each wait for the organiser, and with `check_in`
    only players who have checked in are paired. `take_back` lets players take moves back in games at the site, `bots`
    lets programs play for them there.
    """

    name: str
    format: str = EventFormat.SWISS
    sheet: MatchSettings = DEFAULT_SHEET
    rounds_planned: int | None = None
    cut_size: int = 0
    cut_double: bool = False
    third_place: bool = False
    take_back: bool = False
    bots: bool = False
    points_win: int = _DEFAULT_MATCH_POINTS.win
    points_draw: int = _DEFAULT_MATCH_POINTS.draw
    points_loss: int = _DEFAULT_MATCH_POINTS.loss
    points_bye: int = _DEFAULT_MATCH_POINTS.bye
    bye_crystals: str = "mean"
    tie_breaks: tuple[str, ...] = DEFAULT_ORDER
    decks_required: bool = False
    decks_seen: str = DecksOpen.STAFF
    round_minutes: int = 50
    first_day: date | None = None
    venue: str = ""
    start_time: time | None = None
    time_zone: str = "UTC"
    about: str = ""
    price: str = ""
    listed: bool = False
    max_players: int | None = None
    approval: bool = False
    check_in: bool = False
    first_table: int = 1
    days_between: int = 7
    legs: int = 1


# The names of the rules, in the order of the fields.
RULE_FIELDS = tuple(EventRules.__dataclass_fields__)


def default_for(name: str) -> Any:
    return EventRules.__dataclass_fields__[name].default


def recommended_swiss_rounds(players: int, *, cut_size: int = 0) -> int:
    """Return how many Swiss rounds leave one player unbeaten: log2 of the field, at least 3; one less with a playoff.

    >>> [recommended_swiss_rounds(count) for count in (4, 8, 9, 41, 200)]
    [3, 3, 4, 6, 8]
    """
    rounds = max(players - 1, 1).bit_length() - (1 if cut_size else 0)
    return min(max(rounds, 3), MAX_ROUNDS)
