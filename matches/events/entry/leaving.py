"""Checking in, leaving an event and returning, what a withdrawal does to matches, and substitutes in a league."""

from collections.abc import Collection
from copy import copy
from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from accounts.models import Person
from common.errors import Conflict, Invalid
from common.text import gettext_noop
from matches.core.tournament import Permission
from matches.core.tournament.rules import MAX_ROUNDS
from matches.events.entry.services import create_registrations, move_up_from_waiting_list
from matches.events.queries import build_pairing, is_permitted, load_event_from_row
from matches.events.read_models import LoadedEvent
from matches.events.rounds.rows import reseat_table
from matches.events.transactions import lock_event, lock_player, log_action, player_in_event, require_role
from matches.models import Event, Registration, Withdrawal


def remove_from_event(event: Event, player: Registration, withdrawal: str = "", *, by: Person | None) -> None:
    player.dropped = event.rounds.count() + 1
    if event.is_league and player.dropped > 1:
        if withdrawal:
            require_role(event, by, Permission.ADMIT)
        if withdrawal and withdrawal not in Withdrawal.values:
            raise Invalid(gettext_noop("That action isn’t available here."))
        player.withdrawal = withdrawal or default_withdrawal(load_event_from_row(event), player)
        log_action(event, by=by, kind=f"left_{player.withdrawal}", name=player.name)
    else:
        log_action(event, by=by, kind="dropped", name=player.name, round=player.dropped)
    player.save(update_fields=["dropped", "withdrawal"])


def default_withdrawal(loaded: LoadedEvent, player: Registration) -> str:
    """Return the default withdrawal, as in chess leagues: strike all matches if fewer than half have a result."""
    tables = [pairing for pairing in loaded.tables if pairing.b and player in pairing.players]
    played = sum(pairing.outcome is not None for pairing in tables)
    return Withdrawal.STRIKE if 2 * played < len(tables) else Withdrawal.AWARD


def event_after_withdrawal(loaded: LoadedEvent, player: Registration, withdrawal: str) -> LoadedEvent:
    """Return the event as it would be after this withdrawal; nothing is stored."""
    leaver = copy(player)
    leaver.dropped, leaver.withdrawal = len(loaded.rounds) + 1, withdrawal
    by_pk = {other.pk: leaver if other.pk == player.pk else other for other in loaded.players}
    rounds = []
    for round_ in loaded.rounds:
        tables = (
            build_pairing(pairing.row, by_pk, (), match_key=pairing.match_key, claims=pairing.claims)
            if pairing.outcome is None
            else replace(pairing, a=by_pk[pairing.a.pk], b=by_pk[pairing.b.pk] if pairing.b else None)
            for pairing in round_.pairings
        )
        rounds.append(replace(round_, pairings=tuple(tables)))
    return replace(loaded, players=tuple(by_pk.values()), rounds=tuple(rounds))


@transaction.atomic
def drop_player(*, by: Person | None, key: str, number: int, withdrawal: str = "") -> Registration:
    """Drop a player: they’re no longer paired. Before round 1, the waiting list fills their place.

    In a league, `withdrawal` is a `Withdrawal` that only staff can choose; empty means `default_withdrawal`.
    """
    event, player = lock_player(by=by, key=key, number=number, permission=Permission.LEAVE)
    if player.dropped is not None:
        raise Conflict(gettext_noop("%(name)s has already dropped."), {"name": player.name})
    remove_from_event(event, player, withdrawal, by=by)
    move_up_from_waiting_list(event, by=by)
    return player


@transaction.atomic
def reinstate_player(*, by: Person | None, key: str, number: int) -> None:
    """Reinstate a player from the next round on; staff can exceed the limit of places."""
    event, player = lock_player(by=by, key=key, number=number, permission=Permission.LEAVE)
    if player.dropped is None:
        raise Conflict(gettext_noop("%(name)s hasn’t dropped."), {"name": player.name})
    taken = event.registrations.filter(dropped=None).count()
    if event.max_players is not None and taken >= event.max_players and not is_permitted(event, by, Permission.ADMIT):
        raise Conflict(gettext_noop("All spots have been taken. Ask the organiser to let you in."))
    player.dropped, player.withdrawal = None, ""
    player.save(update_fields=["dropped", "withdrawal"])
    log_action(event, by=by, kind="returned", name=player.name, round=event.rounds.count() + 1)


