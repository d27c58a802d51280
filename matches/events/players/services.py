"""Services of players: a new name, and the place of an entered name taken by its person."""

from django.core.signing import BadSignature, Signer

from accounts.models import Person
from common.errors import Conflict, Missing
from common.text import gettext_noop
from matches.core.names import clean_name, same_names
from matches.core.tournament import Deed
from matches.events.entry.services import give_place
from matches.events.read_models import EventView
from matches.events.transactions import event_transaction, lock_event, lock_for_update, log_action, numbered, view_held
from matches.models import Event, Match, Pairing, Registration

_SIGNER = Signer(salt="matches.events.players")


@event_transaction
def rename(*, by: Person | None, key: str, number: int, name: str) -> Registration:
    """Give a player another name; raises `Conflict` for one that somebody in the event has."""
    view = lock_for_update(by=by, key=key, deed=Deed.ADMIT)
    player, before = numbered(view, number), numbered(view, number).name
    player.name = clean_name(name)
    other = next(
        (other for other in view.players if other.pk != player.pk and same_names(other.name, player.name)), None
    )
    if other is not None:
        template = gettext_noop("%(name)s is in the event already. Add something that tells the two apart.")
        raise Conflict(template, {"name": other.name})
    player.save(update_fields=["name"])
    for side in ("a", "b"):
        pairings = Pairing.objects.filter(**{side: player}).values("match")
        Match.objects.filter(pk__in=pairings).update(**{f"name_{side}": player.name})
    log_action(view.event, by=by, kind="renamed", before=before, name=player.name)
    return player


def claim_key(event: Event, player: Registration) -> str:
    """The secret part of the link by which the person behind a name takes their place.

    It is signed for the row: who is taken off the list and whoever gets their number later have different links.
    """
    return _SIGNER.sign(_claimed(event, player)).rpartition(":")[2]


def claimed_player(view: EventView, number: int, secret: str) -> Registration:
    """The player whose place the link is for; raises `Missing` for a link that is not, or not any more, of a place."""
    player = next((player for player in view.players if player.number == number), None)
    try:
        if player is not None:
            _SIGNER.unsign(f"{_claimed(view.event, player)}:{secret}")
            return player
    except BadSignature:
        pass
    raise Missing(gettext_noop("This link is not valid. Ask the organiser for a new one."))


def _claimed(event: Event, player: Registration) -> str:
    return f"{event.key}:{player.number}:{player.pk}"


@event_transaction
def take_place(*, by: Person, key: str, number: int, secret: str) -> Registration:
    """Take the place that was entered by name: from now on this person reports, hands in decks and drops."""
    view = view_held(lock_event(key))
    player = claimed_player(view, number, secret)
    if player.person_id is not None:
        raise Conflict(gettext_noop("Somebody has taken this place already."))
    return give_place(view, player, by, by=by)
