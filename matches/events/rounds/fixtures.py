"""Services of a league’s calendar: days and links of matches, missing replies, reminders."""

from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial

from celery import shared_task
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, URLValidator
from django.db import transaction
from django.utils import timezone

from accounts.models import Person
from accounts.push.kinds import Kind
from common.errors import Conflict, Invalid, NotAllowed
from common.text import gettext_noop
from drafts.reminders.services import send_email_to
from matches.core.tournament import Permission
from matches.core.tournament.rules import FIRST_DAY_BOUNDS
from matches.events.notifications import notify_of_fixture
from matches.events.queries import event_by_key, has_results, is_permitted, load_event_from_row, pairing_of_event
from matches.events.read_models import LoadedPairing
from matches.events.transactions import lock_event, log_action
from matches.models import LINK_LENGTH, Event, Fixture, Pairing, Round

# Time between two automatic reminders of an overdue match.
REMINDER_INTERVAL = timedelta(days=7)
_FIXTURE_COLUMNS = [column.name for column in Fixture._meta.local_fields]


@dataclass(frozen=True, slots=True, kw_only=True)
class FixtureProposal:
    """Changes to a league match: propose a day, answer the opponent’s proposal, set a link, note that the opponent
    doesn’t reply (or does), remind. None means no change."""

    day: date | None = None
    accept: bool | None = None
    link: str | None = None
    no_answer: bool | None = None
    remind: bool = False


def require_league_match(*, by: Person | None, key: str, pairing: int) -> LoadedPairing:
    event = event_by_key(key)
    table = pairing_of_event(event, pairing)[1]
    _side_in_match(event, table, by)
    return table


def _side_in_match(event: Event, pairing: LoadedPairing, by: Person | None) -> str:
    """Return the side of a player, or empty for staff; raises `NotAllowed` for other people."""
    side = pairing.side_of_person(by)
    if not side and not is_permitted(event, by, Permission.RESULT):
        raise NotAllowed(gettext_noop("Only the two players and the organiser can schedule a match."))
    return side


@transaction.atomic
def schedule_league_match(*, by: Person | None, key: str, pairing: int, proposal: FixtureProposal) -> LoadedPairing:
    """Apply a proposal by a player of the match or by staff to an open league match.

    A day proposed by a player counts once the opponent accepts it; a day set by staff counts at once. Raises `Conflict`
    for a match with a result, `Invalid` for a day in the past.
    """
    event = lock_event(key)
    table = pairing_of_event(event, pairing)[1]
    side = _side_in_match(event, table, by)
    if not event.is_league or table.row.round.stage != Round.Stage.MAIN or table.b is None:
        raise Conflict(gettext_noop("Only league matches have dates of their own."))
    if not table.is_awaited:
        raise Conflict(gettext_noop("This match already has a result."))
    if proposal.day is not None:
        _propose_day(table, side, proposal.day, by)
    if proposal.accept is not None:
        _answer_proposal(table, side, by, accept=proposal.accept)
    if proposal.link is not None:
        table.row.link = _validated_link(proposal.link)
    if proposal.no_answer is not None:
        _mark_opponent_unresponsive(table, side, by, is_so=proposal.no_answer)
    if proposal.remind:
        _remind_players(table, by)
    table.row.save(update_fields=_FIXTURE_COLUMNS)
    return table


def _propose_day(pairing: LoadedPairing, side: str, day: date, by: Person | None) -> None:
    row = pairing.row
    _check_day_in_future(day)
    if not side or (row.day_asked == day and row.asked_by != side):
        _set_match_day(pairing, day, by)
        return
    row.day_asked, row.asked_by = day, side
    _log_match_day(pairing, by, "day_asked", day=day.isoformat(), name=pairing.player_at_side(side).name)
    notify_of_fixture(pairing, Kind.DATE, but=by)


def _answer_proposal(pairing: LoadedPairing, side: str, by: Person | None, *, accept: bool) -> None:
    day = pairing.row.day_asked
    if day is None:
        raise Conflict(gettext_noop("There’s no open request to reschedule."))
    if accept:
        if pairing.row.asked_by == side:
            raise Conflict(gettext_noop("Only your opponent can accept the date you proposed."))
        _check_day_in_future(day)
        _set_match_day(pairing, day, by)
        return
    pairing.row.day_asked, pairing.row.asked_by = None, ""
    _log_match_day(pairing, by, "day_declined", day=day.isoformat())
    notify_of_fixture(pairing, Kind.DATE, but=by)


