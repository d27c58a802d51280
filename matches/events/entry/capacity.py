"""Capacity of an event: whether it has room for more players, now or late."""

from common.errors import Conflict, DomainError, Invalid
from common.text import gettext_noop
from matches.core.tournament import check_league
from matches.core.tournament.elimination import tree_size
from matches.core.tournament.rules import ELIMINATION, MAX_PLAYERS
from matches.events.read_models import EventView
from matches.models import Event


def is_full(view: EventView) -> bool:
    """Whether all places are taken."""
    return view.event.max_players is not None and len(view.active) >= view.event.max_players


def may_still_enter(view: EventView) -> bool:
    """Whether one more player could enter now."""
    try:
        check_enters(view, 1)
    except DomainError:
        return False
    return True


def check_enters(view: EventView, count: int) -> None:
    """Raise `Conflict` or `Invalid` where this many more players can’t enter."""
    event = view.event
    if event.status in (Event.Status.CUT, Event.Status.FINISHED):
        raise Conflict(gettext_noop("It’s too late to join: the playoff has started or the event is over."))
    late = bool(view.rounds)
    size = len(view.players) + count
    if late and event.is_league and count > 1:
        raise Conflict(gettext_noop("The schedule of this league is set. Add latecomers one at a time."))
    if late and event.format in ELIMINATION:
        raise Conflict(gettext_noop("The bracket has been drawn, so it’s too late to join."))
    if size > MAX_PLAYERS:
        raise Invalid(gettext_noop("An event can have at most %(most)s players."), {"most": MAX_PLAYERS})
    if event.is_league:
        check_league(max(size, 2))
    if event.format in ELIMINATION:
        tree_size(max(size, 2))
