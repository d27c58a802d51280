"""Checks of an event's rules: whether it can be played by them; pure."""

from zoneinfo import ZoneInfo

from common.errors import Conflict, Invalid
from common.text import gettext_noop
from matches.core.scoring.records import Severity
from matches.core.scoring.score import check_sheet
from matches.core.standings.criteria import TIE_BREAKS
from matches.core.tournament.rules import (
    ELIMINATION,
    FIRST_DAYS,
    MAX_DAYS_BETWEEN,
    MAX_LEAGUE_PLAYERS,
    MAX_LEGS,
    MAX_PLAYERS,
    MAX_POINTS,
    MAX_ROUND_MINUTES,
    MAX_ROUNDS,
    DecksSeen,
    EventRules,
    Format,
)
from matches.core.tournament.stages import check_cut
from matches.core.tournament.tables import MAX_TABLE


def check_rules(rules: EventRules) -> None:
    """Raise `Invalid` for rules nobody can play by."""
    errors = [finding for finding in check_sheet(rules.sheet) if finding.severity is Severity.ERROR]
    if errors:
        raise Invalid(errors[0].template, errors[0].params, rule=errors[0].code)
    if rules.format not in tuple(Format) or rules.decks_seen not in tuple(DecksSeen):
        raise Invalid(gettext_noop("There is no such format or rule for decks."))
    if len(set(rules.tie_breaks)) != len(rules.tie_breaks) or not set(rules.tie_breaks) <= set(TIE_BREAKS):
        raise Invalid(gettext_noop("Each tie-break stands at most once in the order."))
    points = (rules.points_win, rules.points_draw, rules.points_loss, rules.points_bye)
    if not all(0 <= each <= MAX_POINTS for each in points):
        raise Invalid(gettext_noop("Points for a match go from 0 to %(most)s."), {"most": MAX_POINTS})
    if rules.cut_size:
        check_cut(rules.cut_size, rules.cut_size)
    _check_announcement(rules)
    _check_entry(rules)
    if rules.rounds_planned is not None:
        check_round_count(rules.rounds_planned)
    if not 1 <= rules.legs <= MAX_LEGS:
        raise Invalid(gettext_noop("In a league each meets each once or twice."))
    if not 1 <= rules.round_minutes <= MAX_ROUND_MINUTES or not 0 <= rules.days_between <= MAX_DAYS_BETWEEN:
        template = gettext_noop("A round takes from 1 to %(most)s minutes, and rounds are at most a year apart.")
        raise Invalid(template, {"most": MAX_ROUND_MINUTES})


def _check_announcement(rules: EventRules) -> None:
    if rules.listed and rules.first_day is None:
        raise Invalid(gettext_noop("An event in the public calendar needs a day."))
    earliest, latest = FIRST_DAYS
    if rules.first_day is not None and not earliest <= rules.first_day <= latest:
        template = gettext_noop("An event takes place between the years %(first)s and %(last)s.")
        raise Invalid(template, {"first": str(earliest.year), "last": str(latest.year)})
    try:
        ZoneInfo(rules.time_zone)
    except (ValueError, OSError, KeyError):
        template = gettext_noop("There is no time zone “%(zone)s”; write it as Europe/Berlin.")
        raise Invalid(template, {"zone": rules.time_zone[:40]}) from None


def _check_entry(rules: EventRules) -> None:
    """Places, table numbers, and that a knock-out has no cut of its own."""
    if rules.max_players is not None and not 2 <= rules.max_players <= MAX_PLAYERS:
        raise Invalid(gettext_noop("An event has from 2 to %(most)s places."), {"most": MAX_PLAYERS})
    if not 1 <= rules.first_table <= MAX_TABLE:
        raise Invalid(gettext_noop("Tables have numbers from 1 to %(most)s."), {"most": MAX_TABLE})
    if rules.format in ELIMINATION and rules.cut_size:
        raise Invalid(gettext_noop("A knock-out has no cut: it is one from the first round."))


def check_round_count(rounds: int) -> None:
    """Raise `Invalid` for a number of rounds no event has."""
    if not 1 <= rounds <= MAX_ROUNDS:
        raise Invalid(gettext_noop("An event has from 1 to %(most)s rounds."), {"most": MAX_ROUNDS})


def check_league(players: int) -> None:
    """Raise for a field of which no calendar of everybody against everybody is made."""
    if players < 2:
        raise Conflict(gettext_noop("A league needs two players."))
    if players > MAX_LEAGUE_PLAYERS:
        template = gettext_noop("A league has at most %(most)s players, because everybody meets everybody.")
        raise Invalid(template, {"most": MAX_LEAGUE_PLAYERS})