def _set_match_day(pairing: LoadedPairing, day: date, by: Person | None) -> None:
    pairing.row.day, pairing.row.day_asked, pairing.row.asked_by, pairing.row.reminded = day, None, "", None
    _log_match_day(pairing, by, "day_set", day=day.isoformat())
    notify_of_fixture(pairing, Kind.DATE, but=by)


def _check_day_in_future(day: date) -> None:
    if not timezone.localdate() <= day <= FIRST_DAY_BOUNDS[1]:
        raise Invalid(gettext_noop("Choose today or a later date."), field="day")


def _validated_link(link: str) -> str:
    tidied = link.strip()
    try:
        if tidied:
            for check in (URLValidator(schemes=["https"]), MaxLengthValidator(LINK_LENGTH)):
                check(tidied)
    except ValidationError:
        template = gettext_noop("A link must begin with https:// and have at most %(most)s characters.")
        raise Invalid(template, {"most": LINK_LENGTH}, field="link") from None
    return tidied


def _mark_opponent_unresponsive(pairing: LoadedPairing, side: str, by: Person | None, *, is_so: bool) -> None:
    if is_so and not side:
        raise Conflict(gettext_noop("Only one of the two players can report that there’s no reply."))
    pairing.row.no_answer = side if is_so else ""
    if is_so:
        _log_match_day(pairing, by, "no_answer", name=pairing.player_at_side(side).name)
        notify_of_fixture(pairing, Kind.OVERDUE, desk=True, but=by)


def _remind_players(pairing: LoadedPairing, by: Person | None) -> None:
    today = timezone.localdate()
    if not pairing.is_overdue:
        raise Conflict(gettext_noop("This match isn’t overdue."))
    if pairing.row.reminded == today:
        raise Conflict(gettext_noop("Both players were already reminded today."))
    pairing.row.reminded = today
    _log_match_day(pairing, by, "reminded")
    notify_of_fixture(pairing, Kind.OVERDUE, but=by)
    transaction.on_commit(partial(mail_overdue_match.delay, pairing.row.pk), robust=True)


def remind_of_overdue_matches(today: date) -> int:
    """Remind players and organisers of each overdue match once a week; return the number of matches."""
    notified = 0
    for event in Event.objects.filter(format=Event.Format.ROUND_ROBIN, status=Event.Status.RUNNING, hidden=None):
        for pairing in load_event_from_row(event).overdue:
            due = type(pairing.row).objects.filter(pk=pairing.row.pk).exclude(reminded__gt=today - REMINDER_INTERVAL)
            # Save the date first, so that only one of several processes sends reminders.
            if due.update(reminded=today):
                notify_of_fixture(pairing, Kind.OVERDUE, desk=True)
                transaction.on_commit(partial(mail_overdue_match.delay, pairing.row.pk), robust=True)
                notified += 1
    return notified


@shared_task(name="matches.tasks.write_overdue")
def mail_overdue_match(pk: int) -> int:
    """Email both players, if they want emails, that the day of their match has passed; return the number of emails."""
    pairings = Pairing.objects.select_related("round__event", "a__person__user", "b__person__user")
    pairing = pairings.filter(pk=pk, b__isnull=False).first()
    if pairing is None or pairing.b is None:
        return 0
    event = pairing.round.event
    notified = 0
    for player, opponent in ((pairing.a, pairing.b), (pairing.b, pairing.a)):
        words = {"event": event, "player": player, "opponent": opponent, "day": pairing.day or pairing.round.day}
        notified += send_email_to(player.person, "matches/mail", path=event.get_absolute_url(), context=words)
    return notified


def move_unplayed_rounds(event: Event, *, by: Person | None) -> None:
    """Move unplayed rounds to follow a new first day; days that players agreed on stay."""
    for round_ in event.rounds.filter(stage=Round.Stage.MAIN):
        if event.first_day is not None and not has_results([round_]):
            round_.day = event.first_day + timedelta(days=event.days_between * (round_.number - 1))
            round_.save(update_fields=["day"])
    log_action(event, by=by, kind="days_moved")


def _log_match_day(pairing: LoadedPairing, by: Person | None, kind: str, **about: object) -> None:
    about |= {"round": pairing.row.round.number, "table": pairing.row.table}
    log_action(pairing.row.round.event, by=by, kind=kind, **about)
