"""Queries of the decks of an event: who may see them, and when."""

from accounts.models import Person
from common.errors import Missing, NotAllowed
from common.text import gettext_noop
from matches.core.tournament.roles import Deed
from matches.events.read_models import EventView
from matches.models import Event, Registration


def deck_of(view: EventView, number: int, person: Person | None) -> Registration:
    """The player whose deck somebody may see; raises `Missing` or `NotAllowed`."""
    player = next((player for player in view.players if player.number == number), None)
    if player is None or not player.deck_verdict:
        raise Missing(gettext_noop("There is no deck here."))
    if not may_see_deck(view, player, person):
        raise NotAllowed(gettext_noop("The decks of this event are not shown yet."))
    return player


def may_see_deck(view: EventView, player: Registration, person: Person | None) -> bool:
    """Whether somebody may look at a deck: its player and the judges always, others by the stage of the event."""
    if view.can(person, Deed.DECKS, about=player):
        return True
    return decks_are_open(view.event)


def decks_are_open(event: Event) -> bool:
    """Whether everybody may look at the decks of an event at its stage."""
    reached = {
        Event.DecksSeen.STAFF: False,
        Event.DecksSeen.START: event.status != Event.Status.REGISTRATION,
        Event.DecksSeen.CUT: event.status in (Event.Status.CUT, Event.Status.FINISHED),
        Event.DecksSeen.END: event.status == Event.Status.FINISHED,
    }
    return reached[Event.DecksSeen(event.decks_seen)]
