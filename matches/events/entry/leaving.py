"""Leaving an event and coming back, and substitutes in a league."""

from django.db import transaction

from accounts.models import Person
from common.errors import Conflict
from common.text import gettext_noop
from matches.core.tournament import Permission
from matches.events.entry.roster import enter_players, move_up
from matches.events.entry.withdrawals import let_go
from matches.events.queries import may, view_of
from matches.events.rounds.rows import seat_at
from matches.events.transactions import lock_event, lock_player, log_action, numbered
from matches.models import Registration, Withdrawal


@transaction.atomic
def drop(*, by: Person | None, key: str, number: int, how: str = "") -> None:
    """Drop a player: they aren’t paired any more, and before round 1 their place is free again.

    In a league `how` is a `Withdrawal`, which only staff choose; by default the usual one.
    """
    event, player = lock_player(by=by, key=key, number=number, permission=Permission.LEAVE)
    if player.dropped is not None:
        raise Conflict(gettext_noop("%(name)s has already dropped."), {"name": player.name})
    let_go(event, player, how, by=by)
    move_up(event, by=by)


@transaction.atomic
def come_back(*, by: Person | None, key: str, number: int) -> None:
    """Reinstate a player from the next round on; staff can do so above the limit of places."""
    event, player = lock_player(by=by, key=key, number=number, permission=Permission.LEAVE)
    if player.dropped is None:
        raise Conflict(gettext_noop("%(name)s hasn’t dropped."), {"name": player.name})
    taken = event.registrations.filter(dropped=None).count()
    if event.max_players is not None and taken >= event.max_players and not may(event, by, Permission.ADMIT):
        raise Conflict(gettext_noop("All spots have been taken. Ask the organiser to let you in."))
    player.dropped, player.withdrawal = None, ""
    player.save(update_fields=["dropped", "withdrawal"])
    log_action(event, by=by, kind="returned", name=player.name, round=event.rounds.count() + 1)


@transaction.atomic
def substitute(*, by: Person | None, key: str, number: int, name: str) -> Registration:
    """Enter a substitute for the open matches of a player who left a league; the played ones still count.

    Raises `Conflict` if the player is still there, or has no open match.
    """
    view = view_of(lock_event(key, by=by, permission=Permission.ADMIT))
    gone = numbered(view, number)
    tables = [
        table
        for table in view.tables
        if table.b and gone in table.players and not table.row.settled
        if (table.outcome is None or table.forfeit) and not (table.row.match and table.row.match.games.exists())
    ]
    if not gone.withdrawal or not tables:
        raise Conflict(
            gettext_noop("A substitute can only take over from a player who left a league with unplayed matches.")
        )
    row = enter_players(view, [(name, None)], by=by, takes_over=True)[0]
    gone.withdrawal = Withdrawal.KEEP
    gone.save(update_fields=["withdrawal"])
    for table in tables:
        seat_at(table.row, row if table.a == gone else table.a, row if table.b == gone else table.b)
    log_action(view.event, by=by, kind="substituted", name=gone.name, other=row.name)
    return row
