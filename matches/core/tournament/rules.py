"""The rules of an event: every default and limit in one place, for model, form, API and service; and checks; pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, time, timedelta
from enum import StrEnum
from typing import Any
from zoneinfo import ZoneInfo

from common.errors import Conflict, Detail, Invalid
from common.text import gettext_noop
from decks.core.legality.sideboarding import DeckChanges
from matches.core.scoring.records import DEFAULT_SHEET, Severity, Sheet, default_penalty
from matches.core.scoring.score import check_sheet
from matches.core.standings.criteria import DEFAULT_ORDER, TIE_BREAKS, Points
from matches.core.tournament.stages import INVALID_PLAYOFF_SIZE, MAX_TABLE_NR, PLAYOFF_SIZES

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
    "legs": (1, 2),  # the second time with the other player starting
    "round_minutes": (1, MAX_ROUND_MINUTES),
    "days_between": (0, 365),
    "max_players": (2, MAX_EVENT_PLAYERS),
    "first_table": (1, MAX_TABLE_NR),
}
# A league of the longest calendar ends in a year that every calendar can write, in any time zone.
FIRST_DAY_BOUNDS = date(1900, 1, 1), date(2999, 12, 31)
_DEFAULT_MATCH_POINTS = Points()


class Format(StrEnum):
    """The kind of event."""

    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    DRAFT = "draft"
    KNOCKOUT = "knockout"
    DOUBLE = "double"


# Played as a tree of matches; nobody can enter late.
ELIMINATION_FORMATS = (Format.KNOCKOUT, Format.DOUBLE)
# Version 1 of the API promised no other formats, so a knock-out is a field of its own.
API_FORMATS = (Format.SWISS, Format.ROUND_ROBIN, Format.DRAFT)
ELIMINATIONS = {"": "", "single": Format.KNOCKOUT, "double": Format.DOUBLE}


class DecksOpen(StrEnum):
    """When the decks of an event open to everybody; `staff`: never."""

    STAFF = "staff"
    CUT = "cut"
    END = "end"
    START = "start"


def default_sheet(format_: str = Format.SWISS, edition: str = Sheet().edition, target: int = Sheet().target) -> Sheet:
    """Return the default sheet of every match of an event of this format (MATCH-12)."""
    drafted = format_ == Format.DRAFT
    return Sheet(
        edition=edition,
        target=target,
        draft=drafted,
        penalty=default_penalty(edition),
        deck_changes=DeckChanges.UNUSED_PICKS if drafted else DeckChanges.LOCKED,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRules:
    """Rules of an event, set by its organiser; all but the name have defaults.

    With `cut_double`, players are out of the cut after two losses; with `third_place`, the losers of its semifinals
    meet. `listed` puts the event into the public calendar. `start_time` is in `time_zone`, such as "Europe/Berlin".
    Players beyond `max_players` join a waiting list, `approval` makes each wait for the organiser, and with `check_in`
    only players who have checked in are paired. `take_back` lets players take moves back in games at the site, `bots`
    lets programs play for them there.
    """

    name: str
    format: str = Format.SWISS
    sheet: Sheet = DEFAULT_SHEET
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


# The names of the rules, in their order.
RULE_FIELDS = tuple(EventRules.__dataclass_fields__)


def default_of(name: str) -> Any:
    return EventRules.__dataclass_fields__[name].default


def recommended_swiss_rounds(players: int, *, cut_size: int = 0) -> int:
    """The number of Swiss rounds that leave one player unbeaten: log2 of the field, at least 3; one less with a cut.

    >>> [recommended_swiss_rounds(count) for count in (4, 8, 9, 41, 200)]
    [3, 3, 4, 6, 8]
    """
    rounds = max(players - 1, 1).bit_length() - (1 if cut_size else 0)
    return min(max(rounds, 3), MAX_ROUNDS)


# An earlier first day of a new event was probably mistyped.
_LONG_OVER_AFTER = timedelta(days=60)
_ROUND_MINUTES = gettext_noop("A round must last 1 to %(most)s minutes, and rounds can be at most a year apart.")
_MATCH_POINTS_MESSAGE = gettext_noop("Match points must be between 0 and %(most)s.")
# The message for each number out of its bounds.
_OUT_OF_BOUNDS_MESSAGES = {
    "points_win": _MATCH_POINTS_MESSAGE,
    "points_draw": _MATCH_POINTS_MESSAGE,
    "points_loss": _MATCH_POINTS_MESSAGE,
    "points_bye": _MATCH_POINTS_MESSAGE,
    "rounds_planned": gettext_noop("The number of rounds must be between 1 and %(most)s."),
    "legs": gettext_noop("In a league, each pair of players must meet once or twice."),
    "round_minutes": _ROUND_MINUTES,
    "days_between": _ROUND_MINUTES,
    "max_players": gettext_noop("The player limit must be between 2 and %(most)s."),
    "first_table": gettext_noop("Table numbers must be between 1 and %(most)s."),
}


def check_rules(rules: EventRules) -> None:
    """Raise `Invalid` for unplayable rules, with a detail for each error and its field."""
    errors = [finding for finding in check_sheet(rules.sheet) if finding.severity is Severity.ERROR]
    faults = [*(Detail(error.template, params=error.params) for error in errors), *_rule_errors(rules)]
    if faults:
        rule = errors[0].code if errors else None
        raise Invalid(faults[0].template, faults[0].params or {}, rule=rule, details=faults)


def _rule_errors(rules: EventRules) -> Iterator[Detail]:
    if rules.format not in tuple(Format) or rules.decks_seen not in tuple(DecksOpen):
        yield _rule_error("format", gettext_noop("That format or deck rule doesn’t exist."))
    if len(set(rules.tie_breaks)) != len(rules.tie_breaks) or not set(rules.tie_breaks) <= set(TIE_BREAKS):
        yield _rule_error("tie_breaks", gettext_noop("Use each tiebreaker only once."))
    for name, template in _OUT_OF_BOUNDS_MESSAGES.items():
        value, (least, most) = getattr(rules, name), RULE_BOUNDS[name]
        if value is not None and not least <= value <= most:
            yield _rule_error(name, template, most=MAX_ROUND_MINUTES if template == _ROUND_MINUTES else most)
    if rules.format in ELIMINATION_FORMATS and rules.cut_size:
        yield _rule_error(
            "cut_size",
            gettext_noop("An elimination event can’t have a separate playoff: it’s a bracket from the first round."),
        )
    elif rules.cut_size and rules.cut_size not in PLAYOFF_SIZES:
        yield _rule_error("cut_size", INVALID_PLAYOFF_SIZE, size=rules.cut_size)
    if rules.listed and rules.first_day is None:
        yield _rule_error("first_day", gettext_noop("An event in the public calendar needs a date."))
    earliest, latest = FIRST_DAY_BOUNDS
    if rules.first_day is not None and not earliest <= rules.first_day <= latest:
        template = gettext_noop("The year must be between %(first)s and %(last)s.")
        yield _rule_error("first_day", template, first=str(earliest.year), last=str(latest.year))
    try:
        ZoneInfo(rules.time_zone)
    except (ValueError, OSError, KeyError):
        template = gettext_noop("“%(zone)s” isn’t a time zone. Write it like Europe/Berlin.")
        yield _rule_error("time_zone", template, zone=rules.time_zone[:40])


def _rule_error(field: str, template: str, **params: object) -> Detail:
    return Detail(template, field, params=params)


def check_round_count(rounds: int) -> None:
    if not 1 <= rounds <= MAX_ROUNDS:
        raise Invalid(_OUT_OF_BOUNDS_MESSAGES["rounds_planned"], {"most": MAX_ROUNDS}, place="rounds_planned")


def check_league(players: int) -> None:
    """Raise `Conflict` or `Invalid` if this number of players can’t form a league."""
    if players < 2:
        raise Conflict(gettext_noop("A league needs at least two players."))
    if players > MAX_LEAGUE_PLAYERS:
        template = gettext_noop("A league can have at most %(most)s players, because everyone plays everyone.")
        raise Invalid(template, {"most": MAX_LEAGUE_PLAYERS})


def require_not_long_over(first_day: date | None, today: date) -> None:
    """Raise `Conflict` for the first day of a new event that was probably mistyped."""
    if first_day is not None and first_day < today - _LONG_OVER_AFTER:
        template = gettext_noop("The first day is long past. Change it, or confirm that it’s right.")
        raise Conflict(template, details=(Detail(template, field="first_day"),))
