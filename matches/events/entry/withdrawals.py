"""Withdrawals: a player leaves, and what becomes of their matches in a league."""

from copy import copy
from dataclasses import replace

from accounts.models import Person
from common.errors import Invalid
from common.text import gettext_noop
from matches.core.tournament import Permission
from matches.events.queries import pairing_view, view_of
from matches.events.read_models import EventView
from matches.events.transactions import log_action, require
from matches.models import Event, Registration, Withdrawal


def let_go(event: Event, player: Registration, how: str = "", *, by: Person | None) -> None:
    player.dropped = event.rounds.count() + 1
    if event.is_league and player.dropped > 1:
        if how:
            require(event, by, Permission.ADMIT)
        if how and how not in Withdrawal.values:
            raise Invalid(gettext_noop("That action isn’t available here."))
        player.withdrawal = how or usual_withdrawal(view_of(event), player)
        log_action(event, by=by, kind=f"left_{player.withdrawal}", name=player.name)
    else:
        log_action(event, by=by, kind="dropped", name=player.name, round=player.dropped)
    player.save(update_fields=["dropped", "withdrawal"])


def usual_withdrawal(view: EventView, player: Registration) -> str:
    """The withdrawal of chess leagues: struck below half of the matches played, else the open ones are awarded."""
    tables = [table for table in view.tables if table.b and player in table.players]
    played = sum(table.outcome is not None for table in tables)
    return Withdrawal.STRIKE if 2 * played < len(tables) else Withdrawal.AWARD


def with_withdrawal(view: EventView, player: Registration, how: str) -> EventView:
    """The view as it would be if a player left this way; nothing is stored."""
    gone = copy(player)
    gone.dropped, gone.withdrawal = len(view.rounds) + 1, how
    by_pk = {each.pk: gone if each.pk == player.pk else each for each in view.players}
    rounds = []
    for round_ in view.rounds:
        tables = (
            pairing_view(table.row, by_pk, (), match_key=table.match_key, claims=table.claims)
            if table.outcome is None
            else replace(table, a=by_pk[table.a.pk], b=by_pk[table.b.pk] if table.b else None)
            for table in round_.pairings
        )
        rounds.append(replace(round_, pairings=tuple(tables)))
    return replace(view, players=tuple(by_pk.values()), rounds=tuple(rounds))
