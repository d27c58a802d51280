"""Merging: two entries that are the same player become one, such as a pasted name and a scanned code."""

from accounts.models import Person
from common.errors import Conflict
from common.text import gettext_noop
from matches.core.tournament import Deed
from matches.events.read_models import EventView
from matches.events.transactions import event_transaction, lock_for_update, log_action, numbered
from matches.models import Match, Pairing, Registration, Side

_DECK = ("deck", "deck_name", "deck_verdict", "deck_faults", "deck_frozen", "deck_at", "deck_waived")


@event_transaction
def merge(*, by: Person | None, key: str, number: int, into: int) -> Registration:
    """Make player `number` one with player `into`, who keeps number, name and results.

    The one that goes has never been paired; what the other lacks (the person behind it, a deck, a draft table) is
    taken over. Raises `Conflict` where both have been paired, are two people, or sit at two draft tables.
    """
    view = lock_for_update(by=by, key=key, deed=Deed.ADMIT)
    gone = Registration.objects.get(pk=numbered(view, number).pk)
    kept = Registration.objects.get(pk=numbered(view, into).pk)
    _check(view, gone, kept)
    person, pod = gone.person, gone.pod
    takes_deck = not kept.deck and bool(gone.deck or gone.deck_waived)
    gone_deck = {name: getattr(gone, name) for name in _DECK}
    gone.delete()
    if kept.person_id is None and person is not None:
        kept.person = person
        _hand_matches_over(kept, person)
    if kept.pod_id is None:
        kept.pod = pod
    if takes_deck:
        for name, value in gone_deck.items():
            setattr(kept, name, value)
    kept.save()
    log_action(view.event, by=by, kind="merged", before=gone.name, name=kept.name)
    return kept


def _check(view: EventView, gone: Registration, kept: Registration) -> None:
    if gone.pk == kept.pk:
        raise Conflict(gettext_noop("Choose another player: nobody is merged with themself."))
    names = {"name": gone.name, "other": kept.name}
    if any(
        gone.pk in (pairing.a.pk, pairing.b.pk if pairing.b else 0) for each in view.rounds for pairing in each.pairings
    ):
        template = gettext_noop("%(name)s has been paired. Merge %(other)s into %(name)s instead, or drop one of them.")
        raise Conflict(template, names)
    if gone.person_id is not None and kept.person_id is not None:
        raise Conflict(
            gettext_noop("%(name)s and %(other)s are two people with a phone each. Drop one of them."), names
        )
    if gone.pod_id is not None and kept.pod_id is not None:
        raise Conflict(gettext_noop("%(name)s and %(other)s both sit at a draft table. Drop one of them."), names)


def _hand_matches_over(kept: Registration, person: Person) -> None:
    for side in Side.values:
        pairings = Pairing.objects.filter(**{side: kept}).values("match")
        Match.objects.filter(pk__in=pairings, **{f"player_{side}": None}).update(**{f"player_{side}": person})