@transaction.atomic
def ask_for_byes(*, by: Person | None, key: str, number: int, rounds: Collection[int]) -> Registration:
    """Set the future rounds in which a player sits out; byes already paired stay."""
    event, player = lock_player(by=by, key=key, number=number, permission=Permission.LEAVE)
    paired = event.rounds.count()
    if not event.has_swiss_rounds or event.status not in (Event.Status.REGISTRATION, Event.Status.RUNNING):
        raise Conflict(gettext_noop("You can only ask for a bye in Swiss rounds."))
    wrong = next((round_ for round_ in rounds if not paired < round_ <= (event.rounds_planned or MAX_ROUNDS)), None)
    if wrong is not None:
        raise Invalid(gettext_noop("Round %(round)s isn’t a round to come."), {"round": wrong}, field="requested_byes")
    player.requested_byes = sorted({*(bye for bye in player.requested_byes if bye <= paired), *rounds})
    player.save(update_fields=["requested_byes"])
    about = {"name": player.name, "rounds": ", ".join(map(str, sorted(set(rounds))))}
    log_action(event, by=by, kind="requested_byes" if rounds else "no_byes", **about)
    return player


@transaction.atomic
def add_substitute(*, by: Person | None, key: str, number: int, name: str) -> Registration:
    """Enter a substitute for the open matches of a player who left a league; raises `Conflict` if none is open."""
    loaded = load_event_from_row(lock_event(key, by=by, permission=Permission.ADMIT))
    leaver = player_in_event(loaded, number)
    tables = [
        pairing
        for pairing in loaded.tables
        if pairing.b and leaver in pairing.players and not pairing.row.settled
        if (pairing.outcome is None or pairing.forfeit) and not (pairing.row.match and pairing.row.match.games.exists())
    ]
    if not leaver.withdrawal or not tables:
        raise Conflict(
            gettext_noop("A substitute can only take over from a player who left a league with unplayed matches.")
        )
    player = create_registrations(loaded, [(name, None)], by=by, takes_over=True)[0]
    leaver.withdrawal = Withdrawal.KEEP
    leaver.save(update_fields=["withdrawal"])
    for pairing in tables:
        reseat_table(
            pairing.row, player if pairing.a == leaver else pairing.a, player if pairing.b == leaver else pairing.b
        )
    log_action(loaded.event, by=by, kind="substituted", name=leaver.name, other=player.name)
    return player


# Players can check in this many hours before the start, or if only the day is known, from midnight.
CHECK_IN_HOURS = 3
_NO_CHECK_IN = gettext_noop("This event has no check-in.")


@transaction.atomic
def set_player_checked_in(*, by: Person | None, key: str, number: int, is_present: bool) -> Registration:
    """Check a player in or out; players can check in only once check-in has opened."""
    event, player = lock_player(by=by, key=key, number=number, permission=Permission.CHECK_IN)
    if not event.check_in:
        raise Conflict(_NO_CHECK_IN)
    if is_present and not is_permitted(event, by, Permission.ADMIT):
        _require_check_in_open(event)
    player.checked_in = timezone.now() if is_present else None
    player.save(update_fields=["checked_in"])
    log_action(event, by=by, kind="checked_in" if is_present else "not_here", name=player.name)
    return player


@transaction.atomic
def check_in_all_players(*, by: Person | None, key: str) -> int:
    """Check in every player who hasn’t dropped, as staff; return how many were not checked in before."""
    event = lock_event(key, by=by, permission=Permission.ADMIT)
    if not event.check_in:
        raise Conflict(_NO_CHECK_IN)
    absent = event.registrations.filter(dropped=None, checked_in=None)
    count = absent.update(checked_in=timezone.now())
    log_action(event, by=by, kind="all_checked_in", count=count)
    return count


def _require_check_in_open(event: Event) -> None:
    opens = check_in_opens_at(event)
    if opens is not None and timezone.now() < opens:
        template = gettext_noop("Check-in opens on %(day)s at %(time)s (%(zone)s).")
        local_time = opens.astimezone(ZoneInfo(event.time_zone))
        raise Conflict(template, {"day": local_time.date(), "time": f"{local_time:%H:%M}", "zone": event.time_zone})


def check_in_opens_at(event: Event) -> datetime | None:
    """Return when check-in opens for players; None if there is no first day, which means that it is open."""
    if event.begins is not None:
        return event.begins - timedelta(hours=CHECK_IN_HOURS)
    if event.first_day is None:
        return None
    return datetime.combine(event.first_day, datetime.min.time(), ZoneInfo(event.time_zone))
