"""Check-in: which players are there on the day."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from accounts.models import Person
from common.errors import Conflict
from common.text import gettext_noop
from matches.core.tournament import Permission
from matches.events.queries import is_permitted
from matches.events.transactions import lock_event, lock_player, log_action
from matches.models import Event, Registration

# Players check in themselves this long before the beginning; where only the day is known, on that day.
CHECK_IN_HOURS = 3
_NO_CHECK_IN = gettext_noop("This event has no check-in.")


@transaction.atomic
def set_player_checked_in(*, by: Person | None, key: str, number: int, here: bool) -> Registration:
    """Check a player in or out; players themselves only once check-in has opened."""
    event, player = lock_player(by=by, key=key, number=number, permission=Permission.CHECK_IN)
    if not event.check_in:
        raise Conflict(_NO_CHECK_IN)
    if here and not is_permitted(event, by, Permission.ADMIT):
        _require_check_in_open(event)
    player.checked_in = timezone.now() if here else None
    player.save(update_fields=["checked_in"])
    log_action(event, by=by, kind="checked_in" if here else "not_here", name=player.name)
    return player


@transaction.atomic
def check_everyone_in(*, by: Person | None, key: str) -> int:
    """Check in every player who hasn’t dropped, as staff; returns how many weren’t checked in."""
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
    """When check-in opens for players; None without a first day: then it is open."""
    if event.begins is not None:
        return event.begins - timedelta(hours=CHECK_IN_HOURS)
    if event.first_day is None:
        return None
    return datetime.combine(event.first_day, datetime.min.time(), ZoneInfo(event.time_zone))
