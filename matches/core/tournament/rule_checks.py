"""Checks of an event’s rules; pure."""

from collections.abc import Iterator
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from common.errors import Conflict, Detail, Invalid
from common.text import gettext_noop
from matches.core.scoring.match import Severity
from matches.core.scoring.score import check_match_settings
from matches.core.standings.criteria import TIE_BREAKS
from matches.core.tournament.rules import (
    ELIMINATION_FORMATS,
    FIRST_DAY_BOUNDS,
    MAX_LEAGUE_PLAYERS,
    MAX_ROUND_MINUTES,
    MAX_ROUNDS,
    RULE_BOUNDS,
    DecksOpen,
    EventFormat,
    EventRules,
)
from matches.core.tournament.stages import INVALID_PLAYOFF_SIZE, PLAYOFF_SIZES

# The first day of a new event that is further back was probably mistyped.
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
    """Raise `Invalid` for unplayable rules, with a detail for each error that names the field."""
    errors = [finding for finding in check_match_settings(rules.sheet) if finding.severity is Severity.ERROR]
    faults = [*(Detail(error.template, params=error.params) for error in errors), *_rule_errors(rules)]
    if faults:
        rule = errors[0].code if errors else None
        raise Invalid(faults[0].template, faults[0].params or {}, rule=rule, details=faults)


def _rule_errors(rules: EventRules) -> Iterator[Detail]:
    if rules.format not in tuple(EventFormat) or rules.decks_seen not in tuple(DecksOpen):
        yield _rule_error("format", gettext_noop("That format or deck rule doesn’t exist."))
    if len(set(rules.tie_breaks)) != len(rules.tie_breaks) or not set(rules.tie_breaks) <= set(TIE_BREAKS):
        yield _rule_error("tie_breaks", gettext_noop("Use each tiebreaker only once."))
    for name, template in _OUT_OF_BOUNDS_MESSAGES.items():
        value, (minimum, maximum) = getattr(rules, name), RULE_BOUNDS[name]
        if value is not None and not minimum <= value <= maximum:
            yield _rule_error(name, template, most=MAX_ROUND_MINUTES if template == _ROUND_MINUTES else maximum)
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
    """Raise `Invalid` for a number of rounds out of its bounds."""
    if not 1 <= rounds <= MAX_ROUNDS:
        raise Invalid(_OUT_OF_BOUNDS_MESSAGES["rounds_planned"], {"most": MAX_ROUNDS}, field="rounds_planned")


def check_league_size(players: int) -> None:
    """Raise `Conflict` or `Invalid` if this number of players can’t form a league."""
    if players < 2:
        raise Conflict(gettext_noop("A league needs at least two players."))
    if players > MAX_LEAGUE_PLAYERS:
        template = gettext_noop("A league can have at most %(most)s players, because everyone plays everyone.")
        raise Invalid(template, {"most": MAX_LEAGUE_PLAYERS})


def check_first_day(first_day: date | None, today: date) -> None:
    """Raise `Conflict` if the first day of a new event was probably mistyped."""
    if first_day is not None and first_day < today - _LONG_OVER_AFTER:
        template = gettext_noop("The first day is long past. Change it, or confirm that it’s right.")
        raise Conflict(template, details=(Detail(template, field="first_day"),))
