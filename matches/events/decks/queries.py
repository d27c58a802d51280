"""Queries of the decks of an event: who can see a deck and when, and how long players can submit decks."""

from collections.abc import Mapping
from dataclasses import dataclass

from accounts.models import Person
from cards.catalogue.queries import catalogue
from cards.core.facts import CardFacts
from common.errors import Missing, NotAllowed
from common.text import gettext_noop
from common.versioned_cache import VersionedCache
from decks.core.text import detect_game_of_text, parse_deck_text
from decks.deck.judging import house_by_name
from matches.core.seasons.encounters import people_of_deck
from matches.core.tournament.roles import Permission
from matches.events.read_models import LoadedEvent
from matches.models import Event, Registration


def require_visible_deck(loaded: LoadedEvent, number: int, person: Person | None) -> Registration:
    """Return a player whose deck this person may see; raises `Missing` without a deck, or `NotAllowed`."""
    player = next((player for player in loaded.players if player.number == number), None)
    if player is None or not player.deck_verdict:
        raise Missing(gettext_noop("There’s no deck here."))
    if not may_see_deck(loaded, player, person):
        raise NotAllowed(gettext_noop("The decks of this event can’t be seen yet."))
    return player


def may_see_deck(loaded: LoadedEvent, player: Registration, person: Person | None) -> bool:
    """Return whether a person may see a deck: its player and judges always, everybody once decks are open."""
    return loaded.permits(person, Permission.DECKS, about=player) or are_decks_open(loaded.event)


def are_decks_open(event: Event) -> bool:
    reached = {
        Event.DecksSeen.STAFF: False,
        Event.DecksSeen.START: event.status != Event.Status.REGISTRATION,
        Event.DecksSeen.CUT: event.status in (Event.Status.CUT, Event.Status.FINISHED),
        Event.DecksSeen.END: event.status == Event.Status.FINISHED,
    }
    return reached[Event.DecksSeen(event.decks_seen)]


_peoples_cache = VersionedCache[Mapping[int, str]](max_keys=64)


def visible_peoples_by_player(loaded: LoadedEvent) -> Mapping[int, str]:
    """Return the people of each player’s deck by the player’s primary key; empty while decks aren’t open."""
    if not are_decks_open(loaded.event) or not any(player.deck_verdict for player in loaded.players):
        return {}
    return _peoples_cache.get_or_make(
        loaded.event.pk, loaded.event.version, lambda: _load_peoples_by_player(loaded.event)
    )


def _load_peoples_by_player(event: Event) -> dict[int, str]:
    cards = catalogue()
    handed_in = event.registrations.exclude(deck_frozen=None).values_list("pk", "deck_frozen__contents")
    return {pk: people_of_deck(codes, cards) for pk, codes in handed_in}


@dataclass(frozen=True, slots=True)
class EventWinner:
    """The winner of an event, with deck name and leader once decks are open."""

    player: Registration
    deck_name: str = ""
    leader: CardFacts | None = None


def event_winner(loaded: LoadedEvent) -> EventWinner | None:
    champion = loaded.champion
    if champion is None or not champion.deck_verdict or not are_decks_open(loaded.event):
        return None if champion is None else EventWinner(champion)
    name, text = loaded.event.registrations.values_list("deck_name", "deck").get(pk=champion.pk)
    cards = catalogue(detect_game_of_text(text))
    leaders = parse_deck_text(text, cards, houses=house_by_name)[0].deck.leaders
    return EventWinner(champion, name, next((cards[code] for code in leaders if code in cards), None))


REASON_TOO_LONG = gettext_noop("A reason can have at most %(length)s characters.")


@dataclass(frozen=True, slots=True)
class ProceedAnyway:
    """Whether to go on without all decks and pools, and the reason for the audit log."""

    wanted: bool = False
    reason: str = ""


DO_NOT_PROCEED = ProceedAnyway()


def may_submit_deck(loaded: LoadedEvent, player: Registration, by: Person | None) -> bool:
    """Return whether a deck can still be submitted: before the player’s first round, by staff at any time."""
    return not loaded.rounds or player.entered > len(loaded.rounds) or loaded.permits(by, Permission.ADMIT)
